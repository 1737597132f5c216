//! Single jumps, and the search along a capture.

use crate::board::lines::LINE_FROM;
use crate::board::points::OFFSET;
use crate::play::moves::MAX_HOPS;
use crate::play::position::{CaptureInProgress, Position};
use crate::rules::geometry::Geometry;

/// One jump that the rules allow now.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) over: u32,
    pub(crate) to: u8,
    axis: u8,
}

impl Jump {
    pub(crate) const fn new(over: u32, to: u8, axis: u8) -> Self {
        Self { over, to, axis }
    }
}

/// A capture being searched: what stands around the moving piece, and its path so far.
pub(crate) struct CaptureSearch<'a> {
    geometry: &'a Geometry,
    /// Own pieces but the moving one.
    own: u32,
    opp: u32,
    start: u8,
    kind: usize,
    jumped: [u32; 4],
    path: [u8; MAX_HOPS + 1],
    hops: usize,
}

impl<'a> CaptureSearch<'a> {
    /// Before the first jump of the piece on `from`.
    pub(crate) fn begin(geometry: &'a Geometry, position: &Position, from: u8) -> Self {
        let mut path = [0; MAX_HOPS + 1];
        path[0] = from;
        Self {
            geometry,
            own: position.own & !(1 << from),
            opp: position.opp,
            start: from,
            kind: (position.kings >> from & 1) as usize,
            jumped: [0; 4],
            path,
            hops: 0,
        }
    }

    /// In the middle of the capture in progress; the path starts where the piece stands now.
    pub(crate) fn resume(
        geometry: &'a Geometry,
        position: &Position,
        chain: &CaptureInProgress,
    ) -> Self {
        Self {
            start: chain.start,
            jumped: chain.jumped,
            ..Self::begin(geometry, position, chain.at)
        }
    }

    fn at(&self) -> u8 {
        self.path[self.hops]
    }

    fn jumped_pieces(&self) -> u32 {
        self.jumped[0] | self.jumped[1] | self.jumped[2] | self.jumped[3]
    }

    pub(crate) fn jumped(&self) -> [u32; 4] {
        self.jumped
    }

    /// Calls `found` with each jump that can be made next (`later`: not the first of its move)
    /// until it returns `false`.
    #[inline]
    pub(crate) fn each_jump(&self, later: bool, mut found: impl FnMut(Jump) -> bool) {
        if self.geometry.flying && self.kind == 1 {
            self.each_flying_jump(&mut found);
            return;
        }
        let mut occupied = self.own | self.opp;
        if !self.geometry.land_on_start {
            occupied |= 1 << self.start;
        }
        let at = usize::from(self.at());
        for jump in self.geometry.jumps[self.kind][usize::from(later)][at].as_slice() {
            let free_to_jump = self.opp & !self.jumped[usize::from(jump.axis)];
            if free_to_jump & jump.over != 0
                && occupied & jump.landing == 0
                && !found(Jump {
                    over: jump.over,
                    to: jump.to,
                    axis: jump.axis,
                })
            {
                return;
            }
        }
    }

    /// Jumped pieces stay on the board and block; the start point is free to pass.
    fn each_flying_jump(&self, found: &mut impl FnMut(Jump) -> bool) {
        let occupied = self.own | self.opp;
        let jumpable = self.opp & !self.jumped_pieces();
        for direction in 0..8 {
            let next = |at: u8| {
                (LINE_FROM[direction] >> at & 1 == 1).then(|| (at as i8 + OFFSET[direction]) as u8)
            };
            let mut at = self.at();
            let mut over = 0;
            while let Some(point) = next(at) {
                at = point;
                if occupied >> at & 1 == 1 {
                    if over != 0 || jumpable >> at & 1 == 0 {
                        break;
                    }
                    over = 1 << at;
                } else if over != 0 {
                    let barred = at == self.start && !self.geometry.land_on_start;
                    if !barred
                        && !found(Jump {
                            over,
                            to: at,
                            axis: direction as u8 % 4,
                        })
                    {
                        return;
                    }
                }
            }
        }
    }

    pub(crate) fn can_jump(&self, later: bool) -> bool {
        let mut any = false;
        self.each_jump(later, |_| {
            any = true;
            false
        });
        any
    }

    /// Makes a jump; the returned value takes it back.
    #[inline]
    pub(crate) fn jump(&mut self, jump: Jump) -> [u32; 4] {
        let before = self.jumped;
        if self.geometry.other_axis {
            self.jumped[usize::from(jump.axis)] |= jump.over;
        } else {
            self.jumped = self.jumped.map(|set| set | jump.over);
        }
        self.hops += 1;
        self.path[self.hops] = jump.to;
        before
    }

    #[inline]
    pub(crate) fn undo(&mut self, before: [u32; 4]) {
        self.jumped = before;
        self.hops -= 1;
    }

    /// Calls `visit` with the landing points (from the start of this search on) and the jumped
    /// pieces of each capture that may end there. Returns whether any jump was possible.
    pub(crate) fn each_capture(&mut self, later: bool, visit: &mut impl FnMut(&[u8], u32)) -> bool {
        let mut jumps = [Jump {
            over: 0,
            to: 0,
            axis: 0,
        }; MAX_JUMPS];
        let mut count = 0;
        self.each_jump(later, |jump| {
            jumps[count] = jump;
            count += 1;
            true
        });
        for &jump in &jumps[..count] {
            let before = self.jump(jump);
            let may_stop = self.geometry.may_stop;
            if may_stop {
                visit(&self.path[..=self.hops], self.jumped_pieces());
            }
            if !self.each_capture(true, visit) && !may_stop {
                visit(&self.path[..=self.hops], self.jumped_pieces());
            }
            self.undo(before);
        }
        count > 0
    }

    /// The largest number of distinct pieces that a continuation can have jumped at its end.
    pub(crate) fn most_jumped(&mut self, later: bool) -> u32 {
        let mut most = self.jumped_pieces().count_ones();
        self.each_capture(later, &mut |_, jumped| most = most.max(jumped.count_ones()));
        most
    }
}

/// Jumps possible from one point: 8 for short pieces; flying kings have at most two landing
/// points behind a piece on each of 8 lines of at most 4 steps, 3 on the longest.
const MAX_JUMPS: usize = 24;
