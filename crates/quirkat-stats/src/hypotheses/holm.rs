//! Holm's adjustment of a family of p-values.

use crate::error::{Result, unit};

/// Holm's step-down adjusted p-values, in the order given. Comparing one with alpha controls the
/// probability of any false claim in the family at alpha, whatever the dependence.
///
/// Source: S. Holm, *A simple sequentially rejective multiple test procedure*, Scandinavian Journal
/// of Statistics 6 (1979). `None` and NaN mean that the comparison has no p-value: it stays `None`
/// and does not count in the family.
///
/// # Errors
/// [`crate::Error::OutOfRange`] for a p-value outside 0 to 1.
pub fn holm(p_values: &[Option<f64>]) -> Result<Vec<Option<f64>>> {
    let mut tests = Vec::with_capacity(p_values.len());
    for (place, p) in p_values.iter().enumerate() {
        if let Some(p) = p.filter(|p| !p.is_nan()) {
            tests.push((unit("p-value", p)?, place));
        }
    }
    tests.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut adjusted = vec![None; p_values.len()];
    let mut running = 0.0_f64;
    for (rank, &(p, place)) in tests.iter().enumerate() {
        running = running.max(p * (tests.len() - rank) as f64).min(1.0);
        adjusted[place] = Some(running);
    }
    Ok(adjusted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_p_value_does_not_count_in_the_family() {
        assert_eq!(
            holm(&[Some(0.01), None, Some(f64::NAN)]),
            Ok(vec![Some(0.01), None, None])
        );
        assert_eq!(holm(&[]), Ok(vec![]));
    }

    #[test]
    fn adjusted_values_never_exceed_1_and_impossible_ones_are_refused() {
        assert_eq!(
            holm(&[Some(0.9), Some(0.8)]),
            Ok(vec![Some(1.0), Some(1.0)])
        );
        assert!(holm(&[Some(1.5)]).is_err());
    }
}
