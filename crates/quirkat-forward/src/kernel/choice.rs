#[cfg(target_arch = "x86_64")]
use super::fma;
use super::portable;
use crate::layer::Layer;
use std::fmt;
use std::str::FromStr;

/// Which instructions the hand-written passes use. Inside one kernel results are identical bit for
/// bit, whatever the batch: every output is one chain of multiply-adds in the order of the inputs.
///
/// | name | class | needs |
/// |---|---|---|
/// | `portable` | `portable` | nothing: plain multiplications and additions |
/// | `fma8` | `fma` | x86-64 with AVX2 and FMA: fused multiply-adds, eight at a time |
/// | `fma16` | `fma` | x86-64 with AVX-512F: sixteen at a time |
///
/// A value proves that this machine has the instructions: there is no way to make another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Instructions);

/// Anything but `Portable` is made by [`Kernel::detect`] alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Fma8,
    #[cfg(target_arch = "x86_64")]
    Fma16,
}

/// A kernel that there is not, or not on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kernel `{0}`: this machine has {names}", names = Kernel::names())]
pub struct UnknownKernel(pub String);

impl Kernel {
    /// Plain multiplications and additions, which every machine has.
    pub const PORTABLE: Self = Self(Instructions::Portable);

    /// The fastest that this machine has.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::PORTABLE)
    }

    /// All that this machine has, the fastest last.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::detect().into_iter().flatten()
    }

    /// The only place that makes kernels with processor features.
    fn detect() -> [Option<Self>; 3] {
        #[cfg(target_arch = "x86_64")]
        {
            let fma8 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
            let fma16 = fma8 && is_x86_feature_detected!("avx512f");
            [
                Some(Self::PORTABLE),
                fma8.then_some(Self(Instructions::Fma8)),
                fma16.then_some(Self(Instructions::Fma16)),
            ]
        }
        #[cfg(not(target_arch = "x86_64"))]
        [Some(Self::PORTABLE), None, None]
    }

    fn names() -> String {
        let names: Vec<&str> = Self::available().map(Self::name).collect();
        names.join(", ")
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Fma8 => "fma8",
            #[cfg(target_arch = "x86_64")]
            Instructions::Fma16 => "fma16",
        }
    }

    /// The name of the class of kernels that give the same bits: `portable` or `fma`.
    pub const fn class(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Fma8 | Instructions::Fma16 => "fma",
        }
    }

    /// `outputs[r] = bias + inputs[r] · weights` for `inputs` `[rows, layer.inputs]` and `outputs`
    /// `[rows, layer.outputs]`, any number of rows.
    ///
    /// # Panics
    /// When the slices are too short for each other or the layer.
    pub fn dense_layer(
        self,
        layer: &Layer<impl AsRef<[f32]>>,
        inputs: &[f32],
        outputs: &mut [f32],
    ) {
        self.dense(&layer.view(), inputs, outputs);
    }

    fn dense(self, layer: &Layer<&[f32]>, inputs: &[f32], outputs: &mut [f32]) {
        debug_assert!(inputs.len().is_multiple_of(layer.inputs));
        match self.0 {
            Instructions::Portable => portable::dense(layer, inputs, outputs),
            // SAFETY: this value exists only where `detect` found AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma8 => unsafe { fma::dense_fma8(layer, inputs, outputs) },
            // SAFETY: this value exists only where `detect` found AVX-512F.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma16 => unsafe { fma::dense_fma16(layer, inputs, outputs) },
        }
    }

    /// `output = bias + the sum of the weight rows of the inputs that are 1`: an input layer for
    /// features of 0 and 1. Every kernel gives the same bits.
    ///
    /// # Panics
    /// When `output` has another length than the bias, or a row is not there.
    pub fn sparse_layer(self, layer: &Layer<impl AsRef<[f32]>>, ones: &[u16], output: &mut [f32]) {
        output.copy_from_slice(layer.bias.as_ref());
        self.add_rows(layer.weights.as_ref(), ones, output);
    }

    /// Adds some rows of a matrix, as wide as `sums`, to `sums` in the order listed. Additions only,
    /// so every kernel gives the same bits.
    ///
    /// # Panics
    /// When a row is not there.
    pub fn add_rows(self, matrix: &[f32], rows: &[u16], sums: &mut [f32]) {
        match self.0 {
            Instructions::Portable => portable::add_rows_from(0, matrix, rows, sums),
            // SAFETY: this value exists only where `detect` found AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma8 => unsafe { fma::add_rows_fma8(matrix, rows, sums) },
            // SAFETY: this value exists only where `detect` found AVX-512F.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma16 => unsafe { fma::add_rows_fma16(matrix, rows, sums) },
        }
    }

    /// A scalar product. Multiplications and additions in one order, so every kernel gives the same
    /// bits.
    pub fn dot(self, a: &[f32], b: &[f32]) -> f32 {
        match self.0 {
            Instructions::Portable => portable::dot(a, b),
            // SAFETY: this value exists only where `detect` found AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma8 => unsafe { fma::dot_fma8(a, b) },
            // SAFETY: this value exists only where `detect` found AVX-512F.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma16 => unsafe { fma::dot_fma16(a, b) },
        }
    }

    /// `sums += scale · terms`. Every kernel gives the same bits.
    pub fn add_scaled(self, scale: f32, terms: &[f32], sums: &mut [f32]) {
        match self.0 {
            Instructions::Portable => portable::add_scaled(scale, terms, sums),
            // SAFETY: this value exists only where `detect` found AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma8 => unsafe { fma::add_scaled_fma8(scale, terms, sums) },
            // SAFETY: this value exists only where `detect` found AVX-512F.
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Instructions::Fma16 => unsafe { fma::add_scaled_fma16(scale, terms, sums) },
        }
    }
}

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(text: &str) -> Result<Self, UnknownKernel> {
        Self::available()
            .find(|kernel| kernel.name() == text)
            .ok_or_else(|| UnknownKernel(text.to_owned()))
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    fn output(kernel: Kernel, layer: &Layer, input: &[f32], column: usize) -> f32 {
        let layer = &layer.view();
        match kernel.class() {
            "portable" => portable::one_output::<false>(layer, input, column),
            _ => portable::one_output::<true>(layer, input, column),
        }
    }

    fn random(count: usize, rng: &mut impl rand::Rng) -> Vec<f32> {
        (0..count)
            .map(|_| rng.random::<f32>() * 2.0 - 1.0)
            .collect()
    }

    #[test]
    fn every_kernel_equals_the_plain_sum_to_the_bit_for_any_shape_and_batch() {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        for kernel in Kernel::available() {
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
                            let plain =
                                output(kernel, &layer, &x[row * inputs..][..inputs], column);
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
        Kernel::PORTABLE.sparse_layer(&layer, &[1, 4, 8], &mut y);
        let mut x = [0.0; 9];
        for one in [1usize, 4, 8] {
            x[one] = 1.0;
        }
        for (column, sum) in y.iter().enumerate() {
            assert!((sum - output(Kernel::PORTABLE, &layer, &x, column)).abs() < 1e-6);
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
            let (sums, product) = of(Kernel::PORTABLE);
            for (i, &sum) in sums.iter().enumerate() {
                let at = |row: usize| f64::from(matrix[row * width + i]);
                let exact = f64::from(start[i]) + at(0) + 2.0 * at(3) + at(8) + 0.7 * at(1);
                assert!((f64::from(sum) - exact).abs() < 1e-5);
            }
            let exact: f64 = (0..width)
                .map(|i| f64::from(start[i]) * f64::from(matrix[i]))
                .sum();
            assert!((f64::from(product) - exact).abs() < 1e-4);
            for kernel in Kernel::available() {
                assert_eq!(of(kernel), (sums.clone(), product));
            }
        }
    }

    #[test]
    fn a_kernel_can_be_had_by_name_exactly_where_the_machine_has_it() {
        let available: Vec<Kernel> = Kernel::available().collect();
        assert_eq!(available.last(), Some(&Kernel::best()));
        for name in ["portable", "fma8", "fma16"] {
            let parsed = name.parse::<Kernel>();
            let there = available.iter().find(|kernel| kernel.name() == name);
            assert_eq!(parsed.as_ref().ok(), there);
        }
        let error = "fma32".parse::<Kernel>().unwrap_err().to_string();
        assert!(available.iter().all(|kernel| error.contains(kernel.name())));
    }
}
