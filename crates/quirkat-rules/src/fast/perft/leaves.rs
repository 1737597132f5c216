//! The moves of the last ply, counted for eight nodes at a time, a lane for each node. Siblings and
//! cousins alike; nothing is remembered of a node once it is counted.

use super::captures::{count_captures, jumps};
use super::chains::count_chains;
use super::eight::{EightBans, EightNodes, Kinds, count_all};
use super::queue::{MANY, eight};
use super::side::{Sets, Side};
use super::state::Walk;
use crate::board::points::ALL;
use crate::fast::simd::vector::{Simd, Task, Words};
use crate::rules::geometry::{KING, MAN};
use std::marker::PhantomData;

/// Adds the moves of the first [`MANY`] leaves of a side and forgets these nodes: a function of its
/// own, for it is called from many places.
#[inline(always)]
pub(super) fn count_leaves<
    M: Simd,
    S: Side,
    const KINGS: bool,
    const BANS: bool,
    const HUFFS: bool,
>(
    walk: &mut Walk<M>,
) {
    walk.machine
        .call::<CountLeaves<M, S, KINGS, BANS, HUFFS>>(walk, (), ());
}

struct CountLeaves<'a, M, S, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    PhantomData<(&'a M, S)>,
);

impl<'a, M: Simd, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool> Task<M>
    for CountLeaves<'a, M, S, KINGS, BANS, HUFFS>
{
    type A = &'a mut Walk<M>;
    type B = ();
    type C = ();
    type Output = ();

    #[inline(always)]
    fn run(_: M, walk: &'a mut Walk<M>, (): (), (): ()) {
        let mut at = 0;
        while at < MANY {
            count_eight::<M, S, KINGS, BANS, HUFFS>(walk, at);
            at += 8;
        }
        walk.leaves[usize::from(S::FAR)].drop_counted::<KINGS, BANS, HUFFS>();
    }
}

#[allow(
    clippy::needless_range_loop,
    reason = "a direction is an index of several arrays and gives the offset"
)]
#[inline(always)]
fn count_eight<M: Simd, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk<M>,
    at: usize,
) {
    let machine = walk.machine;
    let leaves = &walk.leaves[usize::from(S::FAR)];
    let table = walk.table::<S>();
    let me = machine.load(eight(&leaves.me, at));
    let them = machine.load(eight(&leaves.them, at));
    let kings = machine.load(eight(&leaves.kings, at));
    let kinds = Kinds::of::<KINGS>(me, kings);
    let empty = machine.splat(ALL).without(me.or(them));
    let none = machine.splat(0);
    let (mut steps, mut firsts) = ([none; 8], [none; 8]);
    let (mut capturers, mut later) = (none, none);
    for direction in 0..8 {
        let offset = S::offset(direction);
        let mut step =
            empty
                .shifted(offset)
                .and(kinds.on::<M, KINGS>(machine, &table.step, direction));
        if BANS {
            let mut banned = machine.load(eight(&leaves.bans, at));
            for bit in 0..3 {
                let code = machine.load(eight(&leaves.ban_codes[bit], at));
                let wanted = machine.splat(table.ban_bits[bit][direction]);
                banned = banned.and(code.xor(wanted));
            }
            step = step.without(banned);
        }
        steps[direction] = step;
        let open = them.shifted(offset).and(empty.shifted(2 * offset));
        let first = open.and(kinds.on::<M, KINGS>(machine, &table.first, direction));
        firsts[direction] = first;
        capturers = capturers.or(first);
        let kind = if KINGS { KING } else { MAN };
        later = later.or(open.and(machine.splat(table.later[kind][direction])));
    }
    // A second jump is no jump back, whose landing point the moving piece has left but now.
    let mut longer = none;
    for direction in 0..8 {
        let landing = later.shifted(2 * S::offset(direction));
        longer = longer.or(firsts[direction].and(landing));
    }
    let over = me.is_zero().or(them.is_zero());
    let single = longer.is_zero();
    let quiet = if walk.optional {
        machine.splat(u32::MAX).without(over)
    } else {
        capturers.is_zero().without(over)
    };
    for direction in 0..8 {
        steps[direction] = steps[direction].and(quiet);
        firsts[direction] = firsts[direction].and(single);
    }
    let mut nodes = if walk.optional {
        count_all(&steps) + count_all(&firsts)
    } else {
        // No node has both.
        for direction in 0..8 {
            steps[direction] = steps[direction].or(firsts[direction]);
        }
        count_all(&steps)
    };
    if HUFFS {
        let marks = machine.load(eight(&leaves.marks, at)).without(over);
        nodes += marks.count_ones();
    }
    walk.nodes += u64::from(nodes);
    if walk.pairs {
        let nodes = EightNodes {
            me,
            them,
            kings,
            marks: none,
            bans: EightBans::none(machine),
        };
        let chains = &mut walk.chains[usize::from(S::FAR)];
        if chains.add::<M::Words, KINGS, false, false>(&nodes, longer.nonzero()) {
            count_chains::<M, S, KINGS>(walk);
        }
        return;
    }
    let mut chains = longer.nonzero();
    while chains != 0 {
        let lane = chains.trailing_zeros() as usize;
        chains &= chains - 1;
        let node = walk.leaves[usize::from(S::FAR)].node(at + lane);
        let jumps = jumps::<M, S, KINGS>(walk, &node);
        walk.nodes += count_captures::<M, S, KINGS>(walk, &node, &jumps);
    }
}
