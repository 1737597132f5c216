//! The last ply but one: a node's successors, made eight at a time.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::bulk::{after_capture, after_huff, steps};
use super::captures::{jumps, list_captures};
use super::leaves::{Eight, EightBans};
use super::machine::Machine;
use super::nodes::{Node, Walk};
use crate::bits::points;
use crate::geometry::{KING, MAN};
use crate::lanes::{Lanes, Side};

/// Puts a node's successors among the leaves. Eight at a time: the first move in each direction, then
/// the second.
#[inline(always)]
pub(super) fn spread<
    L: Machine,
    S: Side,
    const KINGS: bool,
    const BANS: bool,
    const HUFFS: bool,
>(
    walk: &mut Walk,
    node: &Node,
) {
    if node.me == 0 || node.them == 0 {
        return;
    }
    let here = usize::from(S::FAR);
    if HUFFS {
        for piece in points(node.marks) {
            let next = after_huff(node, 1 << piece);
            if walk.leaves[here].push::<KINGS, BANS, HUFFS>(&next) {
                L::count_leaves::<S, KINGS, BANS, HUFFS>(walk);
            }
        }
    }
    let there = 1 - here;
    let (me, them) = (L::splat(node.me), L::splat(node.them));
    let (kings, last_row) = (L::splat(node.kings), L::splat(walk.table::<S>().last_row));
    let jumps = jumps::<L, S, KINGS>(walk, node);
    if !jumps.first.is_empty() {
        let mut short = jumps.first;
        if !jumps.longer.is_empty() {
            // Under majority a single jump may be one of the captures of most pieces or not.
            let listed = if walk.majority {
                jumps.first
            } else {
                jumps.longer
            };
            short = short.without(listed);
            let bottom = walk.taking.len();
            list_captures::<L, S, KINGS>(walk, node, jumps.empty, listed);
            while walk.taking.len() > bottom
                && let Some(taking) = walk.taking.pop()
            {
                let next = after_capture::<S, KINGS, BANS>(walk, node, taking);
                if walk.leaves[there].push::<KINGS, BANS, HUFFS>(&next) {
                    L::count_leaves::<S::Other, KINGS, BANS, HUFFS>(walk);
                }
            }
        }
        while !short.is_empty() {
            let from = short.lowest();
            short = short.xor(from);
            let jumped = from.looking::<S::Other, 1>();
            let to = from.looking::<S::Other, 2>();
            let nodes = Eight {
                me: them.without(jumped),
                them: me.xor(from).or(to),
                kings: if KINGS {
                    let risen = kings.and(from).looking::<S::Other, 2>();
                    land(kings.without(jumped), from, to, risen, last_row)
                } else {
                    kings
                },
                marks: L::splat(0),
                bans: EightBans::after::<BANS>(node, from.or(jumped)),
            };
            if walk.leaves[there].add::<L, KINGS, BANS, HUFFS>(&nodes, from.filled()) {
                L::count_leaves::<S::Other, KINGS, BANS, HUFFS>(walk);
            }
        }
        if !walk.optional {
            return;
        }
    }
    let marks = L::splat(if HUFFS { jumps.first.union() } else { 0 });
    let mut steps = steps::<L, S, KINGS, BANS>(walk, node, jumps.empty);
    while !steps.is_empty() {
        let from = steps.lowest();
        steps = steps.xor(from);
        let to = from.looking::<S::Other, 1>();
        let moved = from.or(to);
        let risen = kings.and(from).looking::<S::Other, 1>();
        let mut nodes = Eight {
            me: them,
            them: me.xor(moved),
            kings: if KINGS {
                land(kings, from, to, risen, last_row)
            } else {
                kings
            },
            marks: if HUFFS {
                let marked = marks.and(from);
                marks.xor(marked).or(marked.looking::<S::Other, 1>())
            } else {
                marks
            },
            bans: EightBans::after::<BANS>(node, from),
        };
        if BANS {
            let back = &walk.table::<S>().step_back;
            let mut bans = to.and(L::load(&back[MAN]));
            if KINGS {
                let king = to.and(nodes.kings);
                bans = bans.without(king).or(king.and(L::load(&back[KING])));
            }
            nodes.bans.insert(bans, &walk.table::<S>().back_bits);
        }
        if walk.leaves[there].add::<L, KINGS, BANS, HUFFS>(&nodes, from.filled()) {
            L::count_leaves::<S::Other, KINGS, BANS, HUFFS>(walk);
        }
    }
}

/// The kings of eight nodes after a move; `risen` is where one of them landed.
#[inline(always)]
fn land<L: Lanes>(kings: L, from: L, to: L, risen: L, last_row: L) -> L {
    kings.without(from).or(risen).or(to.and(last_row))
}
