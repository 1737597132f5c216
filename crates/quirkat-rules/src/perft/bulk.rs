//! Perft without positions: the board is never turned, no move is written down, and the moves of the
//! last ply are counted for eight nodes at once. For all rules but flying kings.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::captures::{jumps, list_captures};
use super::machine::Machine;
use super::nodes::{Node, Taking, Walk, by_kind};
use super::spread::spread;
use crate::bits::points;
use crate::direction::OFFSET;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx2, has_avx2};
use crate::lanes::{Lanes, Side, Words};
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

#[inline(always)]
pub(super) fn descend<
    L: Machine,
    S: Side,
    const KINGS: bool,
    const BANS: bool,
    const HUFFS: bool,
>(
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

#[inline(always)]
fn moved<S: Side>(point: u32, direction: usize, distance: u32) -> u32 {
    let offset = OFFSET[direction] as i32 * distance as i32;
    let offset = if S::FAR { -offset } else { offset };
    point.rotate_left((offset & 31) as u32)
}

#[inline(always)]
pub(super) fn steps<L: Lanes, S: Side, const KINGS: bool, const BANS: bool>(
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

pub(super) fn after_huff(node: &Node, piece: u32) -> Node {
    let mut next = *node;
    next.them &= !piece;
    next.kings &= !piece;
    next.bans.remove(piece);
    next.marks = 0;
    next
}

#[inline(always)]
pub(super) fn after_capture<S: Side, const KINGS: bool, const BANS: bool>(
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
    use crate::bits::ALL;
    use crate::{
        Capture, Chain, Color, Directions, Huffing, LandOnStart, LastRowStep, Majority, PerftUnit,
        Preset, Promotion, RawPosition, Rejump, Rules, StepBack,
    };
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

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

    fn random_rules(rng: &mut impl Rng) -> Rules {
        fn either<T>(rng: &mut impl Rng, a: T, b: T) -> T {
            if rng.random() { a } else { b }
        }
        loop {
            let rules = Rules {
                step: either(rng, Directions::ForwardSideways, Directions::All),
                first_jump: either(rng, Directions::ForwardSideways, Directions::All),
                later_jump: either(rng, Directions::ForwardSideways, Directions::All),
                capture: either(rng, Capture::Compulsory, Capture::Optional),
                must_continue: either(rng, Chain::MustContinue, Chain::MayStop),
                majority: either(rng, Majority::Off, Majority::On),
                rejump: either(rng, Rejump::Never, Rejump::OtherAxis),
                land_on_start: either(rng, LandOnStart::Allowed, LandOnStart::Forbidden),
                no_step_back: either(rng, StepBack::Allowed, StepBack::Forbidden),
                last_row_step: either(rng, LastRowStep::Allowed, LastRowStep::Forbidden),
                promotion: either(rng, Promotion::None, Promotion::Short),
                huffing: either(rng, Huffing::Off, Huffing::On),
                ..Rules::STANDARD
            };
            if rules.check().is_ok() {
                return rules;
            }
        }
    }

    /// Any pieces anywhere, with the state that the rules know: many long captures.
    fn random_board(rng: &mut impl Rng, geometry: &Geometry) -> Position {
        let mut set = || rng.random::<u32>() & ALL;
        // Half of the points empty, or more.
        let taken = if set() & 1 == 0 { set() } else { set() & set() };
        let own = taken & set() & set();
        let pieces = own | taken & set();
        let opp = pieces & !own;
        let banned = pieces & set();
        let no = |without: bool, set: u32| if without { 0 } else { set };
        let banned = no(!geometry.no_step_back, banned);
        let raw = RawPosition {
            own,
            opp,
            kings: no(!geometry.promotion, pieces & set()),
            marks: no(!geometry.huffing, opp & set()),
            banned,
            ban_direction: [0; 3].map(|_| banned & set()),
        };
        Position::from_raw(&raw, Color::White).unwrap()
    }

    #[test]
    fn any_board_under_any_rules_counts_what_the_moves_are() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut presets = Preset::ALL.map(Preset::rules).into_iter().cycle();
        let mut leaves = 0;
        for case in 0..600 {
            let rules = if case % 3 == 0 {
                presets.next().unwrap()
            } else {
                random_rules(&mut rng)
            };
            let geometry = Geometry::new(rules);
            let position = random_board(&mut rng, &geometry);
            for depth in 1..4 {
                let expected = by_moves(&geometry, &position, depth);
                let what = || format!("{rules:?} {position} {depth}");
                let counted = super::super::perft(&geometry, &position, PerftUnit::Action, depth);
                assert_eq!(counted, expected, "{}", what());
                if !geometry.flying {
                    let counted = start::<Words>(&geometry, &position, depth);
                    assert_eq!(counted, expected, "{}", what());
                }
                leaves += expected;
            }
        }
        // Enough for the leaves to be counted before there are no more.
        assert!(leaves > 600 * 64, "{leaves}");
    }
}
