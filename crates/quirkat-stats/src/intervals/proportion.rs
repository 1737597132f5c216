//! Intervals of a proportion.

use crate::error::{Error, Result, open_unit};
use crate::intervals::interval::{Interval, Method};
use crate::numerics::distribution::normal_two_sided;

/// Wilson's score interval of `successes` out of `trials`, as a share from 0 to 1.
///
/// Source: E. B. Wilson, *Probable inference, the law of succession, and statistical inference*,
/// JASA 22 (1927); without continuity correction. The share is discrete, so the coverage oscillates
/// about the level: at 20 trials and level 0.95 it falls to 91 % at some shares.
///
/// # Errors
/// [`Error::TooFew`] without trials, [`Error::OutOfRange`] for more successes than trials or a
/// level outside (0, 1).
pub fn wilson(successes: u64, trials: u64, level: f64) -> Result<Interval> {
    let (x, n) = check(successes, trials, level)?;
    let z2 = normal_two_sided(level).powi(2);
    let share = x / n;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = (z2 * (share * (1.0 - share) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
    Ok(Interval {
        low: if successes == 0 {
            0.0
        } else {
            (centre - half).max(0.0)
        },
        high: if successes == trials {
            1.0
        } else {
            (centre + half).min(1.0)
        },
        level,
        method: Method::Wilson,
    })
}

fn check(successes: u64, trials: u64, level: f64) -> Result<(f64, f64)> {
    open_unit("level", level)?;
    if trials == 0 {
        return Err(Error::TooFew {
            what: "trials",
            needed: 1,
            got: 0,
        });
    }
    if successes > trials {
        return Err(Error::OutOfRange {
            what: "successes",
            value: successes as f64,
            expected: "no more than the number of trials",
        });
    }
    Ok((successes as f64, trials as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_exact_when_nothing_or_everything_succeeded() {
        let none = wilson(0, 12, 0.95).unwrap();
        let all = wilson(12, 12, 0.95).unwrap();
        assert!(none.low <= 0.0 && none.high > 0.1 && none.high < 0.3);
        assert!(all.high >= 1.0 && (all.low - (1.0 - none.high)).abs() < 1e-12);
    }

    #[test]
    fn impossible_counts_are_refused() {
        assert_eq!(
            wilson(0, 0, 0.95),
            Err(Error::TooFew {
                what: "trials",
                needed: 1,
                got: 0
            })
        );
        assert!(matches!(
            wilson(3, 2, 0.95),
            Err(Error::OutOfRange {
                what: "successes",
                ..
            })
        ));
        assert!(matches!(
            wilson(1, 2, 1.0),
            Err(Error::OutOfRange { what: "level", .. })
        ));
    }
}
