use super::pace::Pace;
use super::report::Report;
use quirkat_mcts::{Proven, Search, SearchConfig};
use quirkat_play::{Agent, Begun, Decider, GameInPlay, Halt, PlayError, Random, WholeMove};
use quirkat_rules::{Action, Color, Game, Move};
use quirkat_solver::Value;
use quirkat_tables::MovePolicy;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// An agent at work: chooses whole moves.
pub(super) struct Thinker {
    decider: Decider,
    search: Search,
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
    /// Sets an agent to work.
    ///
    /// # Errors
    /// As for [`Decider::new`].
    pub(super) fn new(agent: &Agent) -> Result<Self, PlayError> {
        let never = AtomicBool::new(false);
        Ok(Self {
            decider: Decider::new(agent, 1, &Halt::on(&never))?,
            search: Search::new(SearchConfig::default()),
        })
    }

    /// A move for the side to move, hop by hop; `None` when the game is over. Stopped at once it
    /// still gives a legal move.
    ///
    /// # Errors
    /// As for [`Decider::begin_move`].
    pub(super) fn think(
        &mut self,
        game: &Game,
        pace: &Pace,
        move_policy: MovePolicy,
        rng: &mut Random,
        report: &mut dyn FnMut(Report),
    ) -> Result<Option<Thought>, PlayError> {
        if game.outcome().is_some() {
            return Ok(None);
        }
        self.decider.set_move_policy(move_policy);
        let halt = Halt::on(&pace.stop);
        let budget = Some(pace.budget());
        let mut ahead = GameInPlay::new(game.clone(), 0);
        let search = &mut self.search;
        let mut begun = self
            .decider
            .begin_move(&mut ahead, search, budget, rng, &halt)?;
        let (mut last, mut nodes) = (None, 0);
        loop {
            match begun {
                Begun::Move(chosen) => {
                    last = Some(report_of_move(&chosen, game.turn(), pace));
                    for action in chosen.actions {
                        ahead.play(action);
                    }
                }
                Begun::Action(action) => ahead.play(action),
                Begun::Search => {
                    self.search(&ahead, pace, nodes, report);
                    last = Some(report_of(&self.search, &ahead, pace, nodes));
                    nodes += u64::from(self.search.simulations());
                    let root = self.search.root();
                    let ply = ahead.game.ply();
                    let Some(action) = self.decider.choose(&root, ply, rng) else {
                        return Ok(None);
                    };
                    ahead.play(action);
                }
            }
            if !ahead.played.moves.is_empty() {
                break;
            }
            let (search, budget) = (&mut self.search, Some(pace.budget()));
            begun = self.decider.begin_action(&mut ahead, search, budget, rng)?;
        }
        let played = ahead.played.moves[0];
        let answer = last.as_ref().and_then(|last| match last.line[..] {
            [first, answer, ..] if first == played => Some(answer),
            _ => None,
        });
        if let Some(last) = last {
            report(last);
        }
        Ok(Some(Thought { played, answer }))
    }

    /// Runs the search of one decision, `before` simulations after the first of the move. The root is
    /// evaluated and, unless no nodes are wanted, one simulation made, however late it is.
    fn search(
        &mut self,
        ahead: &GameInPlay,
        pace: &Pace,
        before: u64,
        report: &mut dyn FnMut(Report),
    ) {
        let began = Instant::now();
        let alone = is_last_decision(&ahead.game);
        let over = || {
            pace.deadline().is_some_and(|deadline| {
                let left = deadline.saturating_duration_since(began);
                began.elapsed() >= if alone { left } else { left / 2 }
            })
        };
        // In small steps: simulations that end in known results need no evaluation, and there may be
        // many in a row.
        self.decider.run_in_steps(&mut self.search, &mut |search| {
            let made = search.simulations();
            if made >= pace.nodes() || (made > 0 && (pace.stopped() || over())) {
                return None;
            }
            if made >= FIRST_REPORT && made.is_power_of_two() {
                report(report_of(search, ahead, pace, before));
            }
            let next = if made == 0 {
                1
            } else {
                (made / STEP + 1) * STEP
            };
            Some(next.min(pace.nodes()))
        });
    }
}

/// What there is to say of a move that was chosen whole.
fn report_of_move(chosen: &WholeMove, player: Color, pace: &Pace) -> Report {
    let proven = chosen.bounds.value().map(|value| match value {
        Value::Win => Proven::Win(player),
        Value::Draw => Proven::Draw,
        Value::Loss => Proven::Win(!player),
    });
    Report {
        nodes: 0,
        time: pace.started.elapsed(),
        wdl: proven.map(|proven| proven.wdl().for_mover(player)),
        proven,
        player,
        line: vec![chosen.played],
    }
}

/// What a search says now, after `before` simulations of earlier decisions of the same move.
fn report_of(search: &Search, ahead: &GameInPlay, pace: &Pace, before: u64) -> Report {
    let root = search.root();
    Report {
        nodes: before + u64::from(search.simulations()),
        time: pace.started.elapsed(),
        wdl: root.value(),
        proven: root.proven,
        player: root.player,
        line: line(ahead, search.principal_variation()),
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
fn line(ahead: &GameInPlay, actions: Vec<Action>) -> Vec<Move> {
    let mut ahead = ahead.clone();
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
    use std::sync::Arc;

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
