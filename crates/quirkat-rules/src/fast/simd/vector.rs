//! What a machine can do with eight words, and proof that it can.

/// Proof that the machine can work with eight words at once in one way. A value exists only where
/// that was detected, so that code which has one, or a vector made by one, needs no further check.
///
/// Everything that works on vectors is `#[inline(always)]` and has plain loops: a call, a closure
/// or an iterator adaptor would be compiled without the machine's features. What must be a call of
/// its own goes through [`Self::call`].
pub(in crate::fast) trait Simd: Copy {
    /// Eight words.
    type Words: Words;

    fn load(self, words: &[u32; 8]) -> Self::Words;

    fn splat(self, word: u32) -> Self::Words;

    /// Calls a task as a function of its own, compiled for the machine.
    fn call<T: Task<Self>>(self, a: T::A, b: T::B, c: T::C) -> T::Output;
}

/// A function to be compiled for each machine, named by a type; see [`Simd::call`]. Its arguments
/// are passed one by one: gathered in one value they would go through memory.
pub(in crate::fast) trait Task<M: Simd> {
    type A;
    type B;
    type C;
    type Output;

    /// To be implemented as `#[inline(always)]`.
    fn run(machine: M, a: Self::A, b: Self::B, c: Self::C) -> Self::Output;
}

/// Eight words, each in a lane of its own. A condition is a word of all ones or all zeros.
pub(in crate::fast) trait Words: Copy {
    fn store(self) -> [u32; 8];

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    /// Every lane shifted to higher bits, by less than 32.
    fn left(self, by: u32) -> Self;
    /// Every lane shifted to lower bits, by less than 32.
    fn right(self, by: u32) -> Self;
    /// Each lane shifted by its own count, to lower bits or to higher ones: one of its two counts
    /// must be 32, the other is the shift.
    fn shift_each(self, right: &[u32; 8], left: &[u32; 8]) -> Self;

    /// The condition that a word is zero.
    fn is_zero(self) -> Self;
    /// The condition that a word exceeds the other's, both below 2³¹.
    fn exceeds(self, other: Self) -> Self;
    /// The condition that a word has this bit.
    fn has_bit(self, bit: u32) -> Self;
    /// The highest bit of each lane: for a condition, the lanes in which it holds.
    fn high_bits(self) -> u32;
    /// Where this condition holds the one word, else the other.
    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(no.without(self))
    }

    /// The lanes that are not zero, as bits.
    #[inline(always)]
    fn nonzero(self) -> u32 {
        self.is_zero().high_bits() ^ 0xff
    }

    /// Whether all lanes are zero.
    fn all_zero(self) -> bool;
    /// The bits that any lane has.
    fn union(self) -> u32;
    /// The number of bits in all lanes together.
    fn count_ones(self) -> u32;
    /// The lanes that have this bit, as bits.
    fn lanes_with(self, bit: u32) -> u32;
    /// The lowest bit of each lane.
    fn lowest_bit(self) -> Self;
    /// [`crate::board::points::half_turn`].
    fn half_turn(self) -> Self;
    /// Writes the lanes named by the bits of `keep` one after another to the front of `to`, and
    /// anything behind them.
    fn compress(self, keep: u32, to: &mut [u32; 8]);

    /// The number of bits in each byte.
    fn count_by_byte(self) -> Self;
    /// The sum byte by byte, which must fit.
    fn add_bytes(self, other: Self) -> Self;
    /// The sum of all bytes.
    fn sum_bytes(self) -> u32;
}
