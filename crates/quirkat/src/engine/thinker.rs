use super::Report;
use super::pace::Pace;
use crate::play::{AgentEvaluator, Mind, Playing, Sampling};
use crate::seed::Random;
use quirkat_mcts::{Evaluations, Evaluator, Proven, Search, SearchConfig, random_move};
use quirkat_rules::{Action, Game, Move};
use quirkat_solver::{ExactPlayer, Value};
use rand::{Rng, RngExt};
use std::sync::Arc;
use std::time::Instant;

/// A mind at work: chooses whole moves.
pub(super) struct Thinker {
    mind: Mind,
    config: SearchConfig,
    search: Search,
    evaluator: Option<AgentEvaluator>,
    exact: Option<ExactPlayer>,
    evaluations: Evaluations,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thought {
    pub(super) played: Move,
    /// The answer expected.
    pub(super) answer: Option<Move>,
}

/// Search reports come at this number of simulations and whenever it has doubled.
const FIRST_REPORT: u32 = 64;

/// Simulations between two looks at the clock and at the flag that stops.
const STEP: u32 = 16;

impl Thinker {
    pub(super) fn new(mind: Mind) -> Self {
        let config = match mind.inexact() {
            Some(Mind::Search { config, .. }) => *config,
            _ => SearchConfig::default(),
        };
        let exact = match &mind {
            Mind::Perfect { source, .. } => Some(ExactPlayer::new(Arc::clone(source))),
            _ => None,
        };
        Self {
            evaluator: mind.evaluator(1),
            config,
            search: Search::new(config),
            exact,
            mind,
            evaluations: Evaluations::default(),
        }
    }

    /// A move for the side to move, hop by hop; `None` when the game is over. Stopped at once it
    /// still gives a legal move.
    pub(super) fn think(
        &mut self,
        game: &Game,
        pace: &Pace,
        sampling: Sampling,
        rng: &mut Random,
        report: &mut dyn FnMut(Report),
    ) -> Option<Thought> {
        let mut playing = Playing::new(game.clone(), 0);
        let mut last = self.exact_move(&mut playing, pace, rng);
        let mut nodes = 0;
        while playing.played.moves.is_empty() {
            let legal = playing.game.legal_actions();
            let action = if legal.len() <= 1 {
                legal.nth(0)?
            } else if self.evaluator.is_some() {
                let seed = rng.next_u64();
                self.search.configure(sampling.search(self.config));
                self.search(&playing, pace, seed, nodes, report);
                last = Some(report_of(&self.search, &playing, pace, nodes));
                nodes += u64::from(self.search.simulations());
                let root = self.search.root();
                sampling.choose(&root, playing.game.ply(), rng)?
            } else {
                self.random_action(&playing, rng)?
            };
            playing.play(action);
        }
        let played = playing.played.moves[0];
        let answer = last.as_ref().and_then(|last| match last.line[..] {
            [first, answer, ..] if first == played => Some(answer),
            _ => None,
        });
        if let Some(last) = last {
            report(last);
        }
        Some(Thought { played, answer })
    }

    /// Searches one decision. The root is evaluated and, unless no nodes are wanted, one simulation
    /// made, however late it is.
    fn search(
        &mut self,
        playing: &Playing,
        pace: &Pace,
        seed: u64,
        before: u64,
        report: &mut dyn FnMut(Report),
    ) {
        let Some(evaluator) = &mut self.evaluator else {
            return;
        };
        let began = Instant::now();
        let alone = is_last_decision(&playing.game);
        let over = || {
            pace.deadline().is_some_and(|deadline| {
                let left = deadline.saturating_duration_since(began);
                began.elapsed() >= if alone { left } else { left / 2 }
            })
        };
        // In small steps: simulations that end in known results need no evaluation, and there may be
        // many in a row.
        let (mut pause, mut first_evaluation) = (0, true);
        self.search.start(&playing.game, pace.budget(), seed);
        self.search.pause_at(pause);
        loop {
            if self.search.next_leaf() {
                evaluator.evaluate(&[self.search.leaf()], &mut self.evaluations);
                let (priors, wdl) = self.evaluations.get(0);
                self.search.apply(priors, wdl);
                first_evaluation = false;
                continue;
            }
            let made = self.search.simulations();
            let done = made < pause || made >= pace.nodes();
            if first_evaluation || done || (made > 0 && (pace.stopped() || over())) {
                return;
            }
            if made >= FIRST_REPORT && made.is_power_of_two() {
                report(report_of(&self.search, playing, pace, before));
            }
            pause = if made == 0 {
                1
            } else {
                (made / STEP + 1) * STEP
            };
            self.search.pause_at(pause.min(pace.nodes()));
        }
    }

    /// Plays the perfect player's move, where it has one in time.
    fn exact_move(
        &mut self,
        playing: &mut Playing,
        pace: &Pace,
        rng: &mut Random,
    ) -> Option<Report> {
        let position = *playing.game.position();
        let answer = self.exact.as_mut()?.choose_until(&position, &pace.stop)?;
        let played = answer.moves[rng.random_range(0..answer.moves.len())];
        let player = position.turn();
        for action in position.actions_of(playing.game.geometry(), played) {
            playing.play(action);
        }
        let proven = answer.bounds.value().map(|value| match value {
            Value::Win => Proven::Win(player),
            Value::Draw => Proven::Draw,
            Value::Loss => Proven::Win(!player),
        });
        Some(Report {
            nodes: 0,
            time: pace.started.elapsed(),
            wdl: proven.map(|proven| proven.wdl().for_mover(player)),
            proven,
            player,
            line: vec![played],
        })
    }

    /// The first hop of a move drawn uniformly; inside a capture any hop that goes on.
    fn random_action(&self, playing: &Playing, rng: &mut Random) -> Option<Action> {
        debug_assert!(matches!(self.mind.inexact(), Some(Mind::Random)));
        let drawn = random_move(&playing.game, rng)?;
        let position = playing.game.position();
        let hops = position.actions_of(playing.game.geometry(), drawn);
        hops.first().copied()
    }
}

/// What a search says now, after `before` simulations of earlier decisions of the same move.
fn report_of(search: &Search, playing: &Playing, pace: &Pace, before: u64) -> Report {
    let root = search.root();
    Report {
        nodes: before + u64::from(search.simulations()),
        time: pace.started.elapsed(),
        wdl: root.value(),
        proven: root.proven,
        player: root.player,
        line: line(playing, search.principal_variation()),
    }
}

/// Whether no action here leads to a further decision of the same move.
fn is_last_decision(game: &Game) -> bool {
    let position = game.position();
    let geometry = game.geometry();
    game.legal_actions()
        .iter()
        .all(|action| !position.after_action(geometry, action).is_capturing())
}

/// The moves that a line of actions makes, the hops already played in front; a move that the line
/// does not complete is left out.
fn line(playing: &Playing, actions: Vec<Action>) -> Vec<Move> {
    let mut ahead = playing.clone();
    for action in actions {
        if !ahead.game.legal_actions().contains(action) {
            break;
        }
        ahead.play(action);
    }
    ahead.played.moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_mcts::{HashEvaluator, OPEN_BUDGET, run};
    use quirkat_rules::{Geometry, Rules};

    #[test]
    fn a_search_in_steps_is_the_search_made_at_once() {
        let game = Game::new(Arc::new(Geometry::new(Rules::PROMOTION)));
        let search = |config, budget, steps: &[u32]| {
            let mut search = Search::new(config);
            search.start(&game, budget, 7);
            for &step in steps {
                search.pause_at(step);
                run(&mut search, &mut HashEvaluator);
                assert_eq!(search.simulations(), step);
            }
            (search.root(), search.principal_variation())
        };
        for config in [SearchConfig::default(), SearchConfig::guided()] {
            for budget in [300, OPEN_BUDGET] {
                let at_once = search(config, budget, &[300]);
                assert_eq!(at_once, search(config, budget, &[1, 16, 32, 250, 300]));
            }
        }
    }
}
