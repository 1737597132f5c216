//! What a count needs besides nodes: the rules' tables for each side, and what waits to be counted.

use super::node::{CaptureMove, Node};
use super::queue::NodeQueue;
use super::side::Side;
use crate::board::points::{ALL, LAST_ROW, half_turn};
use crate::fast::simd::vector::{Simd, Words};
use crate::rules::geometry::{Geometry, KING, MAN};

/// What the whole count shares.
#[allow(
    clippy::struct_excessive_bools,
    reason = "the switches, as in the geometry"
)]
pub(super) struct Walk<M> {
    pub(super) machine: M,
    /// For the side whose men go up, and for the other.
    pub(super) tables: [Table; 2],
    pub(super) other_axis: bool,
    pub(super) may_stop: bool,
    pub(super) majority: bool,
    pub(super) optional: bool,
    pub(super) land_on_start: bool,
    /// Captures of the nodes above, a stack.
    pub(super) captures: Vec<CaptureMove>,
    /// Nodes of the last ply that wait to be counted, of the side whose men go up and of the other.
    pub(super) leaves: [NodeQueue; 2],
    /// Those among them with a capture of several jumps, their other moves counted.
    pub(super) chains: [NodeQueue; 2],
    /// Whether `chains` is used: the rules allow to count second jumps by sets.
    pub(super) pairs: bool,
    /// The moves counted so far.
    pub(super) nodes: u64,
}

/// The tables of [`Geometry`] as one side's pieces need them on a board that is not turned, each
/// `[kind][direction]`.
pub(super) struct Table {
    pub(super) step: [[u32; 8]; 2],
    pub(super) first: [[u32; 8]; 2],
    pub(super) later: [[u32; 8]; 2],
    pub(super) last_row: u32,
    /// For each bit of a ban's direction: no points in the lanes whose direction has it, else all.
    pub(super) ban_bits: [[u32; 8]; 3],
    /// `[kind][direction]`: points where a piece that came in the direction may step back.
    pub(super) step_back: [[u32; 8]; 2],
    /// For each bit of a ban's direction: all points in the lanes whose way back has it, else none.
    pub(super) back_bits: [[u32; 8]; 3],
}

impl Table {
    pub(super) fn new(geometry: &Geometry, far: bool) -> Self {
        let turn = |sets: [[u32; 8]; 2]| {
            sets.map(|kind| kind.map(|set| if far { half_turn(set) } else { set }))
        };
        let ban_bits = std::array::from_fn(|bit| {
            std::array::from_fn(|lane| {
                let direction = if far { (lane + 4) % 8 } else { lane };
                if direction >> bit & 1 == 1 { 0 } else { ALL }
            })
        });
        let step = turn(geometry.step_from);
        Self {
            step_back: step.map(|kind| std::array::from_fn(|lane| kind[(lane + 4) % 8])),
            // The way back in direction d has the bits of the ban in direction d + 4.
            back_bits: ban_bits
                .map(|bits: [u32; 8]| std::array::from_fn(|lane| ALL & !bits[(lane + 4) % 8])),
            step,
            first: turn(geometry.first_jump_from),
            later: turn(geometry.later_jump_from),
            last_row: if far { half_turn(LAST_ROW) } else { LAST_ROW },
            ban_bits,
        }
    }
}

impl<M: Simd> Walk<M> {
    pub(super) fn new(machine: M, geometry: &Geometry) -> Self {
        Self {
            tables: [Table::new(geometry, false), Table::new(geometry, true)],
            other_axis: geometry.other_axis,
            may_stop: geometry.may_stop,
            majority: geometry.majority,
            optional: geometry.optional,
            land_on_start: geometry.land_on_start,
            machine,
            captures: Vec::new(),
            leaves: [NodeQueue::EMPTY; 2],
            chains: [NodeQueue::EMPTY; 2],
            pairs: !geometry.majority
                && (!geometry.promotion
                    || geometry.later_jump_from[MAN] == geometry.later_jump_from[KING]),
            nodes: 0,
        }
    }

    #[inline(always)]
    pub(super) fn table<S: Side>(&self) -> &Table {
        &self.tables[usize::from(S::FAR)]
    }
}

/// The pieces of the side to move on the points that a table has for each direction.
#[inline(always)]
pub(super) fn by_kind<M: Simd, const KINGS: bool>(
    machine: M,
    node: &Node,
    table: &[[u32; 8]; 2],
) -> M::Words {
    if KINGS {
        let men = machine
            .splat(node.me & !node.kings)
            .and(machine.load(&table[MAN]));
        men.or(machine
            .splat(node.me & node.kings)
            .and(machine.load(&table[KING])))
    } else {
        machine.splat(node.me).and(machine.load(&table[MAN]))
    }
}
