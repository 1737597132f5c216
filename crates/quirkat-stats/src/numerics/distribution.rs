//! Quantiles and tail probabilities. The quantile of t is solved here, because the iteration of the
//! underlying library does not end for some arguments.

use statrs::distribution::{ContinuousCDF, Normal};
use statrs::function::beta::{checked_beta_reg, ln_beta};

/// Degrees of freedom from which Student's t is expanded about the normal.
const LARGE_DF: f64 = 1e6;

/// Standard normal quantile at `p`, 0 < `p` < 1.
pub(crate) fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// Standard normal probability below `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// The `z` with `level` of the standard normal between -z and z.
pub(crate) fn normal_two_sided(level: f64) -> f64 {
    -normal_quantile((1.0 - level) / 2.0)
}

/// Probability of Student's t above `t` with `df` degrees of freedom, 1 or more.
pub(crate) fn t_above(t: f64, df: f64) -> f64 {
    if t < 0.0 {
        return 1.0 - t_above(-t, df);
    }
    if df > LARGE_DF {
        // Abramowitz and Stegun, *Handbook of mathematical functions*, 26.7.8.
        return normal_cdf(-t * (1.0 - 1.0 / (4.0 * df)) / (1.0 + t / df * t / 2.0).sqrt());
    }
    checked_beta_reg(df / 2.0, 0.5, df / (df + t * t)).map_or(f64::NAN, |both| both / 2.0)
}

/// Two-sided p-value of `t`.
pub(crate) fn t_two_sided_p(t: f64, df: f64) -> f64 {
    (2.0 * t_above(t.abs(), df)).min(1.0)
}

/// Student's t quantile at `p`, 0 < `p` < 1, with `df` degrees of freedom, 1 or more.
pub(crate) fn t_quantile(p: f64, df: f64) -> f64 {
    let tail = p.min(1.0 - p);
    let z = -normal_quantile(tail);
    let t = if df > LARGE_DF {
        // Abramowitz and Stegun, 26.7.5.
        z + (z.powi(3) + z) / (4.0 * df)
            + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * df * df)
    } else {
        t_with_tail(tail, df, z)
    };
    if p < 0.5 { -t } else { t }
}

/// The t of at least 0 with probability `tail` above it. Newton's method from `start`, which is too
/// small: the tail is convex there, so the steps grow towards the root without passing it.
fn t_with_tail(tail: f64, df: f64, start: f64) -> f64 {
    let constant = -0.5 * df.ln() - ln_beta(df / 2.0, 0.5);
    let mut t = start;
    for _ in 0..200 {
        let density = (constant - f64::midpoint(df, 1.0) * (t / df * t).ln_1p()).exp();
        let next = t + (t_above(t, df) - tail) / density;
        if !next.is_finite() || (next - t).abs() <= 1e-15 * t {
            break;
        }
        t = next;
    }
    t
}

/// The t with `level` of Student's distribution between -t and t.
pub(crate) fn t_two_sided(level: f64, df: f64) -> f64 {
    -t_quantile((1.0 - level) / 2.0, df)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(got: f64, expected: f64) {
        assert!(
            (got - expected).abs() <= 1e-9 * expected.abs(),
            "{got}, expected {expected}"
        );
    }

    #[test]
    fn t_quantiles_agree_with_scipy() {
        // [stats.t.ppf(q, df) for q in (0.95, 0.975, 0.9995) for df in (1, 2, 4.37, 9, 300)]
        let expected = [
            [
                6.313_751_514_675_037,
                2.919_985_580_353_724_2,
                2.081_027_892_843_272,
            ],
            [
                12.706_204_736_174_694,
                4.302_652_729_749_462,
                2.686_148_100_040_884_7,
            ],
            [
                636.619_248_768_789_7,
                31.599_054_576_445_365,
                7.810_877_886_760_551,
            ],
        ];
        let large = [
            [1.833_112_932_656_237, 1.649_948_673_937_634],
            [2.262_157_162_798_205, 1.967_903_011_261_086_5],
            [4.780_912_585_931_217, 3.323_251_512_974_219_5],
        ];
        for (row, q) in [0.95, 0.975, 0.9995].into_iter().enumerate() {
            for (column, df) in [1.0, 2.0, 4.37].into_iter().enumerate() {
                close(t_quantile(q, df), expected[row][column]);
            }
            for (column, df) in [9.0, 300.0].into_iter().enumerate() {
                close(t_quantile(q, df), large[row][column]);
            }
        }
    }

    #[test]
    fn t_tails_agree_with_scipy() {
        // [2 * stats.t.sf(t, df) for t, df in ((0.3, 2), (2.5, 5), (12.0, 9.4))]
        close(t_two_sided_p(0.3, 2.0), 0.792_485_660_840_177_6);
        close(t_two_sided_p(-2.5, 5.0), 0.054_490_099_342_376_26);
        close(t_two_sided_p(12.0, 9.4), 5.193_285_897_675_715e-7);
    }

    #[test]
    fn quantiles_and_tails_are_inverses_at_every_size() {
        for df in [1.0, 1.5, 2.0, 7.3, 100.0, 1e5, 9.99e5, 1.01e6, 1e9, 1e18] {
            for tail in [0.499, 0.2, 0.025, 1e-4, 1e-9] {
                let t = t_quantile(tail, df);
                assert!(
                    (t_above(-t, df) / tail - 1.0).abs() < 1e-8,
                    "{df} {tail}: {t}"
                );
                assert!(
                    (t + t_quantile(1.0 - tail, df)).abs() < 1e-6 * t.abs(),
                    "{df} {tail}"
                );
            }
        }
    }
}
