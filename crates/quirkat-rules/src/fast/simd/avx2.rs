//! [`Words`] in one register of AVX2.

use super::vector::{Simd, Task, Words};
use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128,
    _mm256_add_epi8, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_ps,
    _mm256_castsi256_si128, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_movemask_ps, _mm256_or_si256, _mm256_permutevar8x32_epi32,
    _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_setr_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_sll_epi32, _mm256_sllv_epi32, _mm256_srai_epi32, _mm256_srl_epi32,
    _mm256_srlv_epi32, _mm256_storeu_si256, _mm256_sub_epi32, _mm256_testz_si256, _mm256_xor_si256,
};

/// Proof that the machine has AVX2 and the instructions on bits that come with it.
#[derive(Clone, Copy, Debug)]
pub(in crate::fast) struct Avx2(());

impl Avx2 {
    /// Asks the machine.
    #[inline]
    pub(in crate::fast) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt"))
        .then_some(Self(()))
    }

    /// The lowest bits of `word`, one by one, at the places of the bits of `mask`.
    #[inline(always)]
    pub(in crate::fast) fn deposit(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` proves that the machine has BMI2.
        #[allow(unsafe_code)]
        unsafe {
            std::arch::x86_64::_pdep_u64(word, mask)
        }
    }
}

/// One register. Only an [`Avx2`], or another register, can make one.
#[derive(Clone, Copy)]
pub(in crate::fast) struct Register(__m256i);

/// Values that exist only on a machine that has AVX2.
trait ProvesAvx2 {}
impl ProvesAvx2 for Avx2 {}
impl ProvesAvx2 for Register {}

#[inline(always)]
fn proven<P: ProvesAvx2>(_: &P) {}

/// A computation by intrinsics that work on registers alone, with the proof that the machine has
/// them. Not for intrinsics that touch memory.
macro_rules! with_avx2 {
    ($proof:expr => $computed:expr) => {{
        proven(&$proof);
        // SAFETY: the proof says that the machine has AVX2, which is all that these intrinsics ask.
        #[allow(unsafe_code)]
        unsafe {
            $computed
        }
    }};
}

impl Simd for Avx2 {
    type Words = Register;

    #[inline(always)]
    fn load(self, words: &[u32; 8]) -> Register {
        proven(&self);
        // SAFETY: AVX2 is proven; the load is of 32 readable bytes and needs no alignment.
        #[allow(unsafe_code)]
        Register(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Register {
        Register(with_avx2!(self => _mm256_set1_epi32(word as i32)))
    }

    #[inline(always)]
    fn call<T: Task<Self>>(self, a: T::A, b: T::B, c: T::C) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn with_features<T: Task<Avx2>>(machine: Avx2, a: T::A, b: T::B, c: T::C) -> T::Output {
            T::run(machine, a, b, c)
        }
        // SAFETY: `self` proves that the machine has the features.
        #[allow(unsafe_code)]
        unsafe {
            with_features::<T>(self, a, b, c)
        }
    }
}

/// For each choice of lanes: their numbers, ascending, then zeros.
static COMPRESS: [[u32; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut keep = 0;
    while keep < 256 {
        let mut lane = 0;
        let mut kept = 0;
        while lane < 8 {
            if keep >> lane & 1 == 1 {
                table[keep][kept] = lane;
                kept += 1;
            }
            lane += 1;
        }
        keep += 1;
    }
    table
};

impl Words for Register {
    #[inline(always)]
    fn store(self) -> [u32; 8] {
        proven(&self);
        let mut words = [0u32; 8];
        // SAFETY: AVX2 is proven; the store is of 32 bytes that are ours and needs no alignment.
        #[allow(unsafe_code)]
        unsafe {
            _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0);
        }
        words
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(with_avx2!(self => _mm256_and_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(with_avx2!(self => _mm256_or_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(with_avx2!(self => _mm256_xor_si256(self.0, other.0)))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(with_avx2!(self => _mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(with_avx2!(self => _mm256_add_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn left(self, by: u32) -> Self {
        Self(with_avx2!(self => _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(by as i32))))
    }

    #[inline(always)]
    fn right(self, by: u32) -> Self {
        Self(with_avx2!(self => _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(by as i32))))
    }

    #[inline(always)]
    fn shift_each(self, right: &[u32; 8], left: &[u32; 8]) -> Self {
        let right = self.machine().load(right).0;
        let left = self.machine().load(left).0;
        Self(with_avx2!(self => _mm256_or_si256(
            _mm256_srlv_epi32(self.0, right),
            _mm256_sllv_epi32(self.0, left),
        )))
    }

    #[inline(always)]
    fn is_zero(self) -> Self {
        Self(with_avx2!(self => _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        Self(with_avx2!(self => _mm256_cmpgt_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn has_bit(self, bit: u32) -> Self {
        let high = self.left(31 - bit).0;
        Self(with_avx2!(self => _mm256_srai_epi32::<31>(high)))
    }

    #[inline(always)]
    fn high_bits(self) -> u32 {
        with_avx2!(self => _mm256_movemask_ps(_mm256_castsi256_ps(self.0)) as u32)
    }

    #[inline(always)]
    fn all_zero(self) -> bool {
        with_avx2!(self => _mm256_testz_si256(self.0, self.0) == 1)
    }

    #[inline(always)]
    fn union(self) -> u32 {
        let words = with_avx2!(self => {
            let half = _mm_or_si128(
                _mm256_castsi256_si128(self.0),
                _mm256_extracti128_si256::<1>(self.0),
            );
            _mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half)
        });
        (words | words >> 32) as u32
    }

    #[inline(always)]
    fn count_ones(self) -> u32 {
        with_avx2!(self => {
            let low = _mm256_castsi256_si128(self.0);
            let high = _mm256_extracti128_si256::<1>(self.0);
            _mm_cvtsi128_si64(low).count_ones()
                + _mm_extract_epi64::<1>(low).count_ones()
                + _mm_cvtsi128_si64(high).count_ones()
                + _mm_extract_epi64::<1>(high).count_ones()
        })
    }

    #[inline(always)]
    fn lanes_with(self, bit: u32) -> u32 {
        self.left(31 - bit).high_bits()
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        Self(with_avx2!(self => {
            _mm256_and_si256(self.0, _mm256_sub_epi32(_mm256_setzero_si256(), self.0))
        }))
    }

    /// Reverses the nibbles by table and the bytes by shuffle.
    #[inline(always)]
    fn half_turn(self) -> Self {
        let upper = self.right(4).0;
        let (lower, upper) = with_avx2!(self => {
            let nibble = _mm256_set1_epi8(0x0f);
            let reversed = _mm256_setr_epi8(
                0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15, //
                0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15,
            );
            (
                _mm256_shuffle_epi8(reversed, _mm256_and_si256(self.0, nibble)),
                _mm256_shuffle_epi8(reversed, _mm256_and_si256(upper, nibble)),
            )
        });
        let swapped = Self(lower).left(4).or(Self(upper)).0;
        Self(with_avx2!(self => {
            let bytes = _mm256_setr_epi8(
                3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, //
                3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
            );
            _mm256_shuffle_epi8(swapped, bytes)
        }))
        .right(7)
    }

    #[inline(always)]
    fn compress(self, keep: u32, to: &mut [u32; 8]) {
        let lanes = self.machine().load(&COMPRESS[keep as usize & 0xff]).0;
        *to = Self(with_avx2!(self => _mm256_permutevar8x32_epi32(self.0, lanes))).store();
    }

    #[inline(always)]
    fn count_by_byte(self) -> Self {
        let high = self.right(4).0;
        Self(with_avx2!(self => {
            let of_nibble = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let nibble = _mm256_set1_epi8(15);
            _mm256_add_epi8(
                _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(self.0, nibble)),
                _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(high, nibble)),
            )
        }))
    }

    #[inline(always)]
    fn add_bytes(self, other: Self) -> Self {
        Self(with_avx2!(self => _mm256_add_epi8(self.0, other.0)))
    }

    #[inline(always)]
    fn sum_bytes(self) -> u32 {
        with_avx2!(self => {
            let sums = _mm256_sad_epu8(self.0, _mm256_setzero_si256());
            let half = _mm_add_epi64(
                _mm256_castsi256_si128(sums),
                _mm256_extracti128_si256::<1>(sums),
            );
            (_mm_cvtsi128_si64(half) + _mm_extract_epi64::<1>(half)) as u32
        })
    }
}

impl Register {
    #[inline(always)]
    fn machine(self) -> Avx2 {
        Avx2(())
    }
}
