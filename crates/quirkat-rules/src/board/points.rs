//! Point sets as bits: bit `i` of a `u32` is the point with index `i` (a1 = 0, b1 = 1 … e5 = 24).
//!
//! A set is seen either from White's side or from the side to move; [`half_turn`] leads from one
//! view to the other. Directions are numbered like [`Direction`](crate::Direction).

/// All 25 points.
pub const ALL: u32 = (1 << 25) - 1;

/// Rank 5, the last row of the side whose men move up the board.
pub const LAST_ROW: u32 = 0x01f0_0000;

/// What one step in each direction adds to the index of a point.
pub const OFFSET: [i8; 8] = [5, 6, 1, -4, -5, -6, -1, 4];

/// Turns the board by half a turn: point `p` goes to `24 - p`. The set must lie within [`ALL`].
#[inline]
pub const fn half_turn(set: u32) -> u32 {
    set.reverse_bits() >> 7
}

/// Mirrors the files: file a goes to e, b to d. Bits outside [`ALL`] are dropped.
#[inline]
pub const fn mirror_files(set: u32) -> u32 {
    const FILE_A: u32 = 0x0010_8421;
    const FILE_B: u32 = FILE_A << 1;
    const FILE_C: u32 = FILE_A << 2;
    const FILE_D: u32 = FILE_A << 3;
    const FILE_E: u32 = FILE_A << 4;
    ((set & FILE_A) << 4)
        | ((set & FILE_B) << 2)
        | (set & FILE_C)
        | ((set & FILE_D) >> 2)
        | ((set & FILE_E) >> 4)
}

/// The points whose neighbour at `distance` in `direction` (0 to 7) lies in `set`.
///
/// Rows run into one another here. Intersect the result with the points from which a line of that
/// length leaves in the direction, for example those of
/// [`Geometry::step_points`](crate::Geometry::step_points).
///
/// # Panics
/// When the direction is above 7.
#[inline]
pub const fn looking_at(set: u32, direction: usize, distance: u32) -> u32 {
    let offset = OFFSET[direction] as i32;
    if offset > 0 {
        set >> (offset as u32 * distance)
    } else {
        set << ((-offset) as u32 * distance)
    }
}

/// The indices of the points of a set, in ascending order.
#[inline]
pub fn points(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let point = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_turn_and_mirror_are_involutions_that_map_the_corners() {
        for point in 0..25 {
            let set = 1u32 << point;
            assert_eq!(half_turn(set), 1 << (24 - point));
            assert_eq!(half_turn(half_turn(set)), set);
            assert_eq!(mirror_files(mirror_files(set)), set);
            assert_eq!(mirror_files(set), 1 << (point - point % 5 + 4 - point % 5));
        }
    }

    #[test]
    fn points_of_a_set_ascend() {
        assert_eq!(points(0).count(), 0);
        assert_eq!(points(1 << 24 | 1 << 3 | 1).collect::<Vec<_>>(), [0, 3, 24]);
        assert_eq!(points(ALL).count(), 25);
    }
}
