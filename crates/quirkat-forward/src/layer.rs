use crate::aligned::Aligned;

/// The weights and the bias of one fully connected layer, held as `F`.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer<F = Vec<f32>> {
    /// Numbers that it reads.
    pub inputs: usize,
    /// Numbers that it writes.
    pub outputs: usize,
    /// `[inputs, outputs]`, row by row.
    pub weights: F,
    /// `[outputs]`
    pub bias: F,
}

impl Layer {
    /// Lays the weights out the other way: from one row for each input to one for each output.
    pub fn transpose_rows(&mut self) {
        self.weights = transposed(&self.weights, self.inputs, self.outputs);
    }

    /// The same shape with nothing but zeros.
    #[must_use]
    pub fn zeros(&self) -> Self {
        Self {
            inputs: self.inputs,
            outputs: self.outputs,
            weights: vec![0.0; self.weights.len()],
            bias: vec![0.0; self.bias.len()],
        }
    }
}

impl<F: AsRef<[f32]>> Layer<F> {
    /// The same in aligned memory, for a layer that is read often.
    pub fn aligned(&self) -> Layer<Aligned> {
        Layer {
            inputs: self.inputs,
            outputs: self.outputs,
            weights: self.weights.as_ref().into(),
            bias: self.bias.as_ref().into(),
        }
    }

    /// The same, however it is held.
    pub(crate) fn view(&self) -> Layer<&[f32]> {
        Layer {
            inputs: self.inputs,
            outputs: self.outputs,
            weights: self.weights.as_ref(),
            bias: self.bias.as_ref(),
        }
    }
}

/// A matrix with rows and columns exchanged, by blocks that fit a cache line.
///
/// # Panics
/// When `matrix` has fewer than `rows * columns` entries.
pub fn transposed(matrix: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    const BLOCK: usize = 16;
    let mut result = vec![0.0; rows * columns];
    for top in (0..rows).step_by(BLOCK) {
        for left in (0..columns).step_by(BLOCK) {
            for column in left..columns.min(left + BLOCK) {
                for row in top..rows.min(top + BLOCK) {
                    result[column * rows + row] = matrix[row * columns + column];
                }
            }
        }
    }
    result
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
