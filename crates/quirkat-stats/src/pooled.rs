//! A variance pooled over variants, after a check that the variants agree in it.

use crate::distribution::chi_squared_above;
use crate::error::{Error, Result, finite, open_unit, sample};
use crate::interval::Method;
use crate::moments::{largest, mean, sum_of_squares};
use crate::student::Estimate;

/// The within-group variance of several groups together, with more degrees of freedom than one
/// group has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PooledVariance {
    variance: f64,
    df: f64,
    homogeneity: Homogeneity,
}

/// Bartlett's test that all groups have one variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homogeneity {
    /// Bartlett's statistic, chi-squared under equal variances; infinite when only some groups have
    /// no spread.
    pub statistic: f64,
    /// Groups minus one.
    pub df: f64,
    /// The p-value; `None` when no group has any spread.
    pub p_value: Option<f64>,
}

impl PooledVariance {
    /// Pools the variances of `groups`, each the seed values of one variant.
    ///
    /// Source of the check: M. S. Bartlett, *Properties of sufficiency and statistical tests*,
    /// Proceedings of the Royal Society A 160 (1937). With three seeds a group it rarely notices a
    /// difference, so state its p-value beside every result that rests on the pooled variance, and
    /// prefer [`crate::welch_t`] in doubt.
    ///
    /// # Errors
    /// [`Error::TooFew`] below two groups or two values in a group, [`Error::OutOfRange`] for a
    /// value that is not finite.
    pub fn from_groups(groups: &[impl AsRef<[f64]>]) -> Result<PooledVariance> {
        if groups.len() < 2 {
            return Err(Error::TooFew {
                what: "groups",
                needed: 2,
                got: groups.len() as u64,
            });
        }
        let mut parts = Vec::with_capacity(groups.len());
        for group in groups {
            let values = group.as_ref();
            sample("values of a group", values, 2)?;
            parts.push((
                sum_of_squares(values, largest(values)),
                values.len() as f64 - 1.0,
            ));
        }
        let df: f64 = parts.iter().map(|part| part.1).sum();
        let variance = finite(
            "variance",
            parts.iter().map(|part| part.0).sum::<f64>() / df,
        )?;
        Ok(PooledVariance {
            variance,
            df,
            homogeneity: bartlett(&parts, variance, df),
        })
    }

    /// The pooled variance of one value.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// Its degrees of freedom: values minus groups.
    pub fn df(&self) -> f64 {
        self.df
    }

    /// The check that the groups agree.
    pub fn homogeneity(&self) -> Homogeneity {
        self.homogeneity
    }

    /// Student's t of one group's mean against `null`, with the pooled variance.
    ///
    /// # Errors
    /// [`Error::TooFew`] without values, [`Error::OutOfRange`] for a value that is not finite or a
    /// level outside (0, 1).
    pub fn mean(&self, values: &[f64], null: f64, level: f64) -> Result<Estimate> {
        sample("values, one per seed", values, 1)?;
        open_unit("level", level)?;
        finite("null value", null)?;
        let error = (self.variance / values.len() as f64).sqrt();
        Ok(Estimate::build(
            finite("mean", mean(values))?,
            error,
            self.df,
            null,
            level,
            Method::PooledT,
        ))
    }

    /// Student's t of the difference `left` - `right` of two groups' means, with the pooled
    /// variance.
    ///
    /// # Errors
    /// As for [`PooledVariance::mean`].
    pub fn difference(&self, left: &[f64], right: &[f64], level: f64) -> Result<Estimate> {
        sample("values of the first group", left, 1)?;
        sample("values of the second group", right, 1)?;
        open_unit("level", level)?;
        let value = finite("difference", mean(left) - mean(right))?;
        let error = (self.variance * (1.0 / left.len() as f64 + 1.0 / right.len() as f64)).sqrt();
        Ok(Estimate::build(
            value,
            error,
            self.df,
            0.0,
            level,
            Method::PooledDifferenceT,
        ))
    }
}

/// `parts` are the sum of squares and degrees of freedom of each group.
fn bartlett(parts: &[(f64, f64)], variance: f64, df: f64) -> Homogeneity {
    let between = parts.len() as f64 - 1.0;
    if variance <= 0.0 {
        return Homogeneity {
            statistic: 0.0,
            df: between,
            p_value: None,
        };
    }
    if parts.iter().any(|part| part.0 <= 0.0) {
        return Homogeneity {
            statistic: f64::INFINITY,
            df: between,
            p_value: Some(0.0),
        };
    }
    let logs: f64 = parts
        .iter()
        .map(|(squares, df)| df * (squares / df / variance).ln())
        .sum();
    let inverse: f64 = parts.iter().map(|(_, df)| 1.0 / df).sum();
    let correction = 1.0 + (inverse - 1.0 / df) / (3.0 * between);
    let statistic = (-logs / correction).max(0.0);
    Homogeneity {
        statistic,
        df: between,
        p_value: Some(chi_squared_above(statistic, between)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pooling_adds_degrees_of_freedom() {
        let groups = [
            vec![1.0, 2.0, 3.0],
            vec![4.0, 6.0, 8.0],
            vec![0.0, 1.0, 5.0],
        ];
        let pooled = PooledVariance::from_groups(&groups).unwrap();
        // Sums of squares 2, 8 and 14 over 6 degrees of freedom.
        assert!((pooled.variance() - 4.0).abs() < 1e-12);
        let mean = pooled.mean(&groups[0], 0.0, 0.95).unwrap();
        assert!(
            (mean.df - 6.0).abs() < 1e-12
                && (mean.standard_error - (4.0_f64 / 3.0).sqrt()).abs() < 1e-12
        );
    }

    #[test]
    fn a_group_without_spread_fails_the_check_and_no_spread_at_all_has_none() {
        let one = PooledVariance::from_groups(&[[1.0, 1.0], [1.0, 2.0]]).unwrap();
        assert_eq!(one.homogeneity().p_value, Some(0.0));
        let none = PooledVariance::from_groups(&[[1.0, 1.0], [2.0, 2.0]]).unwrap();
        assert_eq!(none.homogeneity().p_value, None);
        assert_eq!(none.difference(&[1.0], &[2.0], 0.95).unwrap().p_value, None);
    }

    #[test]
    fn one_group_is_refused() {
        assert!(matches!(
            PooledVariance::from_groups(&[[1.0, 2.0]]),
            Err(Error::TooFew { what: "groups", .. })
        ));
        assert!(PooledVariance::from_groups(&[vec![1.0, 2.0], vec![1.0]]).is_err());
    }
}
