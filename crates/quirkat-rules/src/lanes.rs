//! Eight point sets at once, one for each direction: in one register where the machine has AVX2.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;

use crate::direction::OFFSET;

/// Eight point sets; lane `d` belongs to direction `d`.
pub(crate) trait Lanes: Copy {
    fn load(sets: &[u32; 8]) -> Self;
    fn store(self) -> [u32; 8];
    fn splat(set: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self` without the points of `other`.
    fn without(self, other: Self) -> Self;
    /// [`crate::direction::looking_at`] of each lane in its direction, or in the opposite one when
    /// `S` is [`Far`]. Wrong at the rim.
    fn looking<S: Side, const DISTANCE: u32>(self) -> Self;
    fn is_empty(self) -> bool;
    /// The union of all lanes.
    fn union(self) -> u32;
    /// The number of points of all lanes together.
    fn count(self) -> u32;
    /// The directions whose lane holds the point, as bits.
    fn directions_at(self, point: u32) -> u32;
    /// The first point of each lane.
    fn lowest(self) -> Self;
    /// All bits in the lanes that are empty, none in the others.
    fn vacant(self) -> Self;
    /// The lanes that are not empty, as bits.
    fn filled(self) -> u32;
    /// Every lane shifted alike: to the right, to the left when `by` is negative.
    fn shifted(self, by: i32) -> Self;
    /// Writes the lanes named by the bits of `keep` one after another to the front of `to`, and
    /// anything behind them.
    fn pack(self, keep: u32, to: &mut [u32; 8]);
    /// The number of points in each byte.
    fn tally(self) -> Self;
    /// The sum byte by byte, which must fit.
    fn plus(self, other: Self) -> Self;
    /// The sum of all bytes.
    fn total(self) -> u32;
}

/// Whose directions the lanes are, on a board that is not turned between plies.
pub(crate) trait Side {
    type Other: Side<Other = Self>;
    const FAR: bool;
}

/// The side whose men go up.
pub(crate) struct Near;
/// The side whose men go down.
pub(crate) struct Far;

impl Side for Near {
    type Other = Far;
    const FAR: bool = false;
}

impl Side for Far {
    type Other = Near;
    const FAR: bool = true;
}

/// Shifts to the right and to the left that together look one way; 32 shifts everything out.
struct Shifts<S: Side, const DISTANCE: u32>(std::marker::PhantomData<S>);

impl<S: Side, const DISTANCE: u32> Shifts<S, DISTANCE> {
    const RIGHT: [u32; 8] = shifts(DISTANCE, S::FAR);
    const LEFT: [u32; 8] = shifts(DISTANCE, !S::FAR);
}

const fn shifts(distance: u32, turned: bool) -> [u32; 8] {
    let mut table = [32; 8];
    let mut direction = 0;
    while direction < 8 {
        let offset = OFFSET[direction] as i32;
        if (offset > 0) != turned {
            table[direction] = offset.unsigned_abs() * distance;
        }
        direction += 1;
    }
    table
}

/// Plain words, for every machine.
#[derive(Clone, Copy)]
pub(crate) struct Words([u32; 8]);

impl Words {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|d| f(self.0[d], other.0[d])))
    }
}

impl Lanes for Words {
    #[inline(always)]
    fn load(sets: &[u32; 8]) -> Self {
        Self(*sets)
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        self.0
    }

    #[inline(always)]
    fn splat(set: u32) -> Self {
        Self([set; 8])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn looking<S: Side, const DISTANCE: u32>(self) -> Self {
        Self(std::array::from_fn(|d| {
            let right = Shifts::<S, DISTANCE>::RIGHT[d];
            if right < 32 {
                self.0[d] >> right
            } else {
                self.0[d] << Shifts::<S, DISTANCE>::LEFT[d]
            }
        }))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.union() == 0
    }

    #[inline(always)]
    fn union(self) -> u32 {
        self.0.iter().fold(0, |all, set| all | set)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        // Two sets of 25 points in a word.
        (0..4)
            .map(|i| (u64::from(self.0[i]) << 32 | u64::from(self.0[i + 4])).count_ones())
            .sum()
    }

    #[inline(always)]
    fn directions_at(self, point: u32) -> u32 {
        (0..8).fold(0, |all, d| all | (self.0[d] >> point & 1) << d)
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        Self(self.0.map(|set| set & set.wrapping_neg()))
    }

    #[inline(always)]
    fn vacant(self) -> Self {
        Self(self.0.map(|set| if set == 0 { u32::MAX } else { 0 }))
    }

    #[inline(always)]
    fn filled(self) -> u32 {
        (0..8).fold(0, |all, lane| all | u32::from(self.0[lane] != 0) << lane)
    }

    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        if by < 0 {
            Self(self.0.map(|set| set << -by))
        } else {
            Self(self.0.map(|set| set >> by))
        }
    }

    #[inline(always)]
    fn pack(self, keep: u32, to: &mut [u32; 8]) {
        let mut kept = 0;
        for lane in 0..8 {
            to[kept & 7] = self.0[lane];
            kept += (keep >> lane & 1) as usize;
        }
    }

    #[inline(always)]
    fn tally(self) -> Self {
        Self(self.0.map(|set| {
            let pairs = set - (set >> 1 & 0x5555_5555);
            let nibbles = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
            (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f
        }))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn total(self) -> u32 {
        let pairs = self
            .0
            .map(|set| (set & 0x00ff_00ff) + (set >> 8 & 0x00ff_00ff));
        let sum: u32 = pairs.iter().sum();
        (sum & 0xffff) + (sum >> 16)
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;

/// Whether [`Avx2`] may be used: what `#[target_feature]` of its callers names.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::{JUMP_FROM, LINE_FROM, looking_at};

    fn check<L: Lanes>() {
        let mut set = 0x0123_4567u32 & crate::bits::ALL;
        for _ in 0..1000 {
            set = (set ^ set << 7 ^ set >> 9).wrapping_mul(0x9e37_79b1) & crate::bits::ALL;
            let all = L::splat(set);
            let near = all.looking::<Near, 1>().and(L::load(&LINE_FROM)).store();
            let far = all.looking::<Far, 2>().store();
            for direction in 0..8 {
                let line = LINE_FROM[direction];
                assert_eq!(near[direction], looking_at(set, direction, 1) & line);
                let back = (direction + 4) % 8;
                let jump = JUMP_FROM[back];
                assert_eq!(far[direction] & jump, looking_at(set, back, 2) & jump);
            }
            let lanes = L::load(&near);
            assert_eq!(lanes.union(), near.iter().fold(0, |all, set| all | set));
            assert_eq!(lanes.is_empty(), lanes.union() == 0);
            assert_eq!(
                lanes.count(),
                near.iter().map(|set| set.count_ones()).sum::<u32>()
            );
            for point in 0..25 {
                let expected = (0..8).filter(|&d| near[d] >> point & 1 == 1);
                let expected = expected.fold(0u32, |all, d| all | 1 << d);
                assert_eq!(lanes.directions_at(point), expected);
            }
            assert_eq!(
                lanes.lowest().store(),
                near.map(|set| set & set.wrapping_neg())
            );
            assert_eq!(
                lanes.vacant().store(),
                near.map(|set| if set == 0 { u32::MAX } else { 0 })
            );
            let filled = (0..8).filter(|&d| near[d] != 0);
            assert_eq!(lanes.filled(), filled.fold(0, |all, d| all | 1 << d));
            for by in 0..13 {
                assert_eq!(lanes.shifted(by).store(), near.map(|set| set >> by));
                assert_eq!(lanes.shifted(-by).store(), near.map(|set| set << by));
            }
            for keep in [set & 0xff, set >> 8 & 0xff, 0, 0xff] {
                let kept: Vec<u32> = (0..8)
                    .filter(|&lane| keep >> lane & 1 == 1)
                    .map(|lane| near[lane])
                    .collect();
                let mut packed = [0; 8];
                lanes.pack(keep, &mut packed);
                assert_eq!(packed[..kept.len()], kept);
            }
            let tally = lanes.tally();
            let bytes = |set: u32, f: fn(u8) -> u8| u32::from_le_bytes(set.to_le_bytes().map(f));
            let ones = |byte: u8| byte.count_ones() as u8;
            assert_eq!(tally.store(), near.map(|set| bytes(set, ones)));
            let twice = |byte: u8| 2 * byte.count_ones() as u8;
            assert_eq!(tally.plus(tally).store(), near.map(|set| bytes(set, twice)));
            assert_eq!(tally.total(), lanes.count());
            assert_eq!(L::splat(u32::MAX).total(), 32 * 255);
            let other = L::splat(set >> 3);
            for (direction, &a) in near.iter().enumerate() {
                let b = set >> 3;
                assert_eq!(lanes.and(other).store()[direction], a & b);
                assert_eq!(lanes.or(other).store()[direction], a | b);
                assert_eq!(lanes.xor(other).store()[direction], a ^ b);
                assert_eq!(lanes.without(other).store()[direction], a & !b);
            }
        }
    }

    #[test]
    fn lanes_of_plain_words_are_the_scalar_sets() {
        check::<Words>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    #[allow(unsafe_code)]
    fn lanes_of_one_register_are_the_scalar_sets() {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run() {
            check::<Avx2>();
        }
        if has_avx2() {
            // SAFETY: the features were detected.
            unsafe { run() };
        }
    }
}
