//! The captures of short pieces, listed without their paths.

use crate::board::lines::JUMP_FROM;
use crate::board::points::OFFSET;
use crate::play::position::Position;
use crate::rules::geometry::{Geometry, MAN, ShortJump, ShortJumps};

/// A whole capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaptureMove {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) jumped: u32,
}

/// The captures of a short piece. `AXES` is 4 where each axis has its own jumped pieces, else 1.
pub(super) struct CaptureLister<'a, const AXES: usize> {
    later: &'a [ShortJumps; 25],
    first: &'a [ShortJump],
    opp: u32,
    /// Where no jump may land.
    barred: u32,
    may_stop: bool,
    from: u8,
}

impl<'a, const AXES: usize> CaptureLister<'a, AXES> {
    #[inline]
    pub(super) fn new(geometry: &'a Geometry, position: &Position, from: u8) -> Self {
        let kind = MAN + (position.kings >> from & 1) as usize;
        Self::of_kind(
            geometry,
            kind,
            position.own | position.opp,
            position.opp,
            from,
        )
    }

    #[inline]
    pub(super) fn of_kind(
        geometry: &'a Geometry,
        kind: usize,
        occupied: u32,
        opp: u32,
        from: u8,
    ) -> Self {
        let [first, later] = &geometry.jumps[kind];
        let start = if geometry.land_on_start {
            1u32 << from
        } else {
            0
        };
        Self {
            first: first[usize::from(from)].as_slice(),
            later,
            opp,
            barred: occupied & !start,
            may_stop: geometry.may_stop,
            from,
        }
    }

    /// Adds the captures in the order of [`Position::moves`].
    #[inline]
    pub(super) fn list(&self, captures: &mut Vec<CaptureMove>) {
        self.follow(self.first, [0; AXES], captures);
    }

    /// Adds the captures that go on by one of `jumps`; returns whether there is any.
    fn follow(
        &self,
        jumps: &[ShortJump],
        jumped: [u32; AXES],
        captures: &mut Vec<CaptureMove>,
    ) -> bool {
        let mut any = false;
        for jump in jumps {
            let axis = usize::from(jump.axis) % AXES;
            if self.opp & !jumped[axis] & jump.over == 0 || self.barred & jump.landing != 0 {
                continue;
            }
            any = true;
            let mut jumped = jumped;
            jumped[axis] |= jump.over;
            let capture = CaptureMove {
                from: self.from,
                to: jump.to,
                jumped: jumped.iter().fold(0, |all, set| all | set),
            };
            if self.may_stop {
                captures.push(capture);
            }
            let to = usize::from(jump.to);
            // Most captures end here: nothing near is left to be jumped.
            let goes_on = self.opp & !all_of(jumped) & NEAR[to] != 0
                && self.follow(self.later[to].as_slice(), jumped, captures);
            if !goes_on && !self.may_stop {
                captures.push(capture);
            }
        }
        any
    }
}

/// Points in all of the sets.
#[inline]
fn all_of<const AXES: usize>(sets: [u32; AXES]) -> u32 {
    sets.iter().fold(u32::MAX, |all, set| all & set)
}

/// The points next to each that can be jumped from it.
static NEAR: [u32; 25] = near();

const fn near() -> [u32; 25] {
    let mut near = [0; 25];
    let mut direction = 0;
    while direction < 8 {
        let mut point = 0;
        while point < 25 {
            if JUMP_FROM[direction] >> point & 1 == 1 {
                near[point] |= 1 << (point as i8 + OFFSET[direction]);
            }
            point += 1;
        }
        direction += 1;
    }
    near
}
