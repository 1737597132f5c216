use crate::layer::Layer;
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

    /// Itself where the machine has it, and the portable one elsewhere.
    pub(crate) fn or_portable(self) -> Self {
        if self.is_available() {
            self
        } else {
            Self::Portable
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
            // SAFETY: the functions need these processor features and nothing else, and the callers,
            // `Forward` and `Trainer`, replace kernels that are not available.
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
    /// features of 0 and 1. Every kernel gives the same bits.
    pub(crate) fn sparse_layer(self, layer: &Layer, ones: &[u16], output: &mut [f32]) {
        output.copy_from_slice(&layer.bias);
        self.add_rows(&layer.weights, ones, output);
    }

    /// Adds some rows of a matrix, as wide as `sums`, to `sums` in the order listed. Additions only,
    /// so every kernel gives the same bits.
    pub(crate) fn add_rows(self, matrix: &[f32], rows: &[u16], sums: &mut [f32]) {
        debug_assert!(self.is_available());
        match self {
            // SAFETY: as for `dense_layer`.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma8 => unsafe { add_rows_fma8(matrix, rows, sums) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma16 => unsafe { add_rows_fma16(matrix, rows, sums) },
            _ => add_rows_from(0, matrix, rows, sums),
        }
    }

    /// A scalar product. Multiplications and additions in one order, so every kernel gives the same
    /// bits.
    pub(crate) fn dot(self, a: &[f32], b: &[f32]) -> f32 {
        debug_assert!(self.is_available());
        match self {
            // SAFETY: as for `dense_layer`.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma8 => unsafe { dot_fma8(a, b) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma16 => unsafe { dot_fma16(a, b) },
            _ => dot(a, b),
        }
    }

    /// `sums += scale · terms`. Every kernel gives the same bits.
    pub(crate) fn add_scaled(self, scale: f32, terms: &[f32], sums: &mut [f32]) {
        debug_assert!(self.is_available());
        match self {
            // SAFETY: as for `dense_layer`.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma8 => unsafe { add_scaled_fma8(scale, terms, sums) },
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Self::Fma16 => unsafe { add_scaled_fma16(scale, terms, sums) },
            _ => add_scaled(scale, terms, sums),
        }
    }
}

/// [`Kernel::add_rows`] for the columns from `first` on.
#[inline]
fn add_rows_from(first: usize, matrix: &[f32], rows: &[u16], sums: &mut [f32]) {
    let width = sums.len();
    for &row in rows {
        let row = &matrix[usize::from(row) * width..][..width];
        for (sum, term) in sums[first..].iter_mut().zip(&row[first..]) {
            *sum += term;
        }
    }
}

/// Sixteen chains, which any compiler can keep in vector registers, added up by halves.
#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "compiled once for each set of processor features"
)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const CHAINS: usize = 16;
    let mut sums = [0.0f32; CHAINS];
    let (a_blocks, a_rest) = a.as_chunks::<CHAINS>();
    let (b_blocks, b_rest) = b.as_chunks::<CHAINS>();
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        for i in 0..CHAINS {
            sums[i] += a[i] * b[i];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    let eight: [f32; 8] = std::array::from_fn(|i| sums[i] + sums[i + 8]);
    let four: [f32; 4] = std::array::from_fn(|i| eight[i] + eight[i + 4]);
    (four[0] + four[2]) + (four[1] + four[3]) + rest
}

#[inline(always)]
#[allow(
    clippy::inline_always,
    reason = "compiled once for each set of processor features"
)]
fn add_scaled(scale: f32, terms: &[f32], sums: &mut [f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += scale * term;
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
    ($name:ident, $tile:ident, $kernel:expr, $features:literal, $lanes:literal, $rows:literal, $load:ident, $store:ident, $splat:ident, $fma:ident, $add:ident, $add_rows:ident, $dot:ident, $add_scaled:ident) => {
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

        /// Sums of 64 columns at a time stay in registers while the rows go by.
        #[target_feature(enable = $features)]
        fn $add_rows(matrix: &[f32], rows: &[u16], sums: &mut [f32]) {
            use std::arch::x86_64::{$add, $load, $store};
            const TILE: usize = 64;
            let load = |floats: &[f32; TILE], vector: usize| {
                let lanes = &floats[vector * $lanes..][..$lanes];
                // SAFETY: an unaligned load of exactly the floats of `lanes`.
                #[allow(unsafe_code)]
                unsafe {
                    $load(lanes.as_ptr())
                }
            };
            let width = sums.len();
            let whole = width / TILE * TILE;
            for first in (0..whole).step_by(TILE) {
                let tile: &mut [f32; TILE] = sums[first..].first_chunk_mut().expect("a whole tile");
                let mut held = [load(tile, 0); TILE / $lanes];
                for (i, held) in held.iter_mut().enumerate() {
                    *held = load(tile, i);
                }
                for &row in rows {
                    let terms = matrix[usize::from(row) * width + first..]
                        .first_chunk()
                        .expect("a whole tile");
                    for (i, held) in held.iter_mut().enumerate() {
                        *held = $add(*held, load(terms, i));
                    }
                }
                for (i, held) in held.into_iter().enumerate() {
                    let lanes = &mut tile[i * $lanes..][..$lanes];
                    // SAFETY: an unaligned store to exactly the floats of `lanes`.
                    #[allow(unsafe_code)]
                    unsafe {
                        $store(lanes.as_mut_ptr(), held);
                    }
                }
            }
            if whole < width {
                add_rows_from(whole, matrix, rows, sums);
            }
        }

        #[target_feature(enable = $features)]
        fn $dot(a: &[f32], b: &[f32]) -> f32 {
            dot(a, b)
        }

        #[target_feature(enable = $features)]
        fn $add_scaled(scale: f32, terms: &[f32], sums: &mut [f32]) {
            add_scaled(scale, terms, sums);
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
    _mm256_fmadd_ps,
    _mm256_add_ps,
    add_rows_fma8,
    dot_fma8,
    add_scaled_fma8
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
    _mm512_fmadd_ps,
    _mm512_add_ps,
    add_rows_fma16,
    dot_fma16,
    add_scaled_fma16
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
        Kernel::Portable.sparse_layer(&layer, &[1, 4, 8], &mut y);
        let mut x = [0.0; 9];
        for one in [1usize, 4, 8] {
            x[one] = 1.0;
        }
        for (column, sum) in y.iter().enumerate() {
            assert!((sum - layer.output(Kernel::Portable, &x, column)).abs() < 1e-6);
        }
    }

    #[test]
    fn sums_of_rows_and_products_are_the_same_to_the_bit_in_every_kernel() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(5);
        for width in [1, 15, 64, 100, 192] {
            let matrix = random(9 * width, &mut rng);
            let start = random(width, &mut rng);
            let of = |kernel: Kernel| {
                let mut sums = start.clone();
                kernel.add_rows(&matrix, &[0, 3, 8, 3], &mut sums);
                kernel.add_scaled(0.7, &matrix[width..2 * width], &mut sums);
                (sums, kernel.dot(&start, &matrix[..width]))
            };
            let (sums, product) = of(Kernel::Portable);
            for (i, &sum) in sums.iter().enumerate() {
                let at = |row: usize| f64::from(matrix[row * width + i]);
                let exact = f64::from(start[i]) + at(0) + 2.0 * at(3) + at(8) + 0.7 * at(1);
                assert!((f64::from(sum) - exact).abs() < 1e-5);
            }
            let exact: f64 = (0..width)
                .map(|i| f64::from(start[i]) * f64::from(matrix[i]))
                .sum();
            assert!((f64::from(product) - exact).abs() < 1e-4);
            for kernel in [Kernel::Fma8, Kernel::Fma16] {
                if kernel.is_available() {
                    assert_eq!(of(kernel), (sums.clone(), product));
                }
            }
        }
    }

    #[test]
    fn kernels_are_known_by_their_names_where_the_machine_has_them() {
        assert_eq!("portable".parse(), Ok(Kernel::Portable));
        assert_eq!(Kernel::best().to_string().parse(), Ok(Kernel::best()));
        assert!("fma32".parse::<Kernel>().is_err());
    }
}
