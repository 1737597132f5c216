//! Whose directions the lanes are, on a board that is not turned between plies.

use crate::board::points::OFFSET;
use crate::fast::simd::vector::Words;
use std::marker::PhantomData;

/// One of the two sides.
pub(super) trait Side {
    type Other: Side<Other = Self>;
    const FAR: bool;

    /// What one step in a direction, as this side sees it, adds to the index of a point.
    #[inline(always)]
    fn offset(direction: usize) -> i32 {
        let offset = i32::from(OFFSET[direction]);
        if Self::FAR { -offset } else { offset }
    }
}

/// The side whose men go up.
pub(super) struct Near;
/// The side whose men go down.
pub(super) struct Far;

impl Side for Near {
    type Other = Far;
    const FAR: bool = false;
}

impl Side for Far {
    type Other = Near;
    const FAR: bool = true;
}

/// Point sets in the lanes of a vector.
pub(super) trait Sets: Words {
    /// [`crate::board::points::looking_at`] of each lane in the direction with the lane's number,
    /// as side `S` sees it. Wrong at the rim.
    #[inline(always)]
    fn looking<S: Side, const DISTANCE: u32>(self) -> Self {
        self.shift_each(&Shifts::<S, DISTANCE>::RIGHT, &Shifts::<S, DISTANCE>::LEFT)
    }

    /// Every lane shifted alike: to lower points, to higher ones when `by` is negative.
    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        if by < 0 {
            self.left(by.unsigned_abs())
        } else {
            self.right(by.unsigned_abs())
        }
    }
}

impl<W: Words> Sets for W {}

/// Shifts to the right and to the left that together look one way; 32 shifts everything out.
struct Shifts<S: Side, const DISTANCE: u32>(PhantomData<S>);

impl<S: Side, const DISTANCE: u32> Shifts<S, DISTANCE> {
    const RIGHT: [u32; 8] = shifts(DISTANCE, S::FAR);
    const LEFT: [u32; 8] = shifts(DISTANCE, !S::FAR);
}

const fn shifts(distance: u32, far: bool) -> [u32; 8] {
    let mut table = [32; 8];
    let mut direction = 0;
    while direction < 8 {
        let offset = OFFSET[direction] as i32;
        if (offset > 0) != far {
            table[direction] = offset.unsigned_abs() * distance;
        }
        direction += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::lines::{JUMP_FROM, LINE_FROM};
    use crate::board::points::{ALL, looking_at};
    use crate::fast::simd::portable::Portable;
    use crate::fast::simd::vector::Simd;

    #[test]
    fn each_lane_looks_in_its_direction() {
        for seed in 0..1000u32 {
            let set = seed.wrapping_mul(0x9e37_79b1) & ALL;
            let near = Portable.splat(set).looking::<Near, 1>().store();
            let far = Portable.splat(set).looking::<Far, 2>().store();
            for direction in 0..8 {
                let line = LINE_FROM[direction];
                assert_eq!(near[direction] & line, looking_at(set, direction, 1) & line);
                let back = (direction + 4) % 8;
                let jump = JUMP_FROM[back];
                assert_eq!(far[direction] & jump, looking_at(set, back, 2) & jump);
            }
        }
    }

    #[test]
    fn a_negative_shift_goes_to_higher_points() {
        let sets = Portable.splat(1 << 12);
        assert_eq!(sets.shifted(5).store(), [1 << 7; 8]);
        assert_eq!(sets.shifted(-6).store(), [1 << 18; 8]);
    }
}
