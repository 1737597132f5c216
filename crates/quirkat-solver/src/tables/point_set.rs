//! Point sets, seen from the side to move: bit `i` is the point with index `i`.

/// All 25 points.
pub(crate) const ALL: u32 = (1 << 25) - 1;
/// Rank 5, where a man is promoted.
pub(crate) const LAST_ROW: u32 = 0x01f0_0000;
/// Index difference of one step in each [`quirkat_rules::Direction`].
pub(crate) const OFFSET: [i32; 8] = [5, 6, 1, -4, -5, -6, -1, 4];

/// Turns the board by half a turn.
#[inline]
pub(crate) const fn half_turn(set: u32) -> u32 {
    set.reverse_bits() >> 7
}

/// Mirrors the files.
#[inline]
pub(crate) const fn mirror(set: u32) -> u32 {
    const FILE_A: u32 = 0x0010_8421;
    ((set & FILE_A) << 4)
        | ((set & FILE_A << 1) << 2)
        | (set & FILE_A << 2)
        | ((set & FILE_A << 3) >> 2)
        | ((set & FILE_A << 4) >> 4)
}

/// The points whose neighbour in `direction` lies in `set`. Wrong at the rim: intersect with the
/// points from which a line leaves in that direction.
#[inline]
pub(crate) const fn looking_at(set: u32, direction: usize) -> u32 {
    let offset = OFFSET[direction];
    if offset > 0 {
        set >> offset
    } else {
        set << -offset
    }
}

/// The points of a set in ascending order.
#[inline]
pub(crate) fn points(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let point = set.trailing_zeros();
        set &= set - 1;
        Some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_turn_and_mirror_move_each_point_where_it_belongs() {
        for point in 0..25u32 {
            assert_eq!(half_turn(1 << point), 1 << (24 - point));
            assert_eq!(mirror(1 << point), 1 << (point - point % 5 + 4 - point % 5));
        }
    }
}
