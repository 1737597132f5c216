//! Nodes of the last ply that wait until there are many.

use super::eight::EightNodes;
use super::node::Node;
use crate::fast::simd::vector::Words;
use crate::play::position::Bans;

/// As many are counted together.
pub(super) const MANY: usize = 64;

/// One set of each node; up to eight more than are counted together.
type Column = [u32; MANY + 16];

/// Nodes of one side that wait to be counted. Columns that the rules have no use for stay zero.
pub(super) struct NodeQueue {
    len: usize,
    pub(super) me: Column,
    pub(super) them: Column,
    pub(super) kings: Column,
    pub(super) marks: Column,
    pub(super) bans: Column,
    pub(super) ban_codes: [Column; 3],
}

impl NodeQueue {
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
    pub(super) fn add<W: Words, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        &mut self,
        nodes: &EightNodes<W>,
        keep: u32,
    ) -> bool {
        let at = self.len;
        nodes.me.compress(keep, eight_mut(&mut self.me, at));
        nodes.them.compress(keep, eight_mut(&mut self.them, at));
        if KINGS {
            nodes.kings.compress(keep, eight_mut(&mut self.kings, at));
        }
        if HUFFS {
            nodes.marks.compress(keep, eight_mut(&mut self.marks, at));
        }
        if BANS {
            nodes.bans.set.compress(keep, eight_mut(&mut self.bans, at));
            let mut bit = 0;
            while bit < 3 {
                let codes = eight_mut(&mut self.ban_codes[bit], at);
                nodes.bans.codes[bit].compress(keep, codes);
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

    /// Drops the first [`MANY`] nodes.
    #[inline(always)]
    pub(super) fn drop_counted<const KINGS: bool, const BANS: bool, const HUFFS: bool>(&mut self) {
        self.len -= MANY;
        drop_counted(&mut self.me);
        drop_counted(&mut self.them);
        if KINGS {
            drop_counted(&mut self.kings);
        }
        if HUFFS {
            drop_counted(&mut self.marks);
        }
        if BANS {
            drop_counted(&mut self.bans);
            for column in &mut self.ban_codes {
                drop_counted(column);
            }
        }
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

/// Eight entries of a column.
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

/// Moves what is behind [`MANY`] to the front.
#[inline(always)]
fn drop_counted(column: &mut Column) {
    *eight_mut(column, 0) = *eight(column, MANY);
}
