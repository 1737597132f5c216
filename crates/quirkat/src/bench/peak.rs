use quirkat_net::{Kernel, PerceptronSize};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Chains of multiply-adds that do not wait for each other: more than the latency of one (4 or 5
/// cycles) times the number that can begin in a cycle (2).
const CHAINS: usize = 12;

const STEPS: usize = 4096;

/// The rate of single-precision operations (a multiply-add is two) that one core reaches with
/// nothing else to do, in 10⁹ a second, with the instructions of a kernel: the best of several
/// rounds.
pub(super) fn peak_gflops(kernel: Kernel) -> f64 {
    let round = || {
        let started = Instant::now();
        let mut operations = 0u64;
        while started.elapsed() < Duration::from_millis(20) {
            operations += chains(kernel);
        }
        operations as f64 / started.elapsed().as_secs_f64() / 1e9
    };
    (0..20).map(|_| round()).fold(0.0, f64::max)
}

/// Operations of the hand-written pass for one position with so many features that are 1 and so
/// many legal actions: additions of the input layer, multiply-adds (two each) of the blocks and
/// heads.
pub(super) const fn operations(size: PerceptronSize, ones: usize, actions: usize) -> u64 {
    let input = ones * size.width;
    let blocks = size.blocks * size.width * size.width;
    let heads = (actions + 3) * size.width;
    (input + 2 * (blocks + heads)) as u64
}

/// Runs the chains and says how many operations that was.
fn chains(kernel: Kernel) -> u64 {
    let lanes = match kernel.name() {
        #[cfg(target_arch = "x86_64")]
        "fma8" => {
            // SAFETY: a kernel of this name exists only where the processor has AVX2 and FMA.
            #[allow(unsafe_code)]
            unsafe {
                black_box(fma8(black_box(0.999)));
            }
            8
        }
        #[cfg(target_arch = "x86_64")]
        "fma16" => {
            // SAFETY: a kernel of this name exists only where the processor has AVX-512F.
            #[allow(unsafe_code)]
            unsafe {
                black_box(fma16(black_box(0.999)));
            }
            16
        }
        _ => {
            black_box(plain(black_box(0.999)));
            PLAIN_LANES
        }
    };
    (2 * CHAINS * lanes * STEPS) as u64
}

const PLAIN_LANES: usize = 4;

/// What every x86-64 or 64-bit ARM has: vectors of four.
fn plain(factor: f32) -> f32 {
    let mut sums = [[1.0f32; PLAIN_LANES]; CHAINS];
    for _ in 0..STEPS {
        for sum in &mut sums {
            for lane in sum {
                *lane = *lane * factor + factor;
            }
        }
    }
    sums.iter().flatten().sum()
}

#[cfg(target_arch = "x86_64")]
macro_rules! fma_chains {
    ($name:ident, $features:literal, $splat:ident, $fma:ident, $add:ident, $first:ident) => {
        #[target_feature(enable = $features)]
        fn $name(factor: f32) -> f32 {
            use std::arch::x86_64::{$add, $first, $fma, $splat};
            let factor = $splat(factor);
            let mut sums = [factor; CHAINS];
            for _ in 0..STEPS {
                for sum in &mut sums {
                    *sum = $fma(*sum, factor, factor);
                }
            }
            $first(sums.into_iter().fold(factor, |a, b| $add(a, b)))
        }
    };
}

#[cfg(target_arch = "x86_64")]
fma_chains!(
    fma8,
    "avx2,fma",
    _mm256_set1_ps,
    _mm256_fmadd_ps,
    _mm256_add_ps,
    _mm256_cvtss_f32
);
#[cfg(target_arch = "x86_64")]
fma_chains!(
    fma16,
    "avx512f",
    _mm512_set1_ps,
    _mm512_fmadd_ps,
    _mm512_add_ps,
    _mm512_cvtss_f32
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_s_operations_are_those_of_its_layers() {
        let size = PerceptronSize {
            width: 10,
            blocks: 2,
        };
        // 7 rows of 10 added, 2 × 100 and (5 + 3) × 10 multiply-adds.
        assert_eq!(operations(size, 7, 5), 70 + 2 * (200 + 80));
    }
}
