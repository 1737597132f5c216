//! One word of each of several games at once: eight in one register where the machine has AVX2.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use crate::direction::OFFSET;

/// The same point set (or other word) of [`Batch::WIDTH`] games. A condition is a word of all ones
/// or all zeros.
pub(super) trait Batch: Copy {
    const WIDTH: usize;
    /// From the first words of a slice.
    fn load(words: &[u32]) -> Self;
    fn store(self, words: &mut [u32]);
    fn splat(word: u32) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn left(self, count: u32) -> Self;
    fn right(self, count: u32) -> Self;
    /// Whether each word is zero.
    fn is_zero(self) -> Self;
    /// Whether each word, below 2³¹, exceeds the other's.
    fn exceeds(self, other: Self) -> Self;
    /// Whether this bit of each word is set.
    fn bit(self, bit: u32) -> Self;
    /// [`crate::bits::half_turn`].
    fn half_turn(self) -> Self;
    /// A condition as one bit a game.
    fn condition(self) -> u32;

    #[inline(always)]
    fn select(self, yes: Self, no: Self) -> Self {
        self.and(yes).or(no.without(self))
    }

    /// [`crate::direction::looking_at`].
    #[inline(always)]
    fn looking(self, direction: usize, distance: u32) -> Self {
        let offset = i32::from(OFFSET[direction]);
        if offset > 0 {
            self.right(offset.unsigned_abs() * distance)
        } else {
            self.left(offset.unsigned_abs() * distance)
        }
    }
}

const fn all_if(condition: bool) -> u32 {
    if condition { u32::MAX } else { 0 }
}

/// One game at a time, for every machine.
impl Batch for u32 {
    const WIDTH: usize = 1;

    #[inline(always)]
    fn load(words: &[u32]) -> Self {
        words[0]
    }

    #[inline(always)]
    fn store(self, words: &mut [u32]) {
        words[0] = self;
    }

    #[inline(always)]
    fn splat(word: u32) -> Self {
        word
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn left(self, count: u32) -> Self {
        self << count
    }

    #[inline(always)]
    fn right(self, count: u32) -> Self {
        self >> count
    }

    #[inline(always)]
    fn is_zero(self) -> Self {
        all_if(self == 0)
    }

    #[inline(always)]
    fn exceeds(self, other: Self) -> Self {
        all_if(self > other)
    }

    #[inline(always)]
    fn bit(self, bit: u32) -> Self {
        all_if(self >> bit & 1 == 1)
    }

    #[inline(always)]
    fn half_turn(self) -> Self {
        crate::bits::half_turn(self)
    }

    #[inline(always)]
    fn condition(self) -> u32 {
        self & 1
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Eight;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::Batch;
    use std::arch::x86_64::{
        __m256i, _mm_cvtsi32_si128, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256,
        _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_loadu_si256,
        _mm256_movemask_ps, _mm256_or_si256, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_setr_epi8,
        _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi32, _mm256_srai_epi32,
        _mm256_srl_epi32, _mm256_storeu_si256, _mm256_xor_si256,
    };

    /// Eight games in one register. Everything that makes a value of this type is reached only
    /// from functions with the target feature AVX2, which are called after
    /// [`crate::lanes::has_avx2`] said yes.
    #[derive(Clone, Copy)]
    pub(in crate::vec_env) struct Eight(__m256i);

    // SAFETY, for all of it: AVX2 is there, see the type. The intrinsics touch no memory but the
    // load and the store, whose slices are checked to hold eight words; they need no alignment.
    #[allow(unsafe_code)]
    impl Batch for Eight {
        const WIDTH: usize = 8;

        #[inline(always)]
        fn load(words: &[u32]) -> Self {
            let words = &words[..8];
            Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, words: &mut [u32]) {
            let words = &mut words[..8];
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        }

        #[inline(always)]
        fn splat(word: u32) -> Self {
            Self(unsafe { _mm256_set1_epi32(word as i32) })
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
        fn plus(self, other: Self) -> Self {
            Self(unsafe { _mm256_add_epi32(self.0, other.0) })
        }

        #[inline(always)]
        fn left(self, count: u32) -> Self {
            Self(unsafe { _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(count as i32)) })
        }

        #[inline(always)]
        fn right(self, count: u32) -> Self {
            Self(unsafe { _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(count as i32)) })
        }

        #[inline(always)]
        fn is_zero(self) -> Self {
            Self(unsafe { _mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()) })
        }

        #[inline(always)]
        fn exceeds(self, other: Self) -> Self {
            Self(unsafe { _mm256_cmpgt_epi32(self.0, other.0) })
        }

        #[inline(always)]
        fn bit(self, bit: u32) -> Self {
            Self(unsafe { _mm256_srai_epi32::<31>(self.left(31 - bit).0) })
        }

        /// Reverses the nibbles by table and the bytes by shuffle.
        #[inline(always)]
        fn half_turn(self) -> Self {
            unsafe {
                let low = _mm256_set1_epi8(0x0f);
                let reversed = _mm256_setr_epi8(
                    0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15, //
                    0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15,
                );
                let bytes = _mm256_setr_epi8(
                    3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, //
                    3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
                );
                let lower = _mm256_shuffle_epi8(reversed, _mm256_and_si256(self.0, low));
                let upper = _mm256_and_si256(self.right(4).0, low);
                let upper = _mm256_shuffle_epi8(reversed, upper);
                let swapped = _mm256_or_si256(Self(lower).left(4).0, upper);
                Self(_mm256_shuffle_epi8(swapped, bytes)).right(7)
            }
        }

        #[inline(always)]
        fn condition(self) -> u32 {
            unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(self.0)) as u32 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_arch = "x86_64")]
    #[test]
    #[allow(unsafe_code)]
    fn eight_games_at_once_are_eight_games() {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run() {
            let words = |start: u32| -> [u32; 8] {
                std::array::from_fn(|i| {
                    (start + i as u32).wrapping_mul(0x9e37_79b1) & crate::bits::ALL
                })
            };
            for start in (0..800).step_by(8) {
                let (a, b) = (words(start), words(start + 3));
                let (x, y) = (Eight::load(&a), Eight::load(&b));
                let check = |name: &str, wide: Eight, single: &dyn Fn(u32, u32) -> u32| {
                    let mut found = [0; 8];
                    wide.store(&mut found);
                    assert_eq!(found, std::array::from_fn(|i| single(a[i], b[i])), "{name}");
                };
                check("and", x.and(y), &|a, b| a.and(b));
                check("or", x.or(y), &|a, b| a.or(b));
                check("xor", x.xor(y), &|a, b| a.xor(b));
                check("without", x.without(y), &|a, b| a.without(b));
                check("plus", x.plus(y), &|a, b| a.plus(b));
                check("exceeds", x.exceeds(y), &|a, b| a.exceeds(b));
                check("is zero", x.and(y).is_zero(), &|a, b| a.and(b).is_zero());
                check("half turn", x.half_turn(), &|a, _| a.half_turn());
                let chosen = x.bit(3).select(x, y);
                check("select", chosen, &|a, b| a.bit(3).select(a, b));
                for direction in 0..8 {
                    let looking = x.looking(direction, 2);
                    check("looking", looking, &|a, _| a.looking(direction, 2));
                }
                let expected = (0..8).fold(0, |all, i| all | (a[i] >> 5 & 1) << i);
                assert_eq!(x.bit(5).condition(), expected);
            }
        }
        if crate::lanes::has_avx2() {
            // SAFETY: the features were detected.
            unsafe { run() };
        }
    }
}
