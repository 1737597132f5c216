//! What a plan of seeds and games can show, before it is run.

use statrs::function::gamma::ln_gamma;

use crate::error::{Error, Result, not_negative, open_unit, positive};
use crate::numerics::distribution::{normal_cdf, t_quantile, t_two_sided};

/// More seeds than any plan has, in questions and in answers; the numerical integration is exact
/// enough up to here.
const MOST_SEEDS: u64 = 1_000_000;

/// What is compared; it fixes the degrees of freedom and the meaning of the standard deviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// One variant against a fixed value. The standard deviation is that of one seed's value; seeds
    /// - 1 degrees of freedom.
    Single,
    /// Two variants with their own seeds, the same number each and equal spread. The standard
    /// deviation is that of one seed's value; 2 (seeds - 1) degrees of freedom.
    Independent,
    /// Two variants that share their seeds. The standard deviation is that of one seed's
    /// difference; seeds - 1 degrees of freedom.
    Paired,
}

/// Half the width of the t interval of a mean over `seeds` values: t sd / sqrt(seeds), in the unit
/// of `sd`.
///
/// # Errors
/// [`Error::TooFew`] below two seeds, [`Error::OutOfRange`] for more than a million, a negative sd
/// or a level outside (0, 1).
pub fn half_width(sd: f64, seeds: u64, level: f64) -> Result<f64> {
    not_negative("sd", sd)?;
    open_unit("level", level)?;
    let (df, unit) = shape(Comparison::Single, seeds)?;
    Ok(t_two_sided(level, df) * sd * unit)
}

/// The least number of seeds whose t interval has a half-width of at most `target`, at an sd known
/// beforehand.
///
/// # Errors
/// [`Error::OutOfRange`] for a negative sd, a target not above 0, a level outside (0, 1), or an
/// answer above a million.
pub fn seeds_for_half_width(sd: f64, target: f64, level: f64) -> Result<u64> {
    positive("target half-width", target)?;
    least_seeds(|seeds| Ok(half_width(sd, seeds, level)? <= target))
}

/// The standard deviation of one seed's mean score: sqrt(`seed_sd`^2 + `game_sd`^2 / `games`), all
/// in one unit. More games shrink only the second part.
///
/// # Errors
/// [`Error::TooFew`] without games, [`Error::OutOfRange`] for a negative sd.
pub fn seed_mean_sd(seed_sd: f64, game_sd: f64, games: u64) -> Result<f64> {
    not_negative("sd between seeds", seed_sd)?;
    not_negative("sd of a game", game_sd)?;
    if games == 0 {
        return Err(Error::TooFew {
            what: "games",
            needed: 1,
            got: 0,
        });
    }
    Ok((seed_sd.powi(2) + game_sd.powi(2) / games as f64).sqrt())
}

/// The probability that the two-sided t test at `alpha` rejects when the true difference is
/// `difference`, in the unit of `sd`: the noncentral t probability beyond the critical values, by
/// numerical integration over the estimated sd.
///
/// Source: J. Cohen, *Statistical power analysis for the behavioral sciences* (1988), chapter 2.
///
/// # Errors
/// [`Error::TooFew`] below two seeds, [`Error::OutOfRange`] for more than a million, an sd not
/// above 0 or an alpha outside (0, 1).
pub fn power(
    comparison: Comparison,
    difference: f64,
    sd: f64,
    seeds: u64,
    alpha: f64,
) -> Result<f64> {
    positive("sd", sd)?;
    not_negative("size of the difference", difference.abs())?;
    open_unit("alpha", alpha)?;
    let (df, unit) = shape(comparison, seeds)?;
    Ok(rejection(difference.abs() / (sd * unit), df, alpha))
}

/// The smallest true difference, in the unit of `sd`, that the two-sided t test at `alpha` finds
/// with probability `power`.
///
/// # Errors
/// [`Error::TooFew`] below two seeds, [`Error::OutOfRange`] for more than a million, an sd not
/// above 0, an alpha outside (0, 1), or a power outside (alpha, 1).
pub fn smallest_detectable(
    comparison: Comparison,
    sd: f64,
    seeds: u64,
    power: f64,
    alpha: f64,
) -> Result<f64> {
    positive("sd", sd)?;
    check_power(power, alpha)?;
    let (df, unit) = shape(comparison, seeds)?;
    Ok(increasing_root(|shift| rejection(shift, df, alpha) - power) * sd * unit)
}

/// The smallest margin within which a truly even variant is shown balanced, by two one-sided tests
/// at `alpha`, with probability `power`, in the unit of `sd`.
///
/// Source: K. F. Phillips, *Power of the two one-sided tests procedure in bioequivalence*, Journal
/// of Pharmacokinetics and Biopharmaceutics 18 (1990).
///
/// # Errors
/// As for [`smallest_detectable`], with alpha below 0.5.
pub fn smallest_margin(
    comparison: Comparison,
    sd: f64,
    seeds: u64,
    power: f64,
    alpha: f64,
) -> Result<f64> {
    positive("sd", sd)?;
    check_power(power, alpha)?;
    if alpha >= 0.5 {
        return Err(Error::OutOfRange {
            what: "alpha",
            value: alpha,
            expected: "a number below 0.5",
        });
    }
    let (df, unit) = shape(comparison, seeds)?;
    let critical = t_quantile(1.0 - alpha, df);
    let shown = |margin: f64| {
        over_estimated_sd(df, |s| {
            (2.0 * normal_cdf(margin - critical * s) - 1.0).max(0.0)
        })
    };
    Ok(increasing_root(|margin| shown(margin) - power) * sd * unit)
}

/// Degrees of freedom, and standard error of the comparison in units of the sd.
fn shape(comparison: Comparison, seeds: u64) -> Result<(f64, f64)> {
    if seeds < 2 {
        return Err(Error::TooFew {
            what: "seeds",
            needed: 2,
            got: seeds,
        });
    }
    if seeds > MOST_SEEDS {
        let value = seeds as f64;
        return Err(Error::OutOfRange {
            what: "seeds",
            value,
            expected: "a million at most",
        });
    }
    let n = seeds as f64;
    Ok(match comparison {
        Comparison::Single | Comparison::Paired => (n - 1.0, (1.0 / n).sqrt()),
        Comparison::Independent => (2.0 * (n - 1.0), (2.0 / n).sqrt()),
    })
}

fn check_power(power: f64, alpha: f64) -> Result<()> {
    open_unit("alpha", alpha)?;
    if open_unit("power", power)? <= alpha {
        return Err(Error::OutOfRange {
            what: "power",
            value: power,
            expected: "a number above alpha",
        });
    }
    Ok(())
}

/// Probability that |t| exceeds its critical value when t has noncentrality `shift`.
fn rejection(shift: f64, df: f64, alpha: f64) -> f64 {
    let critical = t_two_sided(1.0 - alpha, df);
    over_estimated_sd(df, |s| {
        normal_cdf(shift - critical * s) + normal_cdf(-shift - critical * s)
    })
}

/// The mean of `f` over the ratio s of estimated to true sd, where df s^2 is chi-squared: Simpson's
/// rule over all but a negligible part of the density.
fn over_estimated_sd(df: f64, f: impl Fn(f64) -> f64) -> f64 {
    const STEPS: u32 = 2000;
    let reach = 11.0 / (2.0 * df).sqrt();
    let (low, high) = ((1.0 - reach).max(0.0), 1.0 + reach);
    let step = (high - low) / f64::from(STEPS);
    let constant = std::f64::consts::LN_2 + df / 2.0 * (df / 2.0).ln() - ln_gamma(df / 2.0);
    let sum: f64 = (0..=STEPS)
        .map(|i| {
            let s = low + f64::from(i) * step;
            let weight = if i == 0 || i == STEPS {
                1.0
            } else {
                f64::from(2 + 2 * (i % 2))
            };
            // In logarithms, because the power alone overflows at many degrees of freedom; with
            // one, it is 1 even at 0.
            let power = if df > 1.0 { (df - 1.0) * s.ln() } else { 0.0 };
            let density = (constant + power - df * s * s / 2.0).exp();
            weight * density * f(s)
        })
        .sum();
    sum * step / 3.0
}

/// The root of an increasing function that is negative at 0 and positive far out.
fn increasing_root(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while f(high) < 0.0 && high < 1e12 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The least number of seeds, from 2, that is `enough`; enough stays enough as seeds are added.
fn least_seeds(enough: impl Fn(u64) -> Result<bool>) -> Result<u64> {
    let (mut low, mut high) = (1, 2);
    while !enough(high)? {
        if high == MOST_SEEDS {
            let value = high as f64;
            return Err(Error::OutOfRange {
                what: "seeds needed",
                value,
                expected: "fewer than that",
            });
        }
        low = high;
        high = (2 * high).min(MOST_SEEDS);
    }
    while high - low > 1 {
        let middle = u64::midpoint(low, high);
        if enough(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_widths_follow_the_plan_of_3_5_and_10_seeds() {
        for (seeds, expected) in [(3, 5.0), (5, 2.5), (10, 1.4)] {
            assert!(
                (half_width(2.0, seeds, 0.95).unwrap() - expected).abs() < 0.05,
                "{seeds}"
            );
        }
    }

    #[test]
    fn seeds_found_are_the_fewest() {
        let seeds = seeds_for_half_width(2.0, 1.0, 0.95).unwrap();
        assert!(half_width(2.0, seeds, 0.95).unwrap() <= 1.0);
        assert!(half_width(2.0, seeds - 1, 0.95).unwrap() > 1.0);
        assert_eq!(seeds_for_half_width(0.0, 1.0, 0.95), Ok(2));
    }

    #[test]
    fn games_shrink_only_the_noise_of_games() {
        assert!((seed_mean_sd(2.0, 50.0, 2500).unwrap() - 5.0_f64.sqrt()).abs() < 1e-12);
        assert!(seed_mean_sd(2.0, 50.0, u64::MAX).unwrap() >= 2.0);
    }

    #[test]
    fn power_at_no_difference_is_alpha() {
        for seeds in [2, 3, 8, 1000] {
            let got = power(Comparison::Single, 0.0, 1.0, seeds, 0.05).unwrap();
            assert!((got - 0.05).abs() < 1e-6, "{seeds}: {got}");
        }
    }

    #[test]
    fn the_weights_over_the_estimated_sd_sum_to_1() {
        for df in [1.0, 2.0, 5.0, 40.0, 1e4, 1e6] {
            let mass = over_estimated_sd(df, |_| 1.0);
            assert!((mass - 1.0).abs() < 1e-6, "{df}: {mass}");
        }
    }

    #[test]
    fn a_margin_needs_more_than_the_half_width_of_its_interval() {
        // The 90 % interval must fit inside the margin, and still does with its random width.
        let margin = smallest_margin(Comparison::Single, 2.0, 6, 0.8, 0.05).unwrap();
        assert!(
            margin > half_width(2.0, 6, 0.9).unwrap() && margin < 4.0,
            "{margin}"
        );
    }

    #[test]
    fn impossible_plans_are_refused() {
        assert!(matches!(
            half_width(1.0, 1, 0.95),
            Err(Error::TooFew { what: "seeds", .. })
        ));
        assert!(smallest_detectable(Comparison::Single, 1.0, 6, 0.04, 0.05).is_err());
        assert!(seeds_for_half_width(1.0, 1e-9, 0.95).is_err());
        assert!(seed_mean_sd(1.0, 1.0, 0).is_err());
    }
}
