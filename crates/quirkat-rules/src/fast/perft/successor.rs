//! Steps, and what a move makes of a node.

use super::node::{CaptureMove, Node};
use super::side::{Sets, Side};
use super::state::{Walk, by_kind};
use crate::fast::simd::vector::{Simd, Words};

/// The point at a distance in a direction, as side `S` sees it.
#[inline(always)]
pub(super) fn moved<S: Side>(point: u32, direction: usize, distance: u32) -> u32 {
    let offset = S::offset(direction) * distance as i32;
    point.rotate_left((offset & 31) as u32)
}

/// The steps of a node, by direction; `empty` is all points without a piece.
#[inline(always)]
pub(super) fn steps<M: Simd, S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk<M>,
    node: &Node,
    empty: M::Words,
) -> M::Words {
    let machine = walk.machine;
    let table = walk.table::<S>();
    let steps = empty
        .looking::<S, 1>()
        .and(by_kind::<M, KINGS>(machine, node, &table.step));
    if !BANS {
        return steps;
    }
    let mut banned = machine.splat(node.bans.set);
    for (code, lanes) in node.bans.directions().into_iter().zip(&table.ban_bits) {
        banned = banned.and(machine.splat(code).xor(machine.load(lanes)));
    }
    steps.without(banned)
}

pub(super) fn after_huff(node: &Node, piece: u32) -> Node {
    let mut next = *node;
    next.them &= !piece;
    next.kings &= !piece;
    next.bans.remove(piece);
    next.marks = 0;
    next
}

#[inline(always)]
pub(super) fn after_capture<M: Simd, S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk<M>,
    node: &Node,
    capture: CaptureMove,
) -> Node {
    let CaptureMove { from, to, jumped } = capture;
    let mut kings = node.kings;
    let mut bans = node.bans;
    if KINGS {
        kings = crown::<M, S>(walk, kings & !jumped, from, to);
    }
    if BANS {
        bans.remove(from | jumped);
    }
    Node {
        me: node.them & !jumped,
        them: node.me & !from | to,
        kings,
        marks: 0,
        bans,
    }
}

#[inline(always)]
pub(super) fn after_step<M: Simd, S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk<M>,
    node: &Node,
    from: u32,
    to: u32,
    direction: usize,
    marks: u32,
) -> Node {
    let mut kings = node.kings;
    let mut bans = node.bans;
    if KINGS {
        kings = crown::<M, S>(walk, kings, from, to);
    }
    if BANS {
        bans.remove(from);
        let kind = usize::from(KINGS && kings & to != 0);
        let back = (direction + 4) % 8;
        if walk.table::<S>().step[kind][back] & to != 0 {
            bans.insert(to, if S::FAR { direction } else { back });
        }
    }
    Node {
        me: node.them,
        them: node.me ^ (from | to),
        kings,
        marks: if marks & from == 0 {
            marks
        } else {
            marks ^ (from | to)
        },
        bans,
    }
}

#[inline(always)]
fn crown<M: Simd, S: Side>(walk: &Walk<M>, kings: u32, from: u32, to: u32) -> u32 {
    if kings & from == 0 {
        kings | to & walk.table::<S>().last_row
    } else {
        kings & !from | to
    }
}
