use crate::kernel::Kernel;

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

    /// Lays the weights out the other way: from one row for each input to one for each output.
    pub(crate) fn turn_rows(&mut self) {
        self.weights = transposed(&self.weights, self.inputs, self.outputs);
    }

    /// The same shape with nothing but zeros.
    pub(crate) fn zeros(&self) -> Self {
        Self {
            inputs: self.inputs,
            outputs: self.outputs,
            weights: vec![0.0; self.weights.len()],
            bias: vec![0.0; self.bias.len()],
        }
    }
}

/// A matrix with rows and columns exchanged, by blocks that fit a cache line.
pub(crate) fn transposed(matrix: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    const BLOCK: usize = 16;
    let mut turned = vec![0.0; rows * columns];
    for top in (0..rows).step_by(BLOCK) {
        for left in (0..columns).step_by(BLOCK) {
            for column in left..columns.min(left + BLOCK) {
                for row in top..rows.min(top + BLOCK) {
                    turned[column * rows + row] = matrix[row * columns + column];
                }
            }
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_matrix_has_its_rows_as_columns() {
        assert_eq!(
            transposed(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2, 3),
            [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
        );
        let matrix: Vec<f32> = (0..35 * 50).map(|i| i as f32).collect();
        assert_eq!(transposed(&transposed(&matrix, 35, 50), 50, 35), matrix);
    }
}
