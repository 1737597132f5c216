//! Steps by number.

use crate::board::points::OFFSET;

/// A step of any length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) direction: u8,
}

/// Steps to neighbours, by direction.
pub(super) struct Steps {
    from: [u32; 8],
    /// Byte `d`: the steps in directions 0 to `d`. Each of the 56 lines carries at most one.
    sums: u64,
    pub(super) count: u32,
    /// Steps stand in the list instead.
    pub(super) listed: bool,
}

const BYTES: u64 = 0x0101_0101_0101_0101;

impl Steps {
    pub(super) const NONE: Self = Self {
        from: [0; 8],
        sums: 0,
        count: 0,
        listed: false,
    };

    #[inline]
    pub(super) fn listed(count: usize) -> Self {
        Self {
            count: count as u32,
            listed: true,
            ..Self::NONE
        }
    }

    /// From the pieces that may step in each direction.
    #[inline]
    pub(super) fn of(from: [u32; 8]) -> Self {
        let mut counts = 0;
        for (d, set) in from.iter().enumerate() {
            counts |= u64::from(set.count_ones()) << (8 * d);
        }
        let sums = counts.wrapping_mul(BYTES);
        Self {
            from,
            sums,
            count: (sums >> 56) as u32,
            listed: false,
        }
    }

    #[inline]
    pub(super) fn nth(&self, nth: u32) -> Step {
        // Byte `d` keeps its highest bit where the sum is at most `nth`.
        let before = ((u64::from(nth) | 0x80) * BYTES - self.sums) & (0x80 * BYTES);
        let direction = before.count_ones();
        let earlier = (self.sums << 8 >> (8 * direction)) as u32 & 0xff;
        let from = nth_point(self.from[direction as usize & 7], nth - earlier);
        Step {
            from,
            to: (from as i8 + OFFSET[direction as usize & 7]) as u8,
            direction: direction as u8,
        }
    }
}

#[inline]
pub(super) fn nth_point(mut set: u32, nth: u32) -> u8 {
    for _ in 0..nth {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}
