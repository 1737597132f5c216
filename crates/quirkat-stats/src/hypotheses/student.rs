//! Student's and Welch's t, on one value per training seed.

use crate::error::{Error, Result, finite, open_unit, sample};
use crate::intervals::interval::{Interval, Method};
use crate::numerics::distribution::{t_above, t_two_sided, t_two_sided_p};
use crate::numerics::moments::{largest, mean, sum_of_squares};

/// An estimate with a standard error and a t distribution: what the t methods return and the
/// equivalence test reads.
///
/// The unit is that of the values given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The point estimate.
    pub value: f64,
    /// Its standard error. It is 0 when the values showed no spread; then every p-value is `None`.
    pub standard_error: f64,
    /// Degrees of freedom, fractional for Welch.
    pub df: f64,
    /// Two-sided p-value against the null value given to the method.
    pub p_value: Option<f64>,
    /// Two-sided interval at the level given to the method.
    pub interval: Interval,
}

impl Estimate {
    /// The t interval of the same estimate at another level.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a level outside (0, 1).
    pub fn interval_at(&self, level: f64) -> Result<Interval> {
        open_unit("level", level)?;
        let half = t_two_sided(level, self.df) * self.standard_error;
        Ok(Interval {
            low: self.value - half,
            high: self.value + half,
            level,
            method: self.interval.method,
        })
    }

    /// Two-sided p-value against `null`; `None` when the standard error is 0.
    pub fn p_against(&self, null: f64) -> Option<f64> {
        self.statistic(null).map(|t| t_two_sided_p(t, self.df))
    }

    /// One-sided p-value of the hypothesis that the true value is at most `bound`; `None` when the
    /// standard error is 0.
    pub fn p_at_most(&self, bound: f64) -> Option<f64> {
        self.statistic(bound).map(|t| t_above(t, self.df))
    }

    /// One-sided p-value of the hypothesis that the true value is at least `bound`; `None` when the
    /// standard error is 0.
    pub fn p_at_least(&self, bound: f64) -> Option<f64> {
        self.statistic(bound).map(|t| t_above(-t, self.df))
    }

    fn statistic(&self, null: f64) -> Option<f64> {
        let t = (self.value - null) / self.standard_error;
        (self.standard_error > 0.0 && !t.is_nan()).then_some(t)
    }

    pub(crate) fn build(
        value: f64,
        standard_error: f64,
        df: f64,
        null: f64,
        level: f64,
        method: Method,
    ) -> Estimate {
        let half = t_two_sided(level, df) * standard_error;
        let interval = Interval {
            low: value - half,
            high: value + half,
            level,
            method,
        };
        let mut estimate = Estimate {
            value,
            standard_error,
            df,
            p_value: None,
            interval,
        };
        estimate.p_value = estimate.p_against(null);
        estimate
    }
}

/// Student's t on independent values, one per training seed: the primary interval of a variant.
/// Degrees of freedom: one fewer than values.
///
/// Source: Student, *The probable error of a mean*, Biometrika 6 (1908). `null` is the value that
/// the p-value tests: 0 for advantages in percentage points, 0.5 for scores.
///
/// # Errors
/// [`Error::TooFew`] below two values, [`Error::OutOfRange`] for a value that is not finite or a
/// level outside (0, 1).
pub fn student_t(values: &[f64], null: f64, level: f64) -> Result<Estimate> {
    sample("values, one per seed", values, 2)?;
    one_sample(values, largest(values), null, level, Method::StudentT)
}

/// Welch's t of the difference `left` - `right` of two independent means whose variances may
/// differ.
///
/// Source: B. L. Welch, *The generalization of "Student's" problem when several different
/// population variances are involved*, Biometrika 34 (1947); degrees of freedom by Satterthwaite,
/// Biometrics Bulletin 2 (1946). The p-value is against a difference of 0.
///
/// # Errors
/// As for [`student_t`], for either side.
pub fn welch_t(left: &[f64], right: &[f64], level: f64) -> Result<Estimate> {
    sample("values of the first group", left, 2)?;
    sample("values of the second group", right, 2)?;
    open_unit("level", level)?;
    let part = |values: &[f64]| {
        let n = values.len() as f64;
        let squared_error = sum_of_squares(values, largest(values)) / (n - 1.0) / n;
        (squared_error, n - 1.0)
    };
    let ((a, a_df), (b, b_df)) = (part(left), part(right));
    let squared_error = a + b;
    // In shares of the total, so that tiny variances do not underflow; without any spread the count
    // decides.
    let df = if squared_error > 0.0 {
        1.0 / ((a / squared_error).powi(2) / a_df + (b / squared_error).powi(2) / b_df)
    } else {
        a_df + b_df
    };
    let value = finite("difference", mean(left) - mean(right))?;
    Ok(Estimate::build(
        value,
        finite("variance", squared_error)?.sqrt(),
        df,
        0.0,
        level,
        Method::WelchT,
    ))
}

/// Student's t on the differences `left[i]` - `right[i]` within blocks that share a seed. Degrees
/// of freedom: one fewer than blocks. The p-value is against a difference of 0.
///
/// Source: Student, *The probable error of a mean*, Biometrika 6 (1908).
///
/// # Errors
/// [`Error::Mismatch`] for lists of unequal length, otherwise as for [`student_t`].
pub fn paired_t(left: &[f64], right: &[f64], level: f64) -> Result<Estimate> {
    if left.len() != right.len() {
        return Err(Error::Mismatch {
            what: "paired values",
            left: left.len(),
            right: right.len(),
        });
    }
    sample("pairs, one per seed", left, 2)?;
    sample("pairs, one per seed", right, 2)?;
    let differences: Vec<f64> = left.iter().zip(right).map(|(a, b)| a - b).collect();
    one_sample(
        &differences,
        largest(left).max(largest(right)),
        0.0,
        level,
        Method::PairedT,
    )
}

/// A t estimate of the mean of `values`, which were computed from numbers of size `scale`.
pub(crate) fn one_sample(
    values: &[f64],
    scale: f64,
    null: f64,
    level: f64,
    method: Method,
) -> Result<Estimate> {
    open_unit("level", level)?;
    finite("null value", null)?;
    let n = values.len() as f64;
    let value = finite("mean", mean(values))?;
    let squares = finite("variance", sum_of_squares(values, scale))?;
    Ok(Estimate::build(
        value,
        (squares / (n - 1.0) / n).sqrt(),
        n - 1.0,
        null,
        level,
        method,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_widths_at_2_points_of_seed_spread_are_as_planned() {
        // 3, 5 and 10 seeds with sd 2: 5.0, 2.5 and 1.4 points.
        for (seeds, expected) in [(3, 5.0), (5, 2.5), (10, 1.4)] {
            let values: Vec<f64> = (0..seeds).map(f64::from).collect();
            let estimate = student_t(&values, 0.0, 0.95).unwrap();
            let sd = estimate.standard_error * f64::from(seeds).sqrt();
            assert!(
                (estimate.interval.half_width() * 2.0 / sd - expected).abs() < 0.05,
                "{seeds}"
            );
        }
    }

    #[test]
    fn values_without_spread_have_no_p_value() {
        // 0.1 three times does not sum to 0.3 exactly; the rounding is not taken for evidence.
        let same = student_t(&[0.1, 0.1, 0.1], 0.0, 0.95).unwrap();
        assert_eq!(
            (
                same.standard_error,
                same.p_value,
                same.interval.is_degenerate()
            ),
            (0.0, None, true)
        );
        let shift = paired_t(&[0.3, 0.4, 0.7], &[0.1, 0.2, 0.5], 0.95).unwrap();
        assert_eq!(shift.p_value, None);
        assert_eq!(
            welch_t(&[1.0, 1.0], &[2.0, 2.0], 0.95).unwrap().p_value,
            None
        );
    }

    #[test]
    fn welch_with_one_constant_group_has_the_other_groups_df() {
        let estimate = welch_t(&[1.0, 2.0, 4.0], &[2.0, 2.0, 2.0, 2.0], 0.95).unwrap();
        assert!((estimate.df - 2.0).abs() < 1e-12);
    }

    #[test]
    fn one_seed_is_refused() {
        assert!(matches!(
            student_t(&[1.0], 0.0, 0.95),
            Err(Error::TooFew {
                needed: 2,
                got: 1,
                ..
            })
        ));
        assert!(matches!(
            paired_t(&[1.0, 2.0], &[1.0], 0.95),
            Err(Error::Mismatch { .. })
        ));
        assert!(student_t(&[1.0, f64::NAN], 0.0, 0.95).is_err());
        assert!(student_t(&[1e200, -1e200], 0.0, 0.95).is_err());
    }
}
