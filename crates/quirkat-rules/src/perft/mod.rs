mod bulk;
mod captures;
mod chains;
mod leaves;
mod machine;
mod nodes;
mod spread;

use crate::{Geometry, Move, Position};
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

/// The number of ways to play `depth` plies from a position: paths over distinct landing paths of
/// whole moves. Draws are ignored; finished games give 0. The last ply is counted, not played.
pub fn perft(geometry: &Geometry, position: &Position, unit: PerftUnit, depth: u32) -> u64 {
    match unit {
        _ if depth == 0 => 1,
        PerftUnit::Action => perft_actions(geometry, position, depth),
        PerftUnit::Turn if !geometry.huffing => perft_actions(geometry, position, depth),
        PerftUnit::Turn => perft_turns(geometry, position, depth),
    }
}

/// [`perft`] of `depth - 1` after each legal move, sorted by the move's text. Under
/// [`PerftUnit::Turn`] a huff is listed with the turns that begin with it, at full depth. Empty
/// for depth 0.
pub fn divide(
    geometry: &Geometry,
    position: &Position,
    unit: PerftUnit,
    depth: u32,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut rows: Vec<(Move, u64)> = position
        .moves(geometry)
        .into_iter()
        .map(|(played, next)| {
            let huff = played.kind() == crate::MoveKind::Huff;
            let goes_on = huff && unit == PerftUnit::Turn && next.outcome(geometry).is_none();
            let rest = if goes_on { depth } else { depth - 1 };
            (played, perft(geometry, &next, unit, rest))
        })
        .collect();
    rows.sort_by_cached_key(|(played, _)| played.to_string());
    rows
}

fn perft_actions(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    if let Some(nodes) = bulk::count(geometry, position, depth) {
        return nodes;
    }
    if depth == 1 {
        return position.count_moves(geometry);
    }
    let mut nodes = 0;
    position.each_successor(geometry, |next| {
        nodes += perft_actions(geometry, &next, depth - 1);
    });
    nodes
}

fn perft_turns(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    let mut nodes = 0;
    for piece in crate::bits::points(position.marks) {
        let next = position.after_huff(piece);
        // A huff that ends the game completes its turn.
        nodes += match next.outcome(geometry) {
            Some(_) => u64::from(depth == 1),
            None => perft_turns(geometry, &next, depth),
        };
    }
    if depth == 1 {
        return nodes + position.count_turns(geometry);
    }
    position.each_turn_successor(geometry, |next| {
        nodes += perft_turns(geometry, &next, depth - 1);
    });
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn divide_adds_up_to_perft() {
        let geometry = Geometry::new(Rules::HUFFING);
        for unit in [PerftUnit::Action, PerftUnit::Turn] {
            for depth in 1..5 {
                let sum: u64 = divide(&geometry, &Position::START, unit, depth)
                    .iter()
                    .map(|(_, nodes)| nodes)
                    .sum();
                assert_eq!(sum, perft(&geometry, &Position::START, unit, depth));
            }
        }
    }
}
