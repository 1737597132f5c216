//! Solving small symmetric positive definite systems.

/// The lower Cholesky factor of a symmetric positive definite matrix, row by row.
pub(crate) struct Cholesky {
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Factors a square matrix. The error is the row whose pivot vanished: to working precision the
    /// matrix is not positive definite.
    pub(crate) fn factor(matrix: &[Vec<f64>]) -> Result<Cholesky, usize> {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (i, source) in matrix.iter().enumerate() {
            let mut row: Vec<f64> = Vec::with_capacity(i + 1);
            for j in 0..=i {
                let known: f64 = (0..j)
                    .map(|k| row[k] * if j == i { row[k] } else { rows[j][k] })
                    .sum();
                let rest = source[j] - known;
                if j < i {
                    row.push(rest / rows[j][j]);
                } else if rest > 1e-11 * source[i] && rest.is_finite() {
                    row.push(rest.sqrt());
                } else {
                    return Err(i);
                }
            }
            rows.push(row);
        }
        Ok(Cholesky { rows })
    }

    /// The solution x of matrix x = right.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.rows.len();
        let mut x = right.to_vec();
        for i in 0..n {
            let known: f64 = (0..i).map(|k| self.rows[i][k] * x[k]).sum();
            x[i] = (x[i] - known) / self.rows[i][i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| self.rows[k][i] * x[k]).sum();
            x[i] = (x[i] - known) / self.rows[i][i];
        }
        x
    }

    /// The inverse of the matrix, row by row.
    pub(crate) fn inverse(&self) -> Vec<Vec<f64>> {
        let n = self.rows.len();
        (0..n)
            .map(|i| {
                self.solve(
                    &(0..n)
                        .map(|j| f64::from(u8::from(i == j)))
                        .collect::<Vec<_>>(),
                )
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved() {
        let matrix = vec![
            vec![4.0, 2.0, 0.0],
            vec![2.0, 5.0, 1.0],
            vec![0.0, 1.0, 3.0],
        ];
        let x = Cholesky::factor(&matrix)
            .ok()
            .unwrap()
            .solve(&[8.0, 13.0, 5.0]);
        for (row, right) in matrix.iter().zip([8.0, 13.0, 5.0]) {
            let product: f64 = row.iter().zip(&x).map(|(a, b)| a * b).sum();
            assert!((product - right).abs() < 1e-12);
        }
    }

    #[test]
    fn a_singular_matrix_names_its_row() {
        assert_eq!(
            Cholesky::factor(&[vec![1.0, 2.0], vec![2.0, 4.0]]).err(),
            Some(1)
        );
    }
}
