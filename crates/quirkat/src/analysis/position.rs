use super::ExactPosition;
use quirkat_mcts::{Proven, Wdl};
use quirkat_rules::{Move, Outcome, Position};
use quirkat_solver::Bounds;

/// What an agent thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionAnalysis {
    /// The position.
    pub position: Position,
    /// How the game ended here, if it did.
    pub outcome: Option<Outcome>,
    /// The chances of the side to move; `None` for agents without an idea of values.
    pub value: Option<Wdl>,
    /// What is known of the value, where there are sources.
    pub exact: Option<Bounds>,
    /// The move that the agent makes without sampling, hop by hop; the first of equals.
    pub choice: Option<Move>,
    /// The line that the search expects, beginning with the choice, in whole moves.
    pub line: Vec<Move>,
    /// All legal moves, largest share first.
    pub moves: Vec<MoveAnalysis>,
}

/// What an agent thinks of a move. The search decides hop by hop: a capture of several hops with a
/// choice among them has a search of its own at each such point.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnalysis {
    /// The move.
    pub played: Move,
    /// The position after it.
    pub next: Position,
    /// The product of the priors of its hops.
    pub prior: Option<f64>,
    /// Simulations through it in the search that decided its last hop with a choice.
    pub visits: Option<u32>,
    /// The probability that the agent makes it when it samples at temperature 1: the product of
    /// the shares of its hops.
    pub share: Option<f64>,
    /// The chances of the side that makes it, in that same search; `None` without visits.
    pub value: Option<Wdl>,
    /// What the search proved, with the draw rules applied to the game's history.
    pub proven: Option<Proven>,
    /// What is known of its value for the side that makes it, where there are sources.
    pub exact: Option<Bounds>,
}

/// The expected score: win + draw / 2.
pub fn score(value: Wdl) -> f64 {
    f64::from(value.win) + f64::from(value.draw) / 2.0
}

impl PositionAnalysis {
    /// Sorts the moves and notes what is known exactly.
    pub(super) fn complete(&mut self, exact: Option<ExactPosition>) {
        self.moves.sort_by(|a, b| {
            let share = |analysis: &MoveAnalysis| analysis.share.unwrap_or(0.0);
            let texts = || a.played.to_string().cmp(&b.played.to_string());
            share(b).total_cmp(&share(a)).then_with(texts)
        });
        let Some(exact) = exact else { return };
        self.exact = Some(exact.value);
        for (played, bounds) in exact.moves {
            if let Some(found) = self.moves.iter_mut().find(|other| other.played == played) {
                found.exact = Some(bounds);
            }
        }
    }

    /// What is thought of one of the legal moves.
    pub fn of_move(&self, played: Move) -> Option<&MoveAnalysis> {
        self.moves.iter().find(|analysis| analysis.played == played)
    }
}
