//! Perft without positions: the board is never turned, no move is written down, and the moves of the
//! last ply are counted for eight nodes at once. For all rules but flying kings.

use super::captures::{jumps, list_captures};
use super::chains::count_chains;
use super::leaves::count_leaves;
use super::node::{CaptureMove, Node};
use super::side::{Far, Near, Side};
use super::spread::spread;
use super::state::Walk;
use super::successor::{after_capture, after_huff, after_step, moved, steps};
use crate::board::points::points;
#[cfg(target_arch = "x86_64")]
use crate::fast::simd::avx2::Avx2;
use crate::fast::simd::portable::Portable;
use crate::fast::simd::vector::{Simd, Task, Words};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;
use std::marker::PhantomData;

/// Perft by moves of the notation, huffs included. The rules must have no flying kings, no capture
/// may be in progress, and `depth` is at least 1.
pub(super) fn count(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if let Some(machine) = Avx2::detect() {
        return count_with(machine, geometry, position, depth);
    }
    count_with(Portable, geometry, position, depth)
}

fn count_with<M: Simd>(machine: M, geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    let mut walk = Walk::new(machine, geometry);
    let node = Node::of(position);
    let (kings, bans, huffs) = (geometry.promotion, geometry.no_step_back, geometry.huffing);
    match (kings, bans, huffs) {
        (false, false, false) => start::<M, false, false, false>(&mut walk, &node, depth),
        (true, false, false) => start::<M, true, false, false>(&mut walk, &node, depth),
        (false, true, false) => start::<M, false, true, false>(&mut walk, &node, depth),
        (true, true, false) => start::<M, true, true, false>(&mut walk, &node, depth),
        (false, false, true) => start::<M, false, false, true>(&mut walk, &node, depth),
        (true, false, true) => start::<M, true, false, true>(&mut walk, &node, depth),
        (false, true, true) => start::<M, false, true, true>(&mut walk, &node, depth),
        (true, true, true) => start::<M, true, true, true>(&mut walk, &node, depth),
    }
    walk.nodes
}

/// The whole count, from a node of the side whose men go up.
fn start<M: Simd, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk<M>,
    node: &Node,
    depth: u32,
) {
    if depth == 1 {
        // One node never fills a queue.
        let _ = walk.leaves[0].push::<KINGS, BANS, HUFFS>(node);
    } else {
        descend_apart::<M, Near, KINGS, BANS, HUFFS>(walk, node, depth);
    }
    walk.leaves[0].fill_up();
    count_leaves::<M, Near, KINGS, BANS, HUFFS>(walk);
    walk.leaves[1].fill_up();
    count_leaves::<M, Far, KINGS, BANS, HUFFS>(walk);
    walk.chains[0].fill_up();
    count_chains::<M, Near, KINGS>(walk);
    walk.chains[1].fill_up();
    count_chains::<M, Far, KINGS>(walk);
}

/// [`descend`] as a function of its own, for it leads back to itself.
#[inline(always)]
fn descend_apart<M: Simd, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk<M>,
    node: &Node,
    depth: u32,
) {
    walk.machine
        .call::<Descend<M, S, KINGS, BANS, HUFFS>>(walk, node, depth);
}

struct Descend<'a, M, S, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    PhantomData<(&'a M, S)>,
);

impl<'a, M: Simd, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool> Task<M>
    for Descend<'a, M, S, KINGS, BANS, HUFFS>
{
    type A = &'a mut Walk<M>;
    type B = &'a Node;
    type C = u32;
    type Output = ();

    #[inline(always)]
    fn run(_: M, walk: &mut Walk<M>, node: &Node, depth: u32) {
        descend::<M, S, KINGS, BANS, HUFFS>(walk, node, depth);
    }
}

/// Puts the nodes of the last ply below a node among the leaves; `depth` is at least 2.
#[inline(always)]
fn descend<M: Simd, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk<M>,
    node: &Node,
    depth: u32,
) {
    if depth == 2 {
        return spread::<M, S, KINGS, BANS, HUFFS>(walk, node);
    }
    if node.me == 0 || node.them == 0 {
        return;
    }
    if HUFFS {
        for piece in points(node.marks) {
            let next = after_huff(node, 1 << piece);
            descend_apart::<M, S, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
        }
    }
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
            let mut at = bottom;
            let top = walk.captures.len();
            while at < top {
                let next = after_capture::<M, S, KINGS, BANS>(walk, node, walk.captures[at]);
                descend_apart::<M, S::Other, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
                at += 1;
            }
            walk.captures.truncate(bottom);
        }
        for (direction, mut set) in short.store().into_iter().enumerate() {
            while set != 0 {
                let from = set & set.wrapping_neg();
                set ^= from;
                let capture = CaptureMove {
                    from,
                    to: moved::<S>(from, direction, 2),
                    jumped: moved::<S>(from, direction, 1),
                };
                let next = after_capture::<M, S, KINGS, BANS>(walk, node, capture);
                descend_apart::<M, S::Other, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
            }
        }
        if !walk.optional {
            return;
        }
    }
    let marks = if HUFFS { jumps.first.union() } else { 0 };
    let steps = steps::<M, S, KINGS, BANS>(walk, node, jumps.empty);
    for (direction, mut set) in steps.store().into_iter().enumerate() {
        while set != 0 {
            let from = set & set.wrapping_neg();
            set ^= from;
            let to = moved::<S>(from, direction, 1);
            let next = after_step::<M, S, KINGS, BANS>(walk, node, from, to, direction, marks);
            descend_apart::<M, S::Other, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::color::Color;
    use crate::board::points::ALL;
    use crate::play::perft::{PerftUnit, plain_perft};
    use crate::play::raw::RawPosition;
    use crate::random_rules::random_rules;
    use crate::rules::preset::Preset;
    use crate::rules::switches::{Majority, Promotion, Rules};
    use proptest::prelude::*;

    /// Both kinds of machine against the plain count.
    fn check(geometry: &Geometry, position: &Position, depth: u32) -> Result<(), TestCaseError> {
        let expected = plain_perft(geometry, position, PerftUnit::Action, depth);
        let counted = count(geometry, position, depth);
        prop_assert_eq!(
            counted,
            expected,
            "{:?} {} {}",
            geometry.rules(),
            position,
            depth
        );
        let counted = count_with(Portable, geometry, position, depth);
        prop_assert_eq!(
            counted,
            expected,
            "{:?} {} {}",
            geometry.rules(),
            position,
            depth
        );
        Ok(())
    }

    #[test]
    fn registers_and_arrays_count_what_the_moves_are() {
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
        let counted = |rules: &Rules| rules.promotion != Promotion::Flying;
        for (rules, text) in starts.chain(rows).filter(|(rules, _)| counted(rules)) {
            let geometry = Geometry::new(rules);
            let position = Position::parse(text, &geometry).unwrap();
            for depth in 1..7 {
                check(&geometry, &position, depth).unwrap();
            }
        }
    }

    /// Random sets for the parts of a position.
    type Sets = [u32; 9];

    /// Any pieces anywhere, with the state that the rules know: many long captures.
    fn board(geometry: &Geometry, sets: &Sets) -> Position {
        let set = |number: usize| sets[number] & ALL;
        // Half of the points empty, or more.
        let occupied = if sets[0] >> 31 == 0 {
            set(0)
        } else {
            set(0) & set(1)
        };
        let own = occupied & set(2);
        let opp = occupied & !own & set(3);
        let pieces = own | opp;
        let only_if = |known: bool, set: u32| if known { set } else { 0 };
        let banned = only_if(geometry.no_step_back, pieces & set(4));
        let raw = RawPosition {
            own,
            opp,
            kings: only_if(geometry.promotion, pieces & set(5)),
            marks: only_if(geometry.huffing, opp & set(6)),
            banned,
            ban_direction: [7, 8, 0].map(|number| banned & set(number).rotate_left(3)),
        };
        Position::from_raw(&raw, Color::White).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

        #[test]
        fn any_board_under_any_rules_counts_what_the_moves_are(
            rules in random_rules(), sets: Sets
        ) {
            let rules = match rules.promotion {
                Promotion::Flying => Rules { promotion: Promotion::Short, ..rules },
                _ => rules,
            };
            let geometry = Geometry::new(rules);
            let position = board(&geometry, &sets);
            for depth in 1..4 {
                check(&geometry, &position, depth)?;
            }
        }
    }
}
