use super::evaluator::AgentEvaluator;
use super::played::Playing;
use super::{Mind, OutsideEngine, OutsideError, Played, Sampling, Target};
use crate::seed::{Random, Seed};
use quirkat_mcts::{Evaluations, Evaluator, Leaf, Search, SearchConfig, random_move};
use quirkat_rules::{Action, Color, Game, Geometry, Position};
use quirkat_solver::ExactPlayer;
use rand::{Rng, RngExt};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A game to play.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Its number; its random stream derives from it.
    pub number: u64,
    /// Where it begins.
    pub start: Position,
    /// The minds of White and Black, as indices into [`Block::minds`].
    pub seats: [usize; 2],
}

/// A block of games that one thread plays in lockstep.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The rules.
    pub geometry: &'a Arc<Geometry>,
    /// Who plays.
    pub minds: &'a [Mind],
    /// The games, numbered before they start.
    pub jobs: &'a [Job],
    /// How actions are chosen.
    pub sampling: Sampling,
    /// Games longer than this are cut.
    pub max_plies: u32,
    /// Games in play at a time, which is the width of network batches.
    pub in_play: usize,
    /// Whether to keep every search's result.
    pub keep_targets: bool,
    /// The place of the games' random streams.
    pub seed: &'a Seed,
}

/// What is being done, for progress displays.
#[derive(Debug, Default)]
pub struct Counters {
    /// Games finished.
    pub games: AtomicU64,
    /// Positions played.
    pub positions: AtomicU64,
    /// Leaves evaluated.
    pub evaluations: AtomicU64,
    /// Those among them whose evaluation came from a cache.
    pub cache_hits: AtomicU64,
}

/// The work was stopped from outside; nothing of it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// Why a block of games was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// It was stopped.
    #[error("stopped")]
    Stopped(#[source] Stopped),
    /// A perfect player without a fallback met a position that it does not know.
    #[error(
        "the perfect player knows nothing exact about `{0}`: let another agent move there, \
         perfect=TABLES+AGENT, or name a folder with larger tables, distances or certificates"
    )]
    Undefined(Position),
    /// An outside engine failed.
    #[error(transparent)]
    Outside(OutsideError),
}

impl From<OutsideError> for PlayError {
    fn from(error: OutsideError) -> Self {
        match error {
            OutsideError::Stopped => Self::Stopped(Stopped),
            error @ OutsideError::Failed { .. } => Self::Outside(error),
        }
    }
}

/// Plays a block of games; the result has one entry a job, in order. It depends on nothing but the
/// block, unless an outside engine plays: then on that too. Each outside engine is one process,
/// which plays the games one after the other when `in_play` is 1.
///
/// # Errors
/// [`PlayError::Stopped`] when `stop` is raised; a position that a perfect player does not know; an
/// outside engine that fails.
pub fn play_block(
    block: &Block<'_>,
    counters: &Counters,
    stop: &AtomicBool,
) -> Result<Vec<Played>, PlayError> {
    let width = block.in_play.clamp(1, block.jobs.len().max(1));
    // The width of batches is the block's, not that of the games at hand.
    let mut evaluators: Vec<Option<AgentEvaluator>> = block
        .minds
        .iter()
        .map(|mind| mind.evaluator(block.in_play.max(1)))
        .collect();
    let mut players: Vec<Player> = block
        .minds
        .iter()
        .map(|mind| Player::of(mind, stop))
        .collect::<Result<_, _>>()?;
    let mut next = 0;
    let mut slots: Vec<Slot<'_>> = (0..width).map(|_| Slot::new(block)).collect();
    let mut done: Vec<Option<Played>> = block.jobs.iter().map(|_| None).collect();
    let mut evaluations = Evaluations::default();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(PlayError::Stopped(Stopped));
        }
        for slot in &mut slots {
            while !slot.advance(&mut players, stop)? {
                if let Some((index, played)) = slot.finish() {
                    counters.games.fetch_add(1, Ordering::Relaxed);
                    counters
                        .positions
                        .fetch_add(played.moves.len() as u64, Ordering::Relaxed);
                    done[index] = Some(played);
                }
                if next == block.jobs.len() {
                    break;
                }
                slot.begin(next);
                next += 1;
            }
        }
        let mut any = false;
        for (mind, evaluator) in evaluators.iter_mut().enumerate() {
            let Some(evaluator) = evaluator else { continue };
            let waiting = |slot: &&Slot<'_>| slot.thinking == Some(mind);
            let leaves: Vec<Leaf<'_>> = slots
                .iter()
                .filter(waiting)
                .map(|slot| slot.searches[mind].leaf())
                .collect();
            if leaves.is_empty() {
                continue;
            }
            any = true;
            counters
                .evaluations
                .fetch_add(leaves.len() as u64, Ordering::Relaxed);
            evaluator.evaluate(&leaves, &mut evaluations);
            for (i, slot) in slots
                .iter_mut()
                .filter(|slot| slot.thinking == Some(mind))
                .enumerate()
            {
                let (priors, wdl) = evaluations.get(i);
                slot.searches[mind].apply(priors, wdl);
            }
        }
        if !any {
            let hits = evaluators.iter().flatten().map(AgentEvaluator::cache_hits);
            counters.cache_hits.fetch_add(hits.sum(), Ordering::Relaxed);
            return Ok(done.into_iter().flatten().collect());
        }
    }
}

/// Who chooses moves whole, without a search of ours.
enum Player {
    None,
    Exact(Box<ExactPlayer>),
    Outside(OutsideEngine),
}

impl Player {
    fn of(mind: &Mind, stop: &AtomicBool) -> Result<Self, PlayError> {
        Ok(match mind {
            Mind::Perfect { source, .. } => {
                Self::Exact(Box::new(ExactPlayer::new(Arc::clone(source))))
            }
            Mind::Outside(outside) => Self::Outside(OutsideEngine::start(outside, stop)?),
            Mind::Random | Mind::Search { .. } => Self::None,
        })
    }

    /// The hops of its move; none where it leaves the move to others.
    fn hops(
        &mut self,
        playing: &mut Playing,
        rng: &mut Random,
        stop: &AtomicBool,
    ) -> Result<VecDeque<Action>, PlayError> {
        match self {
            Self::None => Ok(VecDeque::new()),
            Self::Exact(player) => {
                // The perfect player may think long.
                if stop.load(Ordering::Relaxed) {
                    return Err(PlayError::Stopped(Stopped));
                }
                Ok(exact_hops(player, playing, rng))
            }
            Self::Outside(engine) => outside_hops(engine, playing, stop),
        }
    }
}

/// One of the games in play.
struct Slot<'a> {
    block: &'a Block<'a>,
    /// Index of the job with its game.
    playing: Option<(usize, Playing)>,
    rng: Random,
    /// One for each mind.
    searches: Vec<Search>,
    /// The mind whose search waits for an evaluation.
    thinking: Option<usize>,
    /// What is left of the hops of a move that was chosen whole.
    chosen: VecDeque<Action>,
}

impl<'a> Slot<'a> {
    fn new(block: &'a Block<'a>) -> Self {
        let search = |mind: &Mind| match mind.inexact() {
            Some(Mind::Search { config, .. }) => Search::new(block.sampling.search(*config)),
            _ => Search::new(SearchConfig::default()),
        };
        Self {
            block,
            playing: None,
            rng: block.seed.random(),
            searches: block.minds.iter().map(search).collect(),
            thinking: None,
            chosen: VecDeque::new(),
        }
    }

    fn begin(&mut self, index: usize) {
        let job = &self.block.jobs[index];
        let game = Game::from_position(Arc::clone(self.block.geometry), job.start);
        self.rng = self.block.seed.numbered(job.number).random();
        self.playing = Some((index, Playing::new(game, job.number)));
        self.thinking = None;
        self.chosen.clear();
    }

    fn finish(&mut self) -> Option<(usize, Played)> {
        self.playing
            .take()
            .map(|(index, playing)| (index, playing.played))
    }

    /// Plays on until a leaf waits for an evaluation (`true`) or there is no game in play that
    /// goes on (`false`).
    fn advance(&mut self, players: &mut [Player], stop: &AtomicBool) -> Result<bool, PlayError> {
        let Some((index, playing)) = &mut self.playing else {
            return Ok(false);
        };
        let job = &self.block.jobs[*index];
        loop {
            if let Some(mind) = self.thinking {
                if self.searches[mind].next_leaf() {
                    return Ok(true);
                }
                self.thinking = None;
                let root = self.searches[mind].root();
                let ply = playing.game.ply();
                let Some(action) = self.block.sampling.choose(&root, ply, &mut self.rng) else {
                    return Ok(false);
                };
                if self.block.keep_targets {
                    let at = playing.played.actions.len();
                    playing.played.targets.push(Target::of(&root, at));
                }
                playing.played.decisions += 1;
                playing.play(action);
            }
            let cut = playing.game.ply() >= self.block.max_plies
                && !playing.game.position().is_capturing();
            if playing.game.outcome().is_some() || cut {
                return Ok(false);
            }
            if let Some(action) = self.chosen.pop_front() {
                playing.play(action);
                continue;
            }
            let seat = match playing.game.turn() {
                Color::White => job.seats[0],
                Color::Black => job.seats[1],
            };
            self.chosen = players[seat].hops(playing, &mut self.rng, stop)?;
            if let Some(action) = self.chosen.pop_front() {
                playing.play(action);
                continue;
            }
            let legal = playing.game.legal_actions();
            if legal.len() == 1 {
                playing.play(legal.nth(0).unwrap_or(Action::STOP));
                continue;
            }
            match self.block.minds[seat].inexact() {
                Some(Mind::Random) => {
                    let Some(drawn) = random_move(&playing.game, &mut self.rng) else {
                        return Ok(false);
                    };
                    let position = *playing.game.position();
                    let Some(&first) = position.actions_of(self.block.geometry, drawn).first()
                    else {
                        return Ok(false);
                    };
                    playing.played.decisions += 1;
                    playing.play(first);
                }
                Some(Mind::Search { simulations, .. }) => {
                    self.searches[seat].start(&playing.game, *simulations, self.rng.next_u64());
                    self.thinking = Some(seat);
                }
                Some(Mind::Perfect { .. } | Mind::Outside(_)) | None => {
                    return Err(PlayError::Undefined(*playing.game.position()));
                }
            }
        }
    }
}

/// The hops of the perfect player's move, noted in the game's record; none where it is not
/// defined. Asked at the beginning of a move, or where another agent began a capture.
fn exact_hops(
    player: &mut ExactPlayer,
    playing: &mut Playing,
    rng: &mut Random,
) -> VecDeque<Action> {
    let position = *playing.game.position();
    let answer = player.choose(&position);
    let share = &mut playing.played.exact[usize::from(position.turn() == Color::Black)];
    let choice = !position.is_capturing() && position.count_moves(playing.game.geometry()) > 1;
    share.choices += u32::from(choice);
    let Some(answer) = answer else {
        return VecDeque::new();
    };
    let exact = answer.bounds.value().is_some();
    share.exact += u32::from(choice && exact);
    share.safe += u32::from(choice && !exact);
    let drawn = match answer.moves.len() {
        1 => 0,
        n => rng.random_range(0..n),
    };
    position
        .actions_of(playing.game.geometry(), answer.moves[drawn])
        .into()
}

/// The hops of an outside engine's move, once it has been found legal.
fn outside_hops(
    engine: &mut OutsideEngine,
    playing: &mut Playing,
    stop: &AtomicBool,
) -> Result<VecDeque<Action>, PlayError> {
    let position = *playing.game.position();
    let geometry = playing.game.geometry();
    let Playing { played, .. } = playing;
    let chosen = engine.choose(played.number, &played.start, &played.moves, &position, stop)?;
    position
        .after_move(geometry, chosen)
        .map_err(|error| engine.illegal(&position, &error))?;
    played.decisions += u32::from(position.count_moves(geometry) > 1);
    Ok(position.actions_of(geometry, chosen).into())
}
