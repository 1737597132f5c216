use super::block::{Counters, GameBlock};
use crate::agent::Agent;
use crate::decider::{Begun, Decider};
use crate::error::PlayError;
use crate::played::{Forfeit, GameInPlay, PlayedGame, Target};
use crate::seed::Random;
use crate::stop::{Halt, Stopped};
use quirkat_mcts::{Search, SearchConfig};
use quirkat_rules::{Action, Color, Game};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Plays a block of games; the result has one entry a game, in order. It depends on nothing but the
/// block, unless an external engine plays: then on that too. Each external engine is one process,
/// which plays the games one after the other when `in_play` is 1.
///
/// # Errors
/// [`PlayError::Stopped`] when `stop` is raised; a position that a perfect player does not know; an
/// external engine that fails.
pub fn play_block(
    block: &GameBlock<'_>,
    counters: &Counters,
    stop: &AtomicBool,
) -> Result<Vec<PlayedGame>, PlayError> {
    play_part(block, counters, &Halt::on(stop))
}

/// The same for a block that is a part of more work.
pub(super) fn play_part(
    block: &GameBlock<'_>,
    counters: &Counters,
    halt: &Halt<'_>,
) -> Result<Vec<PlayedGame>, PlayError> {
    // The width of batches is the block's, not that of the games at hand.
    let mut deciders: Vec<Decider> = block
        .agents
        .iter()
        .map(|agent| Decider::new(agent, block.in_play.max(1), halt))
        .collect::<Result<_, _>>()?;
    let width = block.in_play.clamp(1, block.games.len().max(1));
    let mut slots: Vec<Slot<'_>> = (0..width).map(|_| Slot::new(block)).collect();
    let mut next = 0;
    let mut done: Vec<Option<PlayedGame>> = block.games.iter().map(|_| None).collect();
    loop {
        if halt.raised() {
            return Err(PlayError::Stopped(Stopped));
        }
        for slot in &mut slots {
            while !slot.advance(&mut deciders, halt)? {
                if let Some((index, played)) = slot.finish() {
                    counters.games.fetch_add(1, Ordering::Relaxed);
                    counters
                        .positions
                        .fetch_add(played.moves.len() as u64, Ordering::Relaxed);
                    done[index] = Some(played);
                }
                if next == block.games.len() {
                    break;
                }
                slot.begin(next);
                next += 1;
            }
        }
        let mut any = false;
        for (agent, decider) in deciders.iter_mut().enumerate() {
            let mut waiting: Vec<&mut Search> = slots
                .iter_mut()
                .filter(|slot| slot.searching == Some(agent))
                .map(|slot| &mut slot.searches[agent])
                .collect();
            if waiting.is_empty() {
                continue;
            }
            any = true;
            counters
                .evaluations
                .fetch_add(waiting.len() as u64, Ordering::Relaxed);
            decider.evaluate(&mut waiting);
        }
        if !any {
            let hits = deciders.iter().map(Decider::cache_hits).sum();
            counters.cache_hits.fetch_add(hits, Ordering::Relaxed);
            return Ok(done.into_iter().flatten().collect());
        }
    }
}

/// Whether the failure of this agent's engine costs a game and no more.
fn may_fail(agent: &Agent) -> bool {
    matches!(agent, Agent::External(engine) if engine.restarts.take())
}

/// A place for one game at a time.
struct Slot<'a> {
    block: &'a GameBlock<'a>,
    /// The game in play, with its index in the block.
    game: Option<(usize, GameInPlay)>,
    rng: Random,
    /// One for each agent.
    searches: Vec<Search>,
    /// The agent whose search waits for an evaluation.
    searching: Option<usize>,
    /// What is left of a move that was chosen whole.
    chosen: VecDeque<Action>,
}

impl<'a> Slot<'a> {
    fn new(block: &'a GameBlock<'a>) -> Self {
        let searches = block.agents.iter();
        Self {
            block,
            game: None,
            rng: block.seed.random(),
            searches: searches
                .map(|_| Search::new(SearchConfig::default()))
                .collect(),
            searching: None,
            chosen: VecDeque::new(),
        }
    }

    fn begin(&mut self, index: usize) {
        let planned = &self.block.games[index];
        let game = Game::from_position(Arc::clone(self.block.geometry), planned.start);
        self.rng = self.block.seed.numbered(planned.number).random();
        self.game = Some((index, GameInPlay::new(game, planned.number)));
        self.searching = None;
        self.chosen.clear();
    }

    fn finish(&mut self) -> Option<(usize, PlayedGame)> {
        self.game.take().map(|(index, game)| (index, game.played))
    }

    /// Plays on until a leaf waits for an evaluation (`true`) or there is no game in play that
    /// goes on (`false`).
    fn advance(&mut self, deciders: &mut [Decider], halt: &Halt<'_>) -> Result<bool, PlayError> {
        let Some((index, game)) = &mut self.game else {
            return Ok(false);
        };
        let seats = self.block.games[*index].seats;
        loop {
            if let Some(agent) = self.searching {
                if self.searches[agent].next_leaf() {
                    return Ok(true);
                }
                self.searching = None;
                let root = self.searches[agent].root();
                let action = deciders[agent]
                    .choose(&root, game.game.ply(), &mut self.rng)
                    .ok_or_else(|| PlayError::NoMove(*game.game.position()))?;
                if self.block.keep_targets {
                    let at = game.played.actions.len();
                    game.played.targets.push(Target::of(&root, at));
                }
                game.played.decisions += 1;
                game.play(action);
            }
            let cut =
                game.game.ply() >= self.block.max_plies && !game.game.position().is_capturing();
            if game.game.outcome().is_some() || cut {
                return Ok(false);
            }
            if let Some(action) = self.chosen.pop_front() {
                game.play(action);
                continue;
            }
            let agent = match game.game.turn() {
                Color::White => seats[0],
                Color::Black => seats[1],
            };
            let search = &mut self.searches[agent];
            let begun = deciders[agent].begin_move(game, search, None, &mut self.rng, halt);
            // An answer that was cut short by a stop is none.
            if halt.raised() {
                return Err(PlayError::Stopped(Stopped));
            }
            let begun = match begun {
                Err(PlayError::External(error)) if may_fail(&self.block.agents[agent]) => {
                    game.played.forfeit = Some(Forfeit {
                        loser: game.game.turn(),
                        why: error.to_string(),
                    });
                    deciders[agent] =
                        Decider::new(&self.block.agents[agent], self.block.in_play.max(1), halt)?;
                    return Ok(false);
                }
                begun => begun?,
            };
            match begun {
                Begun::Move(chosen) => self.chosen = chosen.actions.into(),
                Begun::Action(action) => game.play(action),
                Begun::Search => self.searching = Some(agent),
            }
        }
    }
}
