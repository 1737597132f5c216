//! What a bulk count walks over: nodes, and the rules' tables for a board that is not turned.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::leaves::Leaves;
use crate::Geometry;
use crate::bits::{ALL, half_turn};
use crate::geometry::{KING, LAST_ROW, MAN};
use crate::lanes::{Lanes, Side};
use crate::position::Bans;

/// A position on the board as the side that moved first sees it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) me: u32,
    pub(super) them: u32,
    pub(super) kings: u32,
    pub(super) marks: u32,
    pub(super) bans: Bans,
}

/// A whole capture.
#[derive(Clone, Copy)]
pub(super) struct Taking {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) jumped: u32,
}

#[allow(
    clippy::struct_excessive_bools,
    reason = "the switches, as in the geometry"
)]
pub(super) struct Walk {
    /// For the side whose men go up, and for the other.
    pub(super) tables: [Table; 2],
    pub(super) other_axis: bool,
    pub(super) may_stop: bool,
    pub(super) majority: bool,
    pub(super) optional: bool,
    pub(super) land_on_start: bool,
    /// Captures of the nodes above, a stack.
    pub(super) taking: Vec<Taking>,
    /// Nodes of the last ply that wait to be counted, of the side whose men go up and of the other.
    pub(super) leaves: [Leaves; 2],
    /// Those among them with a capture of several jumps, their other moves counted.
    pub(super) chains: [Leaves; 2],
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

impl Walk {
    pub(super) fn new(geometry: &Geometry) -> Self {
        Self {
            tables: [Table::new(geometry, false), Table::new(geometry, true)],
            other_axis: geometry.other_axis,
            may_stop: geometry.may_stop,
            majority: geometry.majority,
            optional: geometry.optional,
            land_on_start: geometry.land_on_start,
            taking: Vec::new(),
            leaves: [Leaves::EMPTY; 2],
            chains: [Leaves::EMPTY; 2],
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

#[inline(always)]
pub(super) fn by_kind<L: Lanes, const KINGS: bool>(node: &Node, table: &[[u32; 8]; 2]) -> L {
    if KINGS {
        let men = L::splat(node.me & !node.kings).and(L::load(&table[MAN]));
        men.or(L::splat(node.me & node.kings).and(L::load(&table[KING])))
    } else {
        L::splat(node.me).and(L::load(&table[MAN]))
    }
}
