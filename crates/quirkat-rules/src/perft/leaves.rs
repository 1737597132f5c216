//! The nodes of the last ply: kept until there are many, then counted eight at a time, a lane for
//! each node. Siblings and cousins alike; nothing is remembered of a node once it is counted.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::captures::{count_captures, jumps};
use super::machine::Machine;
use super::nodes::{Node, Walk};
use crate::bits::ALL;
use crate::direction::OFFSET;
use crate::geometry::{KING, MAN};
use crate::lanes::{Lanes, Side};
use crate::position::Bans;

/// As many are counted together.
pub(super) const MANY: usize = 64;

/// One set of each node; up to eight more than are counted together.
type Column = [u32; MANY + 16];

/// Nodes of one side that wait to be counted. Columns that the rules have no use for stay zero.
pub(super) struct Leaves {
    pub(super) len: usize,
    pub(super) me: Column,
    pub(super) them: Column,
    pub(super) kings: Column,
    marks: Column,
    bans: Column,
    ban_codes: [Column; 3],
}

/// Eight nodes.
pub(super) struct Eight<L> {
    pub(super) me: L,
    pub(super) them: L,
    pub(super) kings: L,
    pub(super) marks: L,
    pub(super) bans: EightBans<L>,
}

/// The men and the kings of the side to move in eight nodes.
#[derive(Clone, Copy)]
pub(super) struct Kinds<L> {
    men: L,
    kings: L,
}

impl<L: Lanes> Kinds<L> {
    #[inline(always)]
    pub(super) fn of<const KINGS: bool>(me: L, kings: L) -> Self {
        Self {
            men: if KINGS { me.without(kings) } else { me },
            kings: me.and(kings),
        }
    }

    /// Those on the points that a table has for a direction.
    #[inline(always)]
    pub(super) fn on<const KINGS: bool>(self, table: &[[u32; 8]; 2], direction: usize) -> L {
        let men = self.men.and(L::splat(table[MAN][direction]));
        if KINGS {
            men.or(self.kings.and(L::splat(table[KING][direction])))
        } else {
            men
        }
    }
}

/// The bans of eight nodes.
pub(super) struct EightBans<L> {
    set: L,
    codes: [L; 3],
}

impl<L: Lanes> EightBans<L> {
    #[inline(always)]
    fn none() -> Self {
        let none = L::splat(0);
        Self {
            set: none,
            codes: [none; 3],
        }
    }

    /// The bans of a node without those of the pieces in `gone`.
    #[inline(always)]
    pub(super) fn after<const BANS: bool>(node: &Node, gone: L) -> Self {
        let [a, b, c] = node.bans.directions();
        let [a, b, c] = [L::splat(a), L::splat(b), L::splat(c)];
        let set = L::splat(node.bans.set);
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
    pub(super) fn insert(&mut self, pieces: L, bits: &[[u32; 8]; 3]) {
        self.set = self.set.or(pieces);
        let mut bit = 0;
        while bit < 3 {
            self.codes[bit] = self.codes[bit].or(pieces.and(L::load(&bits[bit])));
            bit += 1;
        }
    }
}

impl Leaves {
    pub(super) const EMPTY: Self = Self {
        len: 0,
        me: [0; MANY + 16],
        them: [0; MANY + 16],
        kings: [0; MANY + 16],
        marks: [0; MANY + 16],
        bans: [0; MANY + 16],
        ban_codes: [[0; MANY + 16]; 3],
    };

    /// Adds a node; true when it is time to count.
    #[inline(always)]
    #[must_use]
    pub(super) fn push<const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        &mut self,
        node: &Node,
    ) -> bool {
        let at = self.len;
        self.me[at] = node.me;
        self.them[at] = node.them;
        if KINGS {
            self.kings[at] = node.kings;
        }
        if HUFFS {
            self.marks[at] = node.marks;
        }
        if BANS {
            self.bans[at] = node.bans.set;
            for (column, code) in self.ban_codes.iter_mut().zip(node.bans.directions()) {
                column[at] = code;
            }
        }
        self.len += 1;
        self.len >= MANY
    }

    /// Adds those of eight nodes that `keep` has a bit for; true when it is time to count.
    #[inline(always)]
    #[must_use]
    pub(super) fn add<L: Lanes, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        &mut self,
        nodes: &Eight<L>,
        keep: u32,
    ) -> bool {
        let at = self.len;
        nodes.me.pack(keep, eight_mut(&mut self.me, at));
        nodes.them.pack(keep, eight_mut(&mut self.them, at));
        if KINGS {
            nodes.kings.pack(keep, eight_mut(&mut self.kings, at));
        }
        if HUFFS {
            nodes.marks.pack(keep, eight_mut(&mut self.marks, at));
        }
        if BANS {
            nodes.bans.set.pack(keep, eight_mut(&mut self.bans, at));
            let mut bit = 0;
            while bit < 3 {
                let codes = eight_mut(&mut self.ban_codes[bit], at);
                nodes.bans.codes[bit].pack(keep, codes);
                bit += 1;
            }
        }
        self.len += keep.count_ones() as usize;
        self.len >= MANY
    }

    /// Adds nodes without pieces, which have no moves, until all others can be counted.
    pub(super) fn fill_up(&mut self) {
        self.me[self.len..].fill(0);
        self.them[self.len..].fill(0);
        self.len = MANY;
    }

    pub(super) fn node(&self, at: usize) -> Node {
        Node {
            me: self.me[at],
            them: self.them[at],
            kings: self.kings[at],
            marks: self.marks[at],
            bans: Bans::of(self.bans[at], [0, 1, 2].map(|bit| self.ban_codes[bit][at])),
        }
    }
}

#[inline(always)]
pub(super) fn eight(column: &Column, at: usize) -> &[u32; 8] {
    column[at..].first_chunk().expect("at most MANY + 7 nodes")
}

#[inline(always)]
fn eight_mut(column: &mut Column, at: usize) -> &mut [u32; 8] {
    column[at..]
        .first_chunk_mut()
        .expect("at most MANY + 7 nodes")
}

/// Adds the moves of the first [`MANY`] nodes and forgets these.
#[inline(always)]
pub(super) fn count_leaves<
    L: Machine,
    S: Side,
    const KINGS: bool,
    const BANS: bool,
    const HUFFS: bool,
>(
    walk: &mut Walk,
) {
    let mut at = 0;
    while at < MANY {
        count_eight::<L, S, KINGS, BANS, HUFFS>(walk, at);
        at += 8;
    }
    let leaves = &mut walk.leaves[usize::from(S::FAR)];
    leaves.len -= MANY;
    rest::<L>(&mut leaves.me);
    rest::<L>(&mut leaves.them);
    if KINGS {
        rest::<L>(&mut leaves.kings);
    }
    if HUFFS {
        rest::<L>(&mut leaves.marks);
    }
    if BANS {
        rest::<L>(&mut leaves.bans);
        for column in &mut leaves.ban_codes {
            rest::<L>(column);
        }
    }
}

/// Moves what is behind [`MANY`] to the front.
#[inline(always)]
pub(super) fn rest<L: Lanes>(column: &mut Column) {
    *eight_mut(column, 0) = L::load(eight(column, MANY)).store();
}

#[allow(
    clippy::needless_range_loop,
    reason = "a direction is an index of several arrays and gives the offset"
)]
#[inline(always)]
fn count_eight<L: Machine, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk,
    at: usize,
) {
    let leaves = &walk.leaves[usize::from(S::FAR)];
    let table = walk.table::<S>();
    let me = L::load(eight(&leaves.me, at));
    let them = L::load(eight(&leaves.them, at));
    let kings = L::load(eight(&leaves.kings, at));
    let kinds = Kinds::of::<KINGS>(me, kings);
    let empty = L::splat(ALL).without(me.or(them));
    let none = L::splat(0);
    let (mut steps, mut firsts) = ([none; 8], [none; 8]);
    let (mut capturers, mut later) = (none, none);
    for direction in 0..8 {
        let offset = offset_of::<S>(direction);
        let mut step = empty
            .shifted(offset)
            .and(kinds.on::<KINGS>(&table.step, direction));
        if BANS {
            let mut banned = L::load(eight(&leaves.bans, at));
            for bit in 0..3 {
                let code = L::load(eight(&leaves.ban_codes[bit], at));
                let wanted = L::splat(table.ban_bits[bit][direction]);
                banned = banned.and(code.xor(wanted));
            }
            step = step.without(banned);
        }
        steps[direction] = step;
        let open = them.shifted(offset).and(empty.shifted(2 * offset));
        let first = open.and(kinds.on::<KINGS>(&table.first, direction));
        firsts[direction] = first;
        capturers = capturers.or(first);
        let kind = if KINGS { KING } else { MAN };
        later = later.or(open.and(L::splat(table.later[kind][direction])));
    }
    // A second jump is no jump back, whose landing point the moving piece has left but now.
    let mut longer = none;
    for direction in 0..8 {
        let landing = later.shifted(2 * offset_of::<S>(direction));
        longer = longer.or(firsts[direction].and(landing));
    }
    let over = me.vacant().or(them.vacant());
    let single = longer.vacant();
    let quiet = if walk.optional {
        L::splat(u32::MAX).without(over)
    } else {
        capturers.vacant().without(over)
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
        let marks = L::load(eight(&leaves.marks, at)).without(over);
        nodes += marks.count();
    }
    walk.nodes += u64::from(nodes);
    if walk.pairs {
        let nodes = Eight {
            me,
            them,
            kings,
            marks: none,
            bans: EightBans::none(),
        };
        let chains = &mut walk.chains[usize::from(S::FAR)];
        if chains.add::<L, KINGS, false, false>(&nodes, longer.filled()) {
            L::count_chains::<S, KINGS>(walk);
        }
        return;
    }
    let mut chains = longer.filled();
    while chains != 0 {
        let lane = chains.trailing_zeros() as usize;
        chains &= chains - 1;
        let node = walk.leaves[usize::from(S::FAR)].node(at + lane);
        let jumps = jumps::<L, S, KINGS>(walk, &node);
        walk.nodes += count_captures::<L, S, KINGS>(walk, &node, &jumps);
    }
}

#[inline(always)]
pub(super) const fn offset_of<S: Side>(direction: usize) -> i32 {
    let offset = OFFSET[direction] as i32;
    if S::FAR { -offset } else { offset }
}

/// The points of eight times eight sets, by adders for all bits at once.
#[inline(always)]
pub(super) fn count_all<L: Lanes>(sets: &[L; 8]) -> u32 {
    let [a, b, c, d, e, f, g, h] = *sets;
    let (ones, twos) = sum(a, b, c);
    let (more_ones, more_twos) = sum(d, e, f);
    let (ones, twos_again) = sum(ones, more_ones, g);
    let (twos, fours) = sum(twos, more_twos, twos_again);
    let fours = fours.tally();
    let twos = twos.tally().plus(fours.plus(fours));
    let ones = ones.tally().plus(h.tally());
    ones.plus(twos.plus(twos)).total()
}

/// Bit by bit: the sum of three bits and what is carried.
#[inline(always)]
pub(super) fn sum<L: Lanes>(a: L, b: L, c: L) -> (L, L) {
    let odd = a.xor(b);
    (odd.xor(c), a.and(b).or(odd.and(c)))
}
