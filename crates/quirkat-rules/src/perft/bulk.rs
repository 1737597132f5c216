//! Perft without positions: the board is never turned, no move is written down, and the last ply is
//! counted from eight sets of points at once. For all rules but flying kings.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::captures::{Hunt, count_paths, jumps, list_captures, list_paths};
use super::leaves::{Eight, EightBans, count_leaves};
use super::nodes::{Node, Taking, Walk, by_kind};
use crate::bits::points;
use crate::direction::OFFSET;
use crate::geometry::{KING, MAN};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx2, has_avx2};
use crate::lanes::{Far, Lanes, Near, Side, Words};
use crate::{Geometry, Position};

/// Perft by moves of the notation, huffs included; `None` where this walk does not know the rules
/// or a capture is in progress. `depth` is at least 1.
pub(super) fn count(geometry: &Geometry, position: &Position, depth: u32) -> Option<u64> {
    if geometry.flying || position.chain.is_some() {
        return None;
    }
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        return Some(start::<Avx2>(geometry, position, depth));
    }
    Some(start::<Words>(geometry, position, depth))
}

fn start<L: Machine>(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    let mut walk = Walk::new(geometry);
    let node = Node {
        me: position.own,
        them: position.opp,
        kings: position.kings,
        marks: position.marks,
        bans: position.bans,
    };
    let (kings, bans, huffs) = (geometry.promotion, geometry.no_step_back, geometry.huffing);
    match (kings, bans, huffs) {
        (false, false, false) => L::walk::<false, false, false>(&mut walk, &node, depth),
        (true, false, false) => L::walk::<true, false, false>(&mut walk, &node, depth),
        (false, true, false) => L::walk::<false, true, false>(&mut walk, &node, depth),
        (true, true, false) => L::walk::<true, true, false>(&mut walk, &node, depth),
        (false, false, true) => L::walk::<false, false, true>(&mut walk, &node, depth),
        (true, false, true) => L::walk::<true, false, true>(&mut walk, &node, depth),
        (false, true, true) => L::walk::<false, true, true>(&mut walk, &node, depth),
        (true, true, true) => L::walk::<true, true, true>(&mut walk, &node, depth),
    }
    walk.nodes
}

/// The functions that call themselves, compiled once for each kind of lanes.
pub(super) trait Machine: Lanes {
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    );
    fn count_leaves<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
    );
    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64;
    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32);

    /// The whole count, from a node of the side whose men go up.
    fn walk<const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) {
        if depth == 1 {
            walk.leaves[0].push::<KINGS, BANS, HUFFS>(node);
        } else {
            Self::descend::<Near, KINGS, BANS, HUFFS>(walk, node, depth);
        }
        walk.leaves[0].fill_up();
        Self::count_leaves::<Near, KINGS, BANS, HUFFS>(walk);
        walk.leaves[1].fill_up();
        Self::count_leaves::<Far, KINGS, BANS, HUFFS>(walk);
    }
}

impl Machine for Words {
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) {
        descend::<Self, S, KINGS, BANS, HUFFS>(walk, node, depth);
    }

    fn count_leaves<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
    ) {
        count_leaves::<Self, S, KINGS, BANS, HUFFS>(walk);
    }

    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64 {
        count_paths::<Self, S>(walk, hunt)
    }

    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32) {
        list_paths::<Self, S>(walk, hunt, from, jumped);
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Machine for Avx2 {
    #[inline(always)]
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
            walk: &mut Walk,
            node: &Node,
            depth: u32,
        ) {
            descend::<Avx2, S, KINGS, BANS, HUFFS>(walk, node, depth);
        }
        // SAFETY: `count` chose these lanes after it detected the features.
        unsafe { run::<S, KINGS, BANS, HUFFS>(walk, node, depth) }
    }

    #[inline(always)]
    fn count_leaves<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
    ) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(walk: &mut Walk) {
            count_leaves::<Avx2, S, KINGS, BANS, HUFFS>(walk);
        }
        // SAFETY: as above.
        unsafe { run::<S, KINGS, BANS, HUFFS>(walk) }
    }

    #[inline(always)]
    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64 {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side>(walk: &Walk, hunt: &Hunt<Avx2>) -> u64 {
            count_paths::<Avx2, S>(walk, hunt)
        }
        // SAFETY: as above.
        unsafe { run::<S>(walk, hunt) }
    }

    #[inline(always)]
    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side>(walk: &mut Walk, hunt: &Hunt<Avx2>, from: u32, jumped: u32) {
            list_paths::<Avx2, S>(walk, hunt, from, jumped);
        }
        // SAFETY: as above.
        unsafe { run::<S>(walk, hunt, from, jumped) }
    }
}

#[inline(always)]
fn descend<L: Machine, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk,
    node: &Node,
    depth: u32,
) {
    if depth == 2 {
        return spread::<L, S, KINGS, BANS, HUFFS>(walk, node);
    }
    if node.me == 0 || node.them == 0 {
        return;
    }
    if HUFFS {
        for piece in points(node.marks) {
            let next = after_huff(node, 1 << piece);
            L::descend::<S, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
        }
    }
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
            let mut at = bottom;
            let top = walk.taking.len();
            while at < top {
                let next = after_capture::<S, KINGS, BANS>(walk, node, walk.taking[at]);
                L::descend::<S::Other, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
                at += 1;
            }
            walk.taking.truncate(bottom);
        }
        for (direction, mut set) in short.store().into_iter().enumerate() {
            while set != 0 {
                let from = set & set.wrapping_neg();
                set ^= from;
                let taking = Taking {
                    from,
                    to: moved::<S>(from, direction, 2),
                    jumped: moved::<S>(from, direction, 1),
                };
                let next = after_capture::<S, KINGS, BANS>(walk, node, taking);
                L::descend::<S::Other, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
            }
        }
        if !walk.optional {
            return;
        }
    }
    let marks = if HUFFS { jumps.first.union() } else { 0 };
    let steps = steps::<L, S, KINGS, BANS>(walk, node, jumps.empty);
    for (direction, mut set) in steps.store().into_iter().enumerate() {
        while set != 0 {
            let from = set & set.wrapping_neg();
            set ^= from;
            let to = moved::<S>(from, direction, 1);
            let next = after_step::<S, KINGS, BANS>(walk, node, from, to, direction, marks);
            L::descend::<S::Other, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
        }
    }
}

/// Puts a node's successors, with which the last ply begins, among the leaves. Eight at a time: the
/// first move of each direction, then the second.
#[inline(always)]
fn spread<L: Machine, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
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
            while walk.taking.len() > bottom {
                let taking = walk.taking[walk.taking.len() - 1];
                walk.taking.truncate(walk.taking.len() - 1);
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
                marks
                    .xor(marked)
                    .or(marked.looking::<S::Other, 1>())
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

#[inline(always)]
fn moved<S: Side>(point: u32, direction: usize, distance: u32) -> u32 {
    let offset = OFFSET[direction] as i32 * distance as i32;
    let offset = if S::FAR { -offset } else { offset };
    point.rotate_left((offset & 31) as u32)
}

#[inline(always)]
fn steps<L: Lanes, S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk,
    node: &Node,
    empty: L,
) -> L {
    let table = walk.table::<S>();
    let steps = empty
        .looking::<S, 1>()
        .and(by_kind::<L, KINGS>(node, &table.step));
    if !BANS {
        return steps;
    }
    let mut banned = L::splat(node.bans.set);
    for (code, lanes) in node.bans.directions().into_iter().zip(&table.ban_bits) {
        banned = banned.and(L::splat(code).xor(L::load(lanes)));
    }
    steps.without(banned)
}

fn after_huff(node: &Node, piece: u32) -> Node {
    let mut next = *node;
    next.them &= !piece;
    next.kings &= !piece;
    next.bans.remove(piece);
    next.marks = 0;
    next
}

#[inline(always)]
fn after_capture<S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk,
    node: &Node,
    taking: Taking,
) -> Node {
    let Taking { from, to, jumped } = taking;
    let mut kings = node.kings;
    let mut bans = node.bans;
    if KINGS {
        kings = crown::<S>(walk, kings & !jumped, from, to);
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
fn after_step<S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk,
    node: &Node,
    from: u32,
    to: u32,
    direction: usize,
    marks: u32,
) -> Node {
    let mut kings = node.kings;
    let mut bans = node.bans;
    if KINGS {
        kings = crown::<S>(walk, kings, from, to);
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
fn crown<S: Side>(walk: &Walk, kings: u32, from: u32, to: u32) -> u32 {
    if kings & from == 0 {
        kings | to & walk.table::<S>().last_row
    } else {
        kings & !from | to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Majority, PerftUnit, Preset, Rules};

    /// By the moves of the position, which the oracle checks.
    fn by_moves(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut nodes = 0;
        position.each_successor(geometry, |next| {
            nodes += by_moves(geometry, &next, depth - 1);
        });
        nodes
    }

    #[test]
    fn plain_words_and_registers_count_what_the_moves_are() {
        let rows = [
            (Rules::STANDARD, "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"),
            (Rules::BELL, "2b1w/4b/4w/4w/1ww1w b n:c1d1+c5d5"),
            (Rules::PROMOTION, "5/b3b/B4/3ww/5 w"),
            (Rules::HUFFING, "4w/b4/5/5/5 w h:a4"),
            (Rules::STANDARD, "5/1b1b1/5/1b3/w3w w"),
        ];
        let majority = Rules {
            majority: Majority::On,
            ..Rules::PROMOTION
        };
        let all = Preset::ALL.map(Preset::rules).into_iter().chain([majority]);
        let starts = all.map(|rules| (rules, "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"));
        for (rules, text) in starts.chain(rows) {
            let geometry = Geometry::new(rules);
            let position = Position::parse(text, &geometry).unwrap();
            for depth in 1..7 {
                let expected = by_moves(&geometry, &position, depth);
                assert_eq!(
                    super::super::perft(&geometry, &position, PerftUnit::Action, depth),
                    expected,
                    "{rules} {text} {depth}"
                );
                if !geometry.flying {
                    assert_eq!(start::<Words>(&geometry, &position, depth), expected);
                }
            }
        }
    }
}
