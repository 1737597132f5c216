//! Perft: the number of ways to play on, counted move by move.

use crate::board::points::points;
use crate::play::moves::{Move, MoveKind};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;
use std::fmt;
use std::str::FromStr;

/// What a ply of perft is. The two differ under huffing only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PerftUnit {
    /// Every move of the notation, a huff included.
    #[default]
    Action,
    /// Everything a side does until the other is to move; a huff is a free prefix.
    Turn,
}

impl FromStr for PerftUnit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "action" => Ok(Self::Action),
            "turn" => Ok(Self::Turn),
            _ => Err(format!("unknown unit `{text}`; allowed are action, turn")),
        }
    }
}

impl fmt::Display for PerftUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Action => "action",
            Self::Turn => "turn",
        })
    }
}

/// What [`perft`](crate::perft) counts, by plain recursion over the legal moves: the definition to
/// which the fast count is held.
pub fn plain_perft(geometry: &Geometry, position: &Position, unit: PerftUnit, depth: u32) -> u64 {
    match (depth, unit) {
        (0, _) => 1,
        (_, PerftUnit::Action) => by_actions(geometry, position, depth),
        (_, PerftUnit::Turn) => by_turns(geometry, position, depth),
    }
}

/// `count` of `depth - 1` after each legal move, sorted by the move's text; see
/// [`divide`](crate::divide).
pub(crate) fn divide_by(
    geometry: &Geometry,
    position: &Position,
    unit: PerftUnit,
    depth: u32,
    count: impl Fn(&Position, u32) -> u64,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut rows: Vec<(Move, u64)> = position
        .moves(geometry)
        .into_iter()
        .map(|(played, next)| {
            let huff = played.kind() == MoveKind::Huff;
            let goes_on = huff && unit == PerftUnit::Turn && next.outcome(geometry).is_none();
            (
                played,
                count(&next, if goes_on { depth } else { depth - 1 }),
            )
        })
        .collect();
    rows.sort_by_cached_key(|(played, _)| played.to_string());
    rows
}

fn by_actions(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves(geometry);
    }
    let mut nodes = 0;
    position.each_successor(geometry, |next| {
        nodes += by_actions(geometry, &next, depth - 1);
    });
    nodes
}

fn by_turns(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    let mut nodes = 0;
    for piece in points(position.marks) {
        let next = position.after_huff(piece);
        // A huff that ends the game completes its turn.
        nodes += match next.outcome(geometry) {
            Some(_) => u64::from(depth == 1),
            None => by_turns(geometry, &next, depth),
        };
    }
    if depth == 1 {
        return nodes + position.count_turns(geometry);
    }
    position.each_turn_successor(geometry, |next| {
        nodes += by_turns(geometry, &next, depth - 1);
    });
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::switches::Rules;

    #[test]
    fn divide_adds_up_to_perft() {
        let geometry = Geometry::new(Rules::HUFFING);
        for unit in [PerftUnit::Action, PerftUnit::Turn] {
            for depth in 1..5 {
                let count = |next: &Position, depth| plain_perft(&geometry, next, unit, depth);
                let sum: u64 = divide_by(&geometry, &Position::START, unit, depth, count)
                    .iter()
                    .map(|(_, nodes)| nodes)
                    .sum();
                assert_eq!(sum, plain_perft(&geometry, &Position::START, unit, depth));
            }
        }
    }
}
