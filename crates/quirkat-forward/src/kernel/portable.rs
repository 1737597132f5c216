use crate::layer::Layer;

/// Adds some rows of a matrix to `sums`, for the columns from `first` on.
#[inline]
pub(super) fn add_rows_from(first: usize, matrix: &[f32], rows: &[u16], sums: &mut [f32]) {
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
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
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
pub(super) fn add_scaled(scale: f32, terms: &[f32], sums: &mut [f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += scale * term;
    }
}

/// One output of one row: a chain of multiply-adds in the order of the inputs, `FUSED` or not.
pub(super) fn one_output<const FUSED: bool>(
    layer: &Layer<&[f32]>,
    input: &[f32],
    column: usize,
) -> f32 {
    let mut sum = layer.bias[column];
    for (i, &x) in input.iter().enumerate() {
        let weight = layer.weights[i * layer.outputs + column];
        sum = if FUSED {
            x.mul_add(weight, sum)
        } else {
            x * weight + sum
        };
    }
    sum
}

/// The outputs of all rows for the columns from `first` on, one at a time.
pub(super) fn dense_columns<const FUSED: bool>(
    layer: &Layer<&[f32]>,
    inputs: &[f32],
    outputs: &mut [f32],
    first: usize,
) {
    let rows = inputs
        .chunks_exact(layer.inputs)
        .zip(outputs.chunks_exact_mut(layer.outputs));
    for (input, output) in rows {
        for (column, sum) in output.iter_mut().enumerate().skip(first) {
            *sum = one_output::<FUSED>(layer, input, column);
        }
    }
}

/// Eight columns of a row at a time, in an order of additions that does not depend on the machine.
pub(super) fn dense(layer: &Layer<&[f32]>, inputs: &[f32], outputs: &mut [f32]) {
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
    dense_columns::<false>(layer, inputs, outputs, whole);
}
