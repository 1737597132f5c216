//! Captures of two jumps, in eight nodes of the last ply at once.

use super::captures::{count_captures, jumps};
use super::eight::{Kinds, count_all, sum};
use super::queue::{MANY, eight};
use super::side::{Sets, Side};
use super::state::Walk;
use crate::board::points::ALL;
use crate::fast::simd::vector::{Simd, Task, Words};
use crate::rules::geometry::MAN;
use std::marker::PhantomData;

/// Adds the captures of the first [`MANY`] nodes of a side that have a capture of several jumps, and
/// forgets these nodes: a function of its own, for it is seldom called.
#[inline(always)]
pub(super) fn count_chains<M: Simd, S: Side, const KINGS: bool>(walk: &mut Walk<M>) {
    walk.machine.call::<CountChains<M, S, KINGS>>(walk, (), ());
}

struct CountChains<'a, M, S, const KINGS: bool>(PhantomData<(&'a M, S)>);

impl<'a, M: Simd, S: Side, const KINGS: bool> Task<M> for CountChains<'a, M, S, KINGS> {
    type A = &'a mut Walk<M>;
    type B = ();
    type C = ();
    type Output = ();

    #[inline(always)]
    fn run(_: M, walk: &'a mut Walk<M>, (): (), (): ()) {
        let mut at = 0;
        while at < MANY {
            count_eight::<M, S, KINGS>(walk, at);
            at += 8;
        }
        walk.chains[usize::from(S::FAR)].drop_counted::<KINGS, false, false>();
    }
}

/// Needs the same later jumps for men and kings, and no majority. Nodes in which a third jump may
/// be possible are counted one by one.
#[allow(
    clippy::needless_range_loop,
    reason = "a direction is an index of several arrays and gives the offset"
)]
#[inline(always)]
fn count_eight<M: Simd, S: Side, const KINGS: bool>(walk: &mut Walk<M>, at: usize) {
    let machine = walk.machine;
    let chains = &walk.chains[usize::from(S::FAR)];
    let table = walk.table::<S>();
    let me = machine.load(eight(&chains.me, at));
    let them = machine.load(eight(&chains.them, at));
    let kinds = Kinds::of::<KINGS>(me, machine.load(eight(&chains.kings, at)));
    let empty = machine.splat(ALL).without(me.or(them));
    let none = machine.splat(0);
    // Jumps that the table allows for any piece there, and the first ones among them by a piece.
    let (mut later, mut firsts) = ([none; 8], [none; 8]);
    for direction in 0..8 {
        let offset = S::offset(direction);
        let open = them.shifted(offset).and(empty.shifted(2 * offset));
        later[direction] = open.and(machine.splat(table.later[MAN][direction]));
        firsts[direction] = open.and(kinds.on::<M, KINGS>(machine, &table.first, direction));
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
        let landing = some.shifted(2 * S::offset(direction));
        begun = begun.or(firsts[direction].and(landing));
    }
    let free = empty.or(begun);
    let mut third = [none; 8];
    for direction in 0..8 {
        let offset = S::offset(direction);
        let open = them.shifted(offset).and(free.shifted(2 * offset));
        third[direction] = open.and(machine.splat(table.later[MAN][direction]));
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
        let landing = onward.shifted(2 * S::offset(jumped));
        second = second.or(later[jumped].and(landing));
        before = before.or(third[direction]);
    }
    let mut deep = none;
    for direction in 0..8 {
        let landing = second.shifted(2 * S::offset(direction));
        deep = deep.or(firsts[direction].and(landing));
    }
    let flat = deep.is_zero();
    let (mut whole, mut by_one) = (firsts, firsts);
    let (mut by_two, mut by_four) = (firsts, firsts);
    for direction in 0..8 {
        let offset = 2 * S::offset(direction);
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
    let mut deep = deep.nonzero();
    while deep != 0 {
        let lane = deep.trailing_zeros() as usize;
        deep &= deep - 1;
        let node = walk.chains[usize::from(S::FAR)].node(at + lane);
        let jumps = jumps::<M, S, KINGS>(walk, &node);
        walk.nodes += count_captures::<M, S, KINGS>(walk, &node, &jumps);
    }
}
