use super::walk;
use crate::play::moves::Move;
use crate::play::perft::{PerftUnit, divide_by, plain_perft};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;

/// The number of ways to play `depth` plies from a position: paths over distinct landing paths of
/// whole moves. Draws are ignored; finished games give 0. The last ply is counted, not played.
///
/// The same number as [`plain_perft`]. Flying kings, and turns under huffing, are counted by it.
pub fn perft(geometry: &Geometry, position: &Position, unit: PerftUnit, depth: u32) -> u64 {
    // Without huffing a turn is an action.
    let turns = unit == PerftUnit::Turn && geometry.huffing;
    if depth == 0 || turns || geometry.flying {
        return plain_perft(geometry, position, unit, depth);
    }
    if !position.is_capturing() {
        return walk::count(geometry, position, depth);
    }
    let mut nodes = 0;
    position.each_successor(geometry, |next| {
        nodes += perft(geometry, &next, unit, depth - 1);
    });
    nodes
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
    divide_by(geometry, position, unit, depth, |next, depth| {
        perft(geometry, next, unit, depth)
    })
}
