//! Is a variant balanced? Two one-sided tests and the verdict that they allow.

use std::fmt;

use crate::error::{Error, Result, open_unit, positive};
use crate::hypotheses::student::Estimate;
use crate::intervals::interval::Interval;

/// What may be said about a variant's first-player advantage.
///
/// The rule, at significance alpha and margin m:
/// 1. *Balanced within m* when both one-sided tests reject, that is, when the 1 - 2 alpha
///    interval lies strictly inside -m to m.
/// 2. Otherwise *favoured* when the two-sided test rejects an advantage of 0, that is, when the
///    1 - alpha interval excludes 0. The true advantage may still be smaller than m.
/// 3. Otherwise *undecided*.
///
/// An advantage can be both different from 0 and inside the margin, given enough seeds. Both
/// statements are then true; the verdict is *balanced*, because the margin is what the user
/// declared too small to matter. The interval beside the verdict still shows the side. Data without
/// any spread between seeds decide nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The advantage is above 0.
    FirstPlayerFavoured,
    /// The advantage is below 0.
    SecondPlayerFavoured,
    /// The advantage is between -`margin` and `margin` percentage points.
    Balanced {
        /// The margin in percentage points.
        margin: f64,
    },
    /// Neither could be shown.
    Undecided,
}

impl Verdict {
    /// The verdict from p-values, which may have been adjusted for several variants: `value` is the
    /// estimated advantage, `p_equivalence` the larger p of the two one-sided tests, `p_difference`
    /// the two-sided p against 0. `None` rejects nothing.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a margin that is not above 0 or an alpha outside (0, 1).
    pub fn from_p_values(
        value: f64,
        p_equivalence: Option<f64>,
        p_difference: Option<f64>,
        margin: f64,
        alpha: f64,
    ) -> Result<Verdict> {
        positive("margin", margin)?;
        open_unit("alpha", alpha)?;
        let rejects = |p: Option<f64>| p.is_some_and(|p| p < alpha);
        Ok(if rejects(p_equivalence) {
            Verdict::Balanced { margin }
        } else if rejects(p_difference) && value > 0.0 {
            Verdict::FirstPlayerFavoured
        } else if rejects(p_difference) && value < 0.0 {
            Verdict::SecondPlayerFavoured
        } else {
            Verdict::Undecided
        })
    }

    /// The verdict from two intervals of the advantage in percentage points: `difference` at level
    /// 1 - alpha and `equivalence` at level 1 - 2 alpha, such as 0.95 and 0.90. For intervals that
    /// come without p-values, as those within one network do.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a margin that is not above 0.
    pub fn from_intervals(
        difference: &Interval,
        equivalence: &Interval,
        margin: f64,
    ) -> Result<Verdict> {
        positive("margin", margin)?;
        Ok(
            if difference.is_degenerate() || equivalence.is_degenerate() {
                Verdict::Undecided
            } else if equivalence.low > -margin && equivalence.high < margin {
                Verdict::Balanced { margin }
            } else if difference.low > 0.0 {
                Verdict::FirstPlayerFavoured
            } else if difference.high < 0.0 {
                Verdict::SecondPlayerFavoured
            } else {
                Verdict::Undecided
            },
        )
    }
}

impl fmt::Display for Verdict {
    /// `first player favoured`, `second player favoured`, `balanced within 2 pp`, `undecided`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::FirstPlayerFavoured => f.pad("first player favoured"),
            Verdict::SecondPlayerFavoured => f.pad("second player favoured"),
            Verdict::Balanced { margin } => f.pad(&format!("balanced within {margin} pp")),
            Verdict::Undecided => f.pad("undecided"),
        }
    }
}

/// The two one-sided tests of one advantage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Equivalence {
    /// The margin in percentage points.
    pub margin: f64,
    /// The significance level of each test.
    pub alpha: f64,
    /// p-value against an advantage of -margin or less; `None` without spread.
    pub p_above_lower: Option<f64>,
    /// p-value against an advantage of margin or more; `None` without spread.
    pub p_below_upper: Option<f64>,
    /// The larger of the two: the p-value of equivalence.
    pub p_equivalence: Option<f64>,
    /// Two-sided p-value against an advantage of exactly 0.
    pub p_difference: Option<f64>,
    /// The 1 - 2 alpha interval: inside the margin exactly when equivalence is shown.
    pub interval: Interval,
    /// The verdict at alpha, for this advantage alone.
    pub verdict: Verdict,
}

impl Equivalence {
    /// Tests an advantage in percentage points against a margin of -`margin` to `margin`.
    ///
    /// Source: D. J. Schuirmann, *A comparison of the two one-sided tests procedure and the power
    /// approach*, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987). The verdict is
    /// [`Verdict::from_p_values`] of the unadjusted p-values; call that again with adjusted ones
    /// for a family of variants.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a margin that is not above 0 or an alpha outside (0, 0.5).
    pub fn test(advantage: &Estimate, margin: f64, alpha: f64) -> Result<Equivalence> {
        positive("margin", margin)?;
        if open_unit("alpha", alpha)? >= 0.5 {
            return Err(Error::OutOfRange {
                what: "alpha",
                value: alpha,
                expected: "a number below 0.5",
            });
        }
        let interval = advantage.interval_at(1.0 - 2.0 * alpha)?;
        let p_above_lower = advantage.p_at_most(-margin);
        let p_below_upper = advantage.p_at_least(margin);
        let p_equivalence = p_above_lower
            .zip(p_below_upper)
            .map(|(lower, upper)| lower.max(upper));
        let p_difference = advantage.p_against(0.0);
        let verdict =
            Verdict::from_p_values(advantage.value, p_equivalence, p_difference, margin, alpha)?;
        Ok(Equivalence {
            margin,
            alpha,
            p_above_lower,
            p_below_upper,
            p_equivalence,
            p_difference,
            interval,
            verdict,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hypotheses::student::student_t;
    use crate::intervals::interval::Method;

    fn interval(low: f64, high: f64) -> Interval {
        Interval {
            low,
            high,
            level: 0.95,
            method: Method::StudentT,
        }
    }

    #[test]
    fn verdicts_read_as_sentences_say() {
        assert_eq!(
            Verdict::FirstPlayerFavoured.to_string(),
            "first player favoured"
        );
        assert_eq!(
            Verdict::SecondPlayerFavoured.to_string(),
            "second player favoured"
        );
        assert_eq!(
            Verdict::Balanced { margin: 2.0 }.to_string(),
            "balanced within 2 pp"
        );
        assert_eq!(
            Verdict::Balanced { margin: 1.5 }.to_string(),
            "balanced within 1.5 pp"
        );
        assert_eq!(Verdict::Undecided.to_string(), "undecided");
    }

    #[test]
    fn a_significant_advantage_inside_the_margin_is_balanced() {
        let both = student_t(&[0.9, 1.0, 1.1, 1.0, 0.95, 1.05], 0.0, 0.95).unwrap();
        let got = Equivalence::test(&both, 2.0, 0.05).unwrap();
        assert!(got.p_difference.unwrap() < 0.001);
        assert_eq!(got.verdict, Verdict::Balanced { margin: 2.0 });
        let narrow = Equivalence::test(&both, 0.5, 0.05).unwrap();
        assert_eq!(narrow.verdict, Verdict::FirstPlayerFavoured);
    }

    #[test]
    fn no_significance_is_not_balance() {
        let wide = student_t(&[-6.0, 5.0, 2.0, -1.0], 0.0, 0.95).unwrap();
        assert_eq!(
            Equivalence::test(&wide, 2.0, 0.05).unwrap().verdict,
            Verdict::Undecided
        );
    }

    #[test]
    fn no_spread_decides_nothing() {
        let same = student_t(&[10.0, 10.0, 10.0], 0.0, 0.95).unwrap();
        let got = Equivalence::test(&same, 2.0, 0.05).unwrap();
        assert_eq!((got.p_equivalence, got.verdict), (None, Verdict::Undecided));
        assert_eq!(
            Verdict::from_intervals(&interval(9.0, 9.0), &interval(9.0, 9.0), 2.0),
            Ok(Verdict::Undecided)
        );
    }

    #[test]
    fn p_values_and_intervals_give_one_verdict() {
        for shift in -40..=40 {
            let values = [-1.0, 0.5, 0.2, 1.0, -0.7].map(|value| value + f64::from(shift) / 10.0);
            let estimate = student_t(&values, 0.0, 0.95).unwrap();
            let test = Equivalence::test(&estimate, 2.0, 0.05).unwrap();
            let from_intervals =
                Verdict::from_intervals(&estimate.interval, &test.interval, 2.0).unwrap();
            assert_eq!(test.verdict, from_intervals, "{shift}");
        }
    }

    #[test]
    fn an_interval_that_touches_the_margin_is_not_inside() {
        let touching = interval(-1.0, 2.0);
        assert_eq!(
            Verdict::from_intervals(&touching, &touching, 2.0),
            Ok(Verdict::Undecided)
        );
        let below = interval(-9.0, -3.0);
        assert_eq!(
            Verdict::from_intervals(&below, &below, 2.0),
            Ok(Verdict::SecondPlayerFavoured)
        );
    }

    #[test]
    fn an_adjusted_p_value_can_withdraw_a_claim() {
        let verdict = |p| Verdict::from_p_values(3.0, Some(0.9), Some(p), 2.0, 0.05).unwrap();
        assert_eq!(
            (verdict(0.03), verdict(0.09)),
            (Verdict::FirstPlayerFavoured, Verdict::Undecided)
        );
        assert!(Verdict::from_p_values(3.0, None, None, 0.0, 0.05).is_err());
    }
}
