//! Point sets as bits: bit `i` of a `u32` is the point with index `i` (a1 = 0, b1 = 1 … e5 = 24).

/// All 25 points.
pub(crate) const ALL: u32 = (1 << 25) - 1;

/// Turns the board by half a turn: point `p` goes to `24 - p`.
#[inline]
pub(crate) const fn half_turn(set: u32) -> u32 {
    set.reverse_bits() >> 7
}

/// Mirrors the files: file a goes to e, b to d.
#[inline]
pub(crate) const fn mirror_files(set: u32) -> u32 {
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

/// The points of a set in ascending order.
#[inline]
pub(crate) fn points(mut set: u32) -> impl Iterator<Item = u8> {
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
}
