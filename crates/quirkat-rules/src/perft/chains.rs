//! Captures of two jumps, in eight nodes of the last ply at once.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::captures::{count_captures, jumps};
use super::leaves::{Kinds, MANY, count_all, eight, offset_of, rest, sum};
use super::machine::Machine;
use super::nodes::Walk;
use crate::bits::ALL;
use crate::geometry::MAN;
use crate::lanes::Side;

/// Adds the captures of the first [`MANY`] nodes and forgets these.
#[inline(always)]
pub(super) fn count_chains<L: Machine, S: Side, const KINGS: bool>(walk: &mut Walk) {
    let mut at = 0;
    while at < MANY {
        count_eight::<L, S, KINGS>(walk, at);
        at += 8;
    }
    let chains = &mut walk.chains[usize::from(S::FAR)];
    chains.len -= MANY;
    rest::<L>(&mut chains.me);
    rest::<L>(&mut chains.them);
    if KINGS {
        rest::<L>(&mut chains.kings);
    }
}

/// Needs the same later jumps for men and kings, and no majority. Nodes in which a third jump may
/// be possible are counted one by one.
#[allow(
    clippy::needless_range_loop,
    reason = "a direction is an index of several arrays and gives the offset"
)]
#[inline(always)]
fn count_eight<L: Machine, S: Side, const KINGS: bool>(walk: &mut Walk, at: usize) {
    let chains = &walk.chains[usize::from(S::FAR)];
    let table = walk.table::<S>();
    let me = L::load(eight(&chains.me, at));
    let them = L::load(eight(&chains.them, at));
    let kinds = Kinds::of::<KINGS>(me, L::load(eight(&chains.kings, at)));
    let empty = L::splat(ALL).without(me.or(them));
    let none = L::splat(0);
    // Jumps that the table allows for any piece there, and the first ones among them by a piece.
    let (mut later, mut firsts) = ([none; 8], [none; 8]);
    for direction in 0..8 {
        let offset = offset_of::<S>(direction);
        let open = them.shifted(offset).and(empty.shifted(2 * offset));
        later[direction] = open.and(L::splat(table.later[MAN][direction]));
        firsts[direction] = open.and(kinds.on::<KINGS>(&table.first, direction));
    }
    // How many jumps can follow at each point, in binary digits. The jump back is none of them, as
    // the point where the piece began is not empty; so eight need no digit.
    let [a, b, c, d, e, f, g, h] = later;
    let (ones, twos) = sum(a, b, c);
    let (more_ones, more_twos) = sum(d, e, f);
    let (ones, twos_again) = sum(ones, more_ones, g);
    let (twos, fours) = sum(twos, more_twos, twos_again);
    let (ones, carry) = (ones.xor(h), ones.and(h));
    let (twos, fours) = (twos.xor(carry), fours.or(twos.and(carry)));
    let some = ones.or(twos).or(fours);
    // Here the piece may return to where it began: every point is free from which a chain begins.
    let mut begun = none;
    for direction in 0..8 {
        let landing = some.shifted(2 * offset_of::<S>(direction));
        begun = begun.or(firsts[direction].and(landing));
    }
    let free = empty.or(begun);
    let mut third = [none; 8];
    for direction in 0..8 {
        let offset = offset_of::<S>(direction);
        let open = them.shifted(offset).and(free.shifted(2 * offset));
        third[direction] = open.and(L::splat(table.later[MAN][direction]));
    }
    // Points at which some jump is possible but for one direction: all before it and all behind it.
    let mut behind = [none; 8];
    for direction in (0..7).rev() {
        behind[direction] = behind[direction + 1].or(third[direction + 1]);
    }
    let (mut before, mut second) = (none, none);
    for direction in 0..8 {
        // After a second jump in the other direction, whose jump back this is.
        let onward = before.or(behind[direction]);
        let jumped = (direction + 4) % 8;
        let landing = onward.shifted(2 * offset_of::<S>(jumped));
        second = second.or(later[jumped].and(landing));
        before = before.or(third[direction]);
    }
    let mut deep = none;
    for direction in 0..8 {
        let landing = second.shifted(2 * offset_of::<S>(direction));
        deep = deep.or(firsts[direction].and(landing));
    }
    let flat = deep.vacant();
    let (mut whole, mut by_one) = (firsts, firsts);
    let (mut by_two, mut by_four) = (firsts, firsts);
    for direction in 0..8 {
        let offset = 2 * offset_of::<S>(direction);
        let first = firsts[direction].and(flat);
        by_one[direction] = first.and(ones.shifted(offset));
        by_two[direction] = first.and(twos.shifted(offset));
        by_four[direction] = first.and(fours.shifted(offset));
        whole[direction] = if walk.may_stop {
            first
        } else {
            first.without(some.shifted(offset))
        };
    }
    let pairs = count_all(&by_one) + 2 * count_all(&by_two) + 4 * count_all(&by_four);
    walk.nodes += u64::from(count_all(&whole) + pairs);
    let mut deep = deep.filled();
    while deep != 0 {
        let lane = deep.trailing_zeros() as usize;
        deep &= deep - 1;
        let node = walk.chains[usize::from(S::FAR)].node(at + lane);
        let jumps = jumps::<L, S, KINGS>(walk, &node);
        walk.nodes += count_captures::<L, S, KINGS>(walk, &node, &jumps);
    }
}
