//! [`Words`] as an array, for every machine.

use super::vector::{Simd, Task, Words};

/// Every machine has arrays.
#[derive(Clone, Copy, Debug)]
pub(in crate::fast) struct Portable;

#[derive(Clone, Copy)]
pub(in crate::fast) struct Array([u32; 8]);

impl Simd for Portable {
    type Words = Array;

    #[inline(always)]
    fn load(self, words: &[u32; 8]) -> Array {
        Array(*words)
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Array {
        Array([word; 8])
    }

    fn call<T: Task<Self>>(self, a: T::A, b: T::B, c: T::C) -> T::Output {
        T::run(self, a, b, c)
    }
}

const fn all_if(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}

impl Array {
    #[inline(always)]
    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        Self(self.0.map(f))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl Words for Array {
    #[inline(always)]
    fn store(self) -> [u32; 8] {
        self.0
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
    fn add(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_add)
    }

    #[inline(always)]
    fn left(self, by: u32) -> Self {
        self.map(|word| word << by)
    }

    #[inline(always)]
    fn right(self, by: u32) -> Self {
        self.map(|word| word >> by)
    }

    #[inline(always)]
    fn shift_each(self, right: &[u32; 8], left: &[u32; 8]) -> Self {
        Self(std::array::from_fn(|lane| {
            if right[lane] < 32 {
                self.0[lane] >> right[lane]
            } else {
                self.0[lane] << left[lane]
            }
        }))
    }

    #[inline(always)]
    fn is_zero(self) -> Self {
        self.map(|word| all_if(word == 0))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        self.zip(other, |a, b| all_if(a > b))
    }

    #[inline(always)]
    fn has_bit(self, bit: u32) -> Self {
        self.map(|word| all_if(word >> bit & 1 == 1))
    }

    #[inline(always)]
    fn high_bits(self) -> u32 {
        self.lanes_with(31)
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        self.union() == 0
    }

    #[inline(always)]
    fn union(self) -> u32 {
        self.0.iter().fold(0, |all, word| all | word)
    }

    #[inline(always)]
    fn count_ones(self) -> u32 {
        (0..4)
            .map(|i| (u64::from(self.0[i]) << 32 | u64::from(self.0[i + 4])).count_ones())
            .sum()
    }

    #[inline(always)]
    fn lanes_with(self, bit: u32) -> u32 {
        (0..8).fold(0, |all, lane| all | (self.0[lane] >> bit & 1) << lane)
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        self.map(|word| word & word.wrapping_neg())
    }

    #[inline(always)]
    fn half_turn(self) -> Self {
        self.map(crate::board::points::half_turn)
    }

    #[inline(always)]
    fn compress(self, keep: u32, to: &mut [u32; 8]) {
        let mut kept = 0;
        for lane in 0..8 {
            to[kept & 7] = self.0[lane];
            kept += (keep >> lane & 1) as usize;
        }
    }

    #[inline(always)]
    fn count_by_byte(self) -> Self {
        self.map(|word| {
            let pairs = word - (word >> 1 & 0x5555_5555);
            let nibbles = (pairs & 0x3333_3333) + (pairs >> 2 & 0x3333_3333);
            (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f
        })
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        self.add(other)
    }

    #[inline(always)]
    fn sum_bytes(self) -> u32 {
        let pairs = self
            .0
            .map(|word| (word & 0x00ff_00ff) + (word >> 8 & 0x00ff_00ff));
        let sum: u32 = pairs.iter().sum();
        (sum & 0xffff) + (sum >> 16)
    }
}
