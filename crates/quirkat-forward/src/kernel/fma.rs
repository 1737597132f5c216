use super::portable::{add_rows_from, add_scaled, dense_columns, dot};
use crate::layer::Layer;

/// A dense layer with fused multiply-adds: tiles of some rows by two vectors, whose sums stay in
/// registers while the inputs go by.
macro_rules! fma_kernel {
    ($name:ident, $tile:ident, $features:literal, $lanes:literal, $rows:literal, $load:ident, $store:ident, $splat:ident, $fma:ident, $add:ident, $add_rows:ident, $dot:ident, $add_scaled:ident) => {
        #[target_feature(enable = $features)]
        pub(super) fn $name(layer: &Layer<&[f32]>, inputs: &[f32], outputs: &mut [f32]) {
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
            dense_columns::<true>(layer, inputs, outputs, whole);
        }

        #[target_feature(enable = $features)]
        fn $tile<const ROWS: usize>(
            layer: &Layer<&[f32]>,
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
            let bias = [load(layer.bias, first), load(layer.bias, first + $lanes)];
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
        pub(super) fn $add_rows(matrix: &[f32], rows: &[u16], sums: &mut [f32]) {
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
        pub(super) fn $dot(a: &[f32], b: &[f32]) -> f32 {
            dot(a, b)
        }

        #[target_feature(enable = $features)]
        pub(super) fn $add_scaled(scale: f32, terms: &[f32], sums: &mut [f32]) {
            add_scaled(scale, terms, sums);
        }
    };
}

fma_kernel!(
    dense_fma8,
    tile_fma8,
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
fma_kernel!(
    dense_fma16,
    tile_fma16,
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
