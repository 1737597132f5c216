//! Eight nodes at once, a lane for each.

use super::node::Node;
use crate::fast::simd::vector::{Simd, Words};
use crate::rules::geometry::{KING, MAN};

/// Eight nodes.
pub(super) struct EightNodes<W> {
    pub(super) me: W,
    pub(super) them: W,
    pub(super) kings: W,
    pub(super) marks: W,
    pub(super) bans: EightBans<W>,
}

/// The bans of eight nodes.
pub(super) struct EightBans<W> {
    pub(super) set: W,
    pub(super) codes: [W; 3],
}

impl<W: Words> EightBans<W> {
    #[inline(always)]
    pub(super) fn none<M: Simd<Words = W>>(machine: M) -> Self {
        let none = machine.splat(0);
        Self {
            set: none,
            codes: [none; 3],
        }
    }

    /// The bans of a node without those of the pieces in `gone`.
    #[inline(always)]
    pub(super) fn after<M: Simd<Words = W>, const BANS: bool>(
        machine: M,
        node: &Node,
        gone: W,
    ) -> Self {
        let [a, b, c] = node.bans.directions();
        let [a, b, c] = [machine.splat(a), machine.splat(b), machine.splat(c)];
        let set = machine.splat(node.bans.set);
        if BANS {
            Self {
                set: set.without(gone),
                codes: [a.without(gone), b.without(gone), c.without(gone)],
            }
        } else {
            Self {
                set,
                codes: [a, b, c],
            }
        }
    }

    /// Adds bans in the directions whose bits are in the lanes of `bits`.
    #[inline(always)]
    pub(super) fn insert<M: Simd<Words = W>>(
        &mut self,
        machine: M,
        pieces: W,
        bits: &[[u32; 8]; 3],
    ) {
        self.set = self.set.or(pieces);
        let mut bit = 0;
        while bit < 3 {
            self.codes[bit] = self.codes[bit].or(pieces.and(machine.load(&bits[bit])));
            bit += 1;
        }
    }
}

/// The men and the kings of the side to move in eight nodes.
#[derive(Clone, Copy)]
pub(super) struct Kinds<W> {
    men: W,
    kings: W,
}

impl<W: Words> Kinds<W> {
    #[inline(always)]
    pub(super) fn of<const KINGS: bool>(me: W, kings: W) -> Self {
        Self {
            men: if KINGS { me.without(kings) } else { me },
            kings: me.and(kings),
        }
    }

    /// Those on the points that a table has for a direction.
    #[inline(always)]
    pub(super) fn on<M: Simd<Words = W>, const KINGS: bool>(
        self,
        machine: M,
        table: &[[u32; 8]; 2],
        direction: usize,
    ) -> W {
        let men = self.men.and(machine.splat(table[MAN][direction]));
        if KINGS {
            men.or(self.kings.and(machine.splat(table[KING][direction])))
        } else {
            men
        }
    }
}

/// The points of eight times eight sets, by adders for all bits at once.
#[inline(always)]
pub(super) fn count_all<W: Words>(sets: &[W; 8]) -> u32 {
    let [a, b, c, d, e, f, g, h] = *sets;
    let (ones, twos) = sum(a, b, c);
    let (more_ones, more_twos) = sum(d, e, f);
    let (ones, twos_again) = sum(ones, more_ones, g);
    let (twos, fours) = sum(twos, more_twos, twos_again);
    let fours = fours.count_by_byte();
    let twos = twos.count_by_byte().add_bytes(fours.add_bytes(fours));
    let ones = ones.count_by_byte().add_bytes(h.count_by_byte());
    ones.add_bytes(twos.add_bytes(twos)).sum_bytes()
}

/// Bit by bit: the sum of three bits and what is carried.
#[inline(always)]
pub(super) fn sum<W: Words>(a: W, b: W, c: W) -> (W, W) {
    let odd = a.xor(b);
    (odd.xor(c), a.and(b).or(odd.and(c)))
}
