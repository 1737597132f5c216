//! Means and variances with a fixed order of summation.

/// Arithmetic mean of a list that is not empty, summed from first to last.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Sum of squared deviations from the mean. `scale` is the size of the numbers that `values` were
/// computed from: a spread that rounding alone explains counts as 0, so that equal values never
/// look like evidence.
pub(crate) fn sum_of_squares(values: &[f64], scale: f64) -> f64 {
    let centre = mean(values);
    let sum: f64 = values.iter().map(|value| (value - centre).powi(2)).sum();
    let rounding = 1e-13 * scale * (values.len() as f64).sqrt();
    if sum.sqrt() <= rounding { 0.0 } else { sum }
}

/// The largest magnitude in a list.
pub(crate) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, value| value.abs().max(most))
}
