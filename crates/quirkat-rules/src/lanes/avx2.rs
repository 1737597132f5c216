//! [`Lanes`] in one register.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::{Lanes, Shifts, Side};
use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_or_si128,
    _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_ps,
    _mm256_castsi256_si128, _mm256_cmpeq_epi32, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_movemask_ps, _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_sad_epu8,
    _mm256_set1_epi8, _mm256_set1_epi32, _mm256_setr_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_sll_epi32, _mm256_sllv_epi32, _mm256_srl_epi32, _mm256_srlv_epi32,
    _mm256_storeu_si256, _mm256_sub_epi32, _mm256_testz_si256, _mm256_xor_si256,
};

/// For each choice of lanes: their numbers, ascending, then zeros.
static PACK: [[u32; 8]; 256] = {
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

/// One register. Everything that makes a value of this type is reached only from functions
/// with the target feature AVX2, which are called after [`super::has_avx2`] said yes.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i);

impl Avx2 {
    #[inline(always)]
    fn table(sets: &[u32; 8]) -> __m256i {
        // SAFETY: AVX2 is there, see the type; the load is of 32 readable bytes, unaligned.
        #[allow(unsafe_code)]
        unsafe {
            _mm256_loadu_si256(sets.as_ptr().cast())
        }
    }
}

// SAFETY, for all of it: AVX2 is there, see the type. The intrinsics touch no memory but the
// load and the store of 32 bytes, which need no alignment.
#[allow(unsafe_code)]
impl Lanes for Avx2 {
    #[inline(always)]
    fn load(sets: &[u32; 8]) -> Self {
        Self(Self::table(sets))
    }

    #[inline(always)]
    fn store(self) -> [u32; 8] {
        let mut sets = [0u32; 8];
        unsafe { _mm256_storeu_si256(sets.as_mut_ptr().cast(), self.0) };
        sets
    }

    #[inline(always)]
    fn splat(set: u32) -> Self {
        Self(unsafe { _mm256_set1_epi32(set as i32) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn looking<S: Side, const DISTANCE: u32>(self) -> Self {
        let right = Self::table(&Shifts::<S, DISTANCE>::RIGHT);
        let left = Self::table(&Shifts::<S, DISTANCE>::LEFT);
        Self(unsafe {
            _mm256_or_si256(
                _mm256_srlv_epi32(self.0, right),
                _mm256_sllv_epi32(self.0, left),
            )
        })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn union(self) -> u32 {
        let words = unsafe {
            let half = _mm_or_si128(
                _mm256_castsi256_si128(self.0),
                _mm256_extracti128_si256::<1>(self.0),
            );
            _mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half)
        };
        (words | words >> 32) as u32
    }

    #[inline(always)]
    fn count(self) -> u32 {
        unsafe {
            let low = _mm256_castsi256_si128(self.0);
            let high = _mm256_extracti128_si256::<1>(self.0);
            _mm_cvtsi128_si64(low).count_ones()
                + _mm_extract_epi64::<1>(low).count_ones()
                + _mm_cvtsi128_si64(high).count_ones()
                + _mm_extract_epi64::<1>(high).count_ones()
        }
    }

    #[inline(always)]
    fn directions_at(self, point: u32) -> u32 {
        unsafe {
            let count = _mm_cvtsi32_si128(31 - point as i32);
            let at_the_sign = _mm256_sll_epi32(self.0, count);
            _mm256_movemask_ps(_mm256_castsi256_ps(at_the_sign)) as u32
        }
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        Self(unsafe { _mm256_and_si256(self.0, _mm256_sub_epi32(_mm256_setzero_si256(), self.0)) })
    }

    #[inline(always)]
    fn vacant(self) -> Self {
        Self(unsafe { _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()) })
    }

    #[inline(always)]
    fn filled(self) -> u32 {
        let vacant = self.vacant().0;
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(vacant)) as u32 ^ 0xff }
    }

    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        Self(unsafe {
            let count = _mm_cvtsi32_si128(by.abs());
            if by < 0 {
                _mm256_sll_epi32(self.0, count)
            } else {
                _mm256_srl_epi32(self.0, count)
            }
        })
    }

    #[inline(always)]
    fn pack(self, keep: u32, to: &mut [u32; 8]) {
        let lanes = Self::table(&PACK[keep as usize & 0xff]);
        let packed = unsafe { _mm256_permutevar8x32_epi32(self.0, lanes) };
        *to = Self(packed).store();
    }

    #[inline(always)]
    fn tally(self) -> Self {
        Self(unsafe {
            let of_nibble = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_and_si256(self.0, nibble);
            let high = _mm256_and_si256(self.shifted(4).0, nibble);
            _mm256_add_epi8(
                _mm256_shuffle_epi8(of_nibble, low),
                _mm256_shuffle_epi8(of_nibble, high),
            )
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(unsafe { _mm256_add_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn total(self) -> u32 {
        unsafe {
            let sums = _mm256_sad_epu8(self.0, _mm256_setzero_si256());
            let half = _mm_add_epi64(
                _mm256_castsi256_si128(sums),
                _mm256_extracti128_si256::<1>(sums),
            );
            (_mm_cvtsi128_si64(half) + _mm_extract_epi64::<1>(half)) as u32
        }
    }
}
