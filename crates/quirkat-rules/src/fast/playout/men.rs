//! The playout of games in which a position is nothing but men.

use super::captures::{CaptureLister, CaptureMove};
use super::numbered::{Advance, Lists, MovesByNumber, Numbered};
use super::steps::Steps;
use crate::board::points::{ALL, looking_at, points};
use crate::play::position::Position;
use crate::rules::geometry::{Geometry, MAN};

/// Own men in the upper half, the opponent's in the lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men(pub(super) u64);

impl Men {
    #[inline]
    const fn own(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    const fn opp(self) -> u32 {
        self.0 as u32
    }

    /// Held from the other side: both sets turned by half a turn and exchanged.
    #[inline]
    const fn half_turned(self) -> Self {
        const BOTH: u64 = (ALL as u64) << 32 | ALL as u64;
        Self(self.0.reverse_bits() >> 7 & BOTH)
    }

    /// Men that can begin a capture.
    #[inline]
    fn capturers(self, geometry: &Geometry) -> u32 {
        let (own, opp) = (self.own(), self.opp());
        let empty = ALL & !(own | opp);
        let mut found = 0;
        for direction in 0..8 {
            let target = looking_at(opp, direction, 1) & looking_at(empty, direction, 2);
            found |= geometry.first_jump_from[MAN][direction] & target;
        }
        found & own
    }

    /// Whether the rules know nothing but men, with no state of their own.
    pub(super) const fn suffice(geometry: &Geometry) -> bool {
        !(geometry.promotion || geometry.no_step_back || geometry.huffing)
    }

    /// The men of a position, where these suffice.
    pub(super) fn of(position: &Position) -> Self {
        Self(u64::from(position.own) << 32 | u64::from(position.opp))
    }
}

impl Numbered for Men {
    #[inline]
    fn has_own(&self) -> bool {
        self.own() != 0
    }

    #[inline]
    fn is_bare(&self) -> bool {
        self.own() == 0 || self.opp() == 0
    }

    #[inline]
    fn same(&self, other: &Self) -> bool {
        self == other
    }

    #[inline]
    fn moves_by_number(&self, geometry: &Geometry, lists: &mut Lists) -> MovesByNumber {
        let mut moves = MovesByNumber::NONE;
        let (own, opp) = (self.own(), self.opp());
        let capturers = self.capturers(geometry);
        if capturers != 0 {
            lists.captures.clear();
            for from in points(capturers) {
                let occupied = own | opp;
                if geometry.other_axis {
                    CaptureLister::<4>::of_kind(geometry, MAN, occupied, opp, from)
                        .list(&mut lists.captures);
                } else {
                    CaptureLister::<1>::of_kind(geometry, MAN, occupied, opp, from)
                        .list(&mut lists.captures);
                }
            }
            moves.captures = lists.settle(geometry);
            if !geometry.optional {
                return moves;
            }
        }
        let empty = ALL & !(own | opp);
        moves.steps = Steps::of(std::array::from_fn(|direction| {
            own & geometry.step_from[MAN][direction] & looking_at(empty, direction, 1)
        }));
        moves
    }

    #[inline]
    fn after_nth(
        &self,
        geometry: &Geometry,
        lists: &Lists,
        moves: &MovesByNumber,
        nth: u32,
    ) -> (Self, Advance) {
        let own = |point: u8| 1u64 << (32 + point);
        if nth < moves.captures {
            let CaptureMove { from, to, jumped } = lists.captures[nth as usize];
            // The capture may end where it began.
            let next = (self.0 & !own(from) & !u64::from(jumped)) | own(to);
            return (Self(next).half_turned(), Advance::Captured);
        }
        let step = moves.steps.nth(nth - moves.captures);
        let next = self.0 ^ own(step.from) ^ own(step.to);
        let advance = Advance::of_step(geometry, true, step.direction);
        (Self(next).half_turned(), advance)
    }
}
