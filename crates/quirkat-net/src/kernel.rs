use std::fmt;
use std::str::FromStr;

/// How the hand-written forward pass computes. Inside one kernel results are identical bit for bit,
/// whatever the batch: every output is one chain of multiply-adds in the order of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain multiplications and additions: runs everywhere.
    Portable,
    /// Fused multiply-adds, eight at a time (x86-64 with AVX2 and FMA).
    Fma8,
    /// The same sixteen at a time (x86-64 with AVX-512F); the same bits as [`Self::Fma8`].
    Fma16,
}

/// A kernel that there is not, or not on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kernel `{0}`: allowed are portable, and fma8 or fma16 where the processor has them")]
pub struct UnknownKernel(pub String);

impl Kernel {
    /// The fastest that this machine has.
    pub fn best() -> Self {
        [Self::Fma16, Self::Fma8]
            .into_iter()
            .find(|kernel| kernel.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Fma8 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Self::Fma16 => is_x86_feature_detected!("avx512f") && Self::Fma8.is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Fma8 | Self::Fma16 => false,
        }
    }

    /// The name of the class of kernels that give the same bits: `portable` or `fma`.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Fma8 | Self::Fma16 => "fma",
        }
    }

    /// `outputs[r] = bias + inputs[r] · weights`, with `ReLU` when asked, for rows of any number.
    /// Inputs that are 0 change nothing and cost little in the first layer: see
    /// [`Self::sparse_layer`].
    pub(crate) fn dense_layer(self, layer: &Layer, inputs: &[f32], outputs: &mut [f32]) {
        debug_assert!(inputs.len().is_multiple_of(layer.inputs) && self.is_available());
        match self {
            Self::Portable => dense_portable(layer, inputs, outputs),
            // SAFETY: the functions need these processor features and nothing else, and `Forward`,
            // the only caller, replaces kernels that are not available.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma8 => unsafe { dense_fma8(layer, inputs, outputs) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma16 => unsafe { dense_fma16(layer, inputs, outputs) },
            #[cfg(not(target_arch = "x86_64"))]
            Self::Fma8 | Self::Fma16 => dense_portable(layer, inputs, outputs),
        }
    }

    /// `output = bias + the sum of the weight rows of the inputs that are 1`: an input layer for
    /// features of 0 and 1. Additions only, so every kernel gives the same bits.
    pub(crate) fn sparse_layer(layer: &Layer, ones: &[u16], output: &mut [f32]) {
        output.copy_from_slice(&layer.bias);
        for &one in ones {
            let row = &layer.weights[usize::from(one) * layer.outputs..][..layer.outputs];
            for (sum, weight) in output.iter_mut().zip(row) {
                *sum += weight;
            }
        }
    }
}

/// Weights of one layer, `[inputs, outputs]` row by row, and its bias.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    pub(crate) weights: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl Layer {
    /// One output of one row, in the order of additions of [`Kernel::dense_layer`]'s class.
    pub(crate) fn output(&self, kernel: Kernel, input: &[f32], column: usize) -> f32 {
        let mut sum = self.bias[column];
        for (i, &x) in input.iter().enumerate() {
            let weight = self.weights[i * self.outputs + column];
            sum = if kernel == Kernel::Portable {
                x * weight + sum
            } else {
                x.mul_add(weight, sum)
            };
        }
        sum
    }
}

/// The outputs of all rows for the columns from `first` on, one at a time.
fn dense_columns(kernel: Kernel, layer: &Layer, inputs: &[f32], outputs: &mut [f32], first: usize) {
    let rows = inputs
        .chunks_exact(layer.inputs)
        .zip(outputs.chunks_exact_mut(layer.outputs));
    for (input, output) in rows {
        for (column, sum) in output.iter_mut().enumerate().skip(first) {
            *sum = layer.output(kernel, input, column);
        }
    }
}

/// Eight columns of a row at a time, in an order of additions that does not depend on the machine.
fn dense_portable(layer: &Layer, inputs: &[f32], outputs: &mut [f32]) {
    const COLUMNS: usize = 8;
    let whole = layer.outputs / COLUMNS * COLUMNS;
    let rows = inputs
        .chunks_exact(layer.inputs)
        .zip(outputs.chunks_exact_mut(layer.outputs));
    for (input, output) in rows {
        for first in (0..whole).step_by(COLUMNS) {
            let mut sums = [0.0f32; COLUMNS];
            sums.copy_from_slice(&layer.bias[first..first + COLUMNS]);
            for (&x, weights) in input.iter().zip(layer.weights.chunks_exact(layer.outputs)) {
                let weights = &weights[first..first + COLUMNS];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
            output[first..first + COLUMNS].copy_from_slice(&sums);
        }
    }
    dense_columns(Kernel::Portable, layer, inputs, outputs, whole);
}

/// A dense layer with fused multiply-adds: tiles of some rows by two vectors, whose sums stay in
/// registers while the inputs go by.
#[cfg(target_arch = "x86_64")]
macro_rules! fma_kernel {
    ($name:ident, $tile:ident, $kernel:expr, $features:literal, $lanes:literal, $rows:literal, $load:ident, $store:ident, $splat:ident, $fma:ident) => {
        #[target_feature(enable = $features)]
        fn $name(layer: &Layer, inputs: &[f32], outputs: &mut [f32]) {
            let rows = inputs.len() / layer.inputs;
            let whole = layer.outputs / (2 * $lanes) * (2 * $lanes);
            let mut row = 0;
            while row < rows {
                let block = if rows - row >= $rows { $rows } else { 1 };
                for first in (0..whole).step_by(2 * $lanes) {
                    if block == $rows {
                        $tile::<$rows>(layer, inputs, outputs, row, first);
                    } else {
                        $tile::<1>(layer, inputs, outputs, row, first);
                    }
                }
                row += block;
            }
            dense_columns($kernel, layer, inputs, outputs, whole);
        }

        #[target_feature(enable = $features)]
        fn $tile<const ROWS: usize>(
            layer: &Layer,
            inputs: &[f32],
            outputs: &mut [f32],
            row: usize,
            first: usize,
        ) {
            use std::arch::x86_64::{$fma, $load, $splat, $store};
            let load = |floats: &[f32], at: usize| {
                let lanes: &[f32; $lanes] = floats[at..].first_chunk().expect("a whole vector");
                // SAFETY: an unaligned load of exactly the floats of `lanes`.
                #[allow(unsafe_code)]
                unsafe {
                    $load(lanes.as_ptr())
                }
            };
            let bias = [load(&layer.bias, first), load(&layer.bias, first + $lanes)];
            let mut sums = [bias; ROWS];
            let inputs: [&[f32]; ROWS] =
                std::array::from_fn(|r| &inputs[(row + r) * layer.inputs..][..layer.inputs]);
            for (i, weights) in layer.weights.chunks_exact(layer.outputs).enumerate() {
                let weights = [load(weights, first), load(weights, first + $lanes)];
                for r in 0..ROWS {
                    let x = $splat(inputs[r][i]);
                    sums[r] = [
                        $fma(x, weights[0], sums[r][0]),
                        $fma(x, weights[1], sums[r][1]),
                    ];
                }
            }
            for (r, sum) in sums.into_iter().enumerate() {
                let output = &mut outputs[(row + r) * layer.outputs + first..][..2 * $lanes];
                let (low, high) = output.split_at_mut($lanes);
                // SAFETY: unaligned stores to exactly `$lanes` floats each.
                #[allow(unsafe_code)]
                unsafe {
                    $store(low.as_mut_ptr(), sum[0]);
                    $store(high.as_mut_ptr(), sum[1]);
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
fma_kernel!(
    dense_fma8,
    tile_fma8,
    Kernel::Fma8,
    "avx2,fma",
    8,
    4,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_set1_ps,
    _mm256_fmadd_ps
);
#[cfg(target_arch = "x86_64")]
fma_kernel!(
    dense_fma16,
    tile_fma16,
    Kernel::Fma16,
    "avx512f",
    16,
    8,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_set1_ps,
    _mm512_fmadd_ps
);

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(text: &str) -> Result<Self, UnknownKernel> {
        let known = [Self::Portable, Self::Fma8, Self::Fma16];
        let found = known
            .into_iter()
            .find(|kernel| kernel.to_string() == text && kernel.is_available());
        found.ok_or_else(|| UnknownKernel(text.to_owned()))
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Fma8 => "fma8",
            Self::Fma16 => "fma16",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    fn random(count: usize, rng: &mut impl rand::Rng) -> Vec<f32> {
        (0..count)
            .map(|_| rng.random::<f32>() * 2.0 - 1.0)
            .collect()
    }

    #[test]
    fn every_kernel_equals_the_plain_sum_to_the_bit_for_any_shape_and_batch() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        for kernel in [Kernel::Portable, Kernel::Fma8, Kernel::Fma16]
            .into_iter()
            .filter(|k| k.is_available())
        {
            for (inputs, outputs) in [(1, 1), (5, 3), (17, 33), (64, 64), (32, 290), (128, 100)] {
                let layer = Layer {
                    inputs,
                    outputs,
                    weights: random(inputs * outputs, &mut rng),
                    bias: random(outputs, &mut rng),
                };
                for rows in [1, 2, 4, 5, 6, 7, 13] {
                    let x = random(rows * inputs, &mut rng);
                    let mut y = vec![0.0; rows * outputs];
                    kernel.dense_layer(&layer, &x, &mut y);
                    for row in 0..rows {
                        for column in 0..outputs {
                            let plain = layer.output(kernel, &x[row * inputs..][..inputs], column);
                            assert_eq!(y[row * outputs + column].to_bits(), plain.to_bits());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_sparse_layer_adds_the_rows_of_the_ones() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(4);
        let layer = Layer {
            inputs: 9,
            outputs: 7,
            weights: random(63, &mut rng),
            bias: random(7, &mut rng),
        };
        let mut y = vec![0.0; 7];
        Kernel::sparse_layer(&layer, &[1, 4, 8], &mut y);
        let mut x = [0.0; 9];
        for one in [1usize, 4, 8] {
            x[one] = 1.0;
        }
        for (column, sum) in y.iter().enumerate() {
            assert!((sum - layer.output(Kernel::Portable, &x, column)).abs() < 1e-6);
        }
    }

    #[test]
    fn kernels_are_known_by_their_names_where_the_machine_has_them() {
        assert_eq!("portable".parse(), Ok(Kernel::Portable));
        assert_eq!(Kernel::best().to_string().parse(), Ok(Kernel::best()));
        assert!("fma32".parse::<Kernel>().is_err());
    }
}
