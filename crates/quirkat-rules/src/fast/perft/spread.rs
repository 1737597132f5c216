//! The last ply but one: a node's successors, made eight at a time.

use super::captures::{jumps, list_captures};
use super::eight::{EightBans, EightNodes};
use super::leaves::count_leaves;
use super::node::Node;
use super::side::{Sets, Side};
use super::state::Walk;
use super::successor::{after_capture, after_huff, steps};
use crate::board::points::points;
use crate::fast::simd::vector::{Simd, Words};
use crate::rules::geometry::{KING, MAN};

/// Puts a node's successors among the leaves. Eight at a time: the first move in each direction, then
/// the second.
#[inline(always)]
pub(super) fn spread<M: Simd, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk<M>,
    node: &Node,
) {
    if node.me == 0 || node.them == 0 {
        return;
    }
    let machine = walk.machine;
    let here = usize::from(S::FAR);
    if HUFFS {
        for piece in points(node.marks) {
            let next = after_huff(node, 1 << piece);
            if walk.leaves[here].push::<KINGS, BANS, HUFFS>(&next) {
                count_leaves::<M, S, KINGS, BANS, HUFFS>(walk);
            }
        }
    }
    let there = 1 - here;
    let (me, them) = (machine.splat(node.me), machine.splat(node.them));
    let (kings, last_row) = (
        machine.splat(node.kings),
        machine.splat(walk.table::<S>().last_row),
    );
    let jumps = jumps::<M, S, KINGS>(walk, node);
    if !jumps.first.all_zero() {
        let mut short = jumps.first;
        if !jumps.longer.all_zero() {
            // Under majority a single jump may be one of the captures of most pieces or not.
            let listed = if walk.majority {
                jumps.first
            } else {
                jumps.longer
            };
            short = short.without(listed);
            let bottom = walk.captures.len();
            list_captures::<M, S, KINGS>(walk, node, jumps.empty, listed);
            while walk.captures.len() > bottom
                && let Some(capture) = walk.captures.pop()
            {
                let next = after_capture::<M, S, KINGS, BANS>(walk, node, capture);
                if walk.leaves[there].push::<KINGS, BANS, HUFFS>(&next) {
                    count_leaves::<M, S::Other, KINGS, BANS, HUFFS>(walk);
                }
            }
        }
        while !short.all_zero() {
            let from = short.lowest_bit();
            short = short.xor(from);
            let jumped = from.looking::<S::Other, 1>();
            let to = from.looking::<S::Other, 2>();
            let nodes = EightNodes {
                me: them.without(jumped),
                them: me.xor(from).or(to),
                kings: if KINGS {
                    let risen = kings.and(from).looking::<S::Other, 2>();
                    land(kings.without(jumped), from, to, risen, last_row)
                } else {
                    kings
                },
                marks: machine.splat(0),
                bans: EightBans::after::<M, BANS>(machine, node, from.or(jumped)),
            };
            if walk.leaves[there].add::<M::Words, KINGS, BANS, HUFFS>(&nodes, from.nonzero()) {
                count_leaves::<M, S::Other, KINGS, BANS, HUFFS>(walk);
            }
        }
        if !walk.optional {
            return;
        }
    }
    let marks = machine.splat(if HUFFS { jumps.first.union() } else { 0 });
    let mut steps = steps::<M, S, KINGS, BANS>(walk, node, jumps.empty);
    while !steps.all_zero() {
        let from = steps.lowest_bit();
        steps = steps.xor(from);
        let to = from.looking::<S::Other, 1>();
        let moved = from.or(to);
        let risen = kings.and(from).looking::<S::Other, 1>();
        let mut nodes = EightNodes {
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
            bans: EightBans::after::<M, BANS>(machine, node, from),
        };
        if BANS {
            let back = &walk.table::<S>().step_back;
            let mut bans = to.and(machine.load(&back[MAN]));
            if KINGS {
                let king = to.and(nodes.kings);
                bans = bans.without(king).or(king.and(machine.load(&back[KING])));
            }
            nodes
                .bans
                .insert(machine, bans, &walk.table::<S>().back_bits);
        }
        if walk.leaves[there].add::<M::Words, KINGS, BANS, HUFFS>(&nodes, from.nonzero()) {
            count_leaves::<M, S::Other, KINGS, BANS, HUFFS>(walk);
        }
    }
}

/// The kings of eight nodes after a move; `risen` is where one of them landed.
#[inline(always)]
fn land<W: Words>(kings: W, from: W, to: W, risen: W, last_row: W) -> W {
    kings.without(from).or(risen).or(to.and(last_row))
}
