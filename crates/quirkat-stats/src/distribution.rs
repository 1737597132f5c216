//! Quantiles and tail probabilities, in one place so that no caller meets a panic of the underlying library.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::{checked_beta_reg, inv_beta_reg, ln_beta};

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
    normal_quantile(f64::midpoint(1.0, level))
}

/// Probability of Student's t above `t` with `df` degrees of freedom.
pub(crate) fn t_above(t: f64, df: f64) -> f64 {
    StudentsT::new(0.0, 1.0, df).map_or(f64::NAN, |student| if t > 0.0 { student.cdf(-t) } else { 1.0 - student.cdf(t) })
}

/// Two-sided p-value of `t`.
pub(crate) fn t_two_sided_p(t: f64, df: f64) -> f64 {
    (2.0 * t_above(t.abs(), df)).min(1.0)
}

/// Student's t quantile at `p`, 0 < `p` < 1.
pub(crate) fn t_quantile(p: f64, df: f64) -> f64 {
    StudentsT::new(0.0, 1.0, df).map_or(f64::NAN, |student| student.inverse_cdf(p))
}

/// The t with `level` of Student's distribution between -t and t.
pub(crate) fn t_two_sided(level: f64, df: f64) -> f64 {
    t_quantile(f64::midpoint(1.0, level), df)
}

/// Probability of chi-squared above `x`.
pub(crate) fn chi_squared_above(x: f64, df: f64) -> f64 {
    ChiSquared::new(df).map_or(f64::NAN, |chi| chi.sf(x))
}

/// Beta quantile at `p`, 0 < `p` < 1, shapes above 0.
pub(crate) fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    // The library's iteration stops early for large shapes; Newton steps on its distribution function finish the work.
    let mut x = inv_beta_reg(a, b, p).clamp(1e-300, 1.0 - f64::EPSILON);
    for _ in 0..8 {
        let Ok(below) = checked_beta_reg(a, b, x) else { break };
        let density = ((a - 1.0) * x.ln() + (b - 1.0) * (-x).ln_1p() - ln_beta(a, b)).exp();
        let step = (below - p) / density;
        let next = x - step;
        if !step.is_finite() || next <= 0.0 || next >= 1.0 {
            break;
        }
        x = next;
        if step.abs() < 1e-15 {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(got: f64, expected: f64) {
        assert!((got - expected).abs() <= 1e-9 * expected.abs(), "{got}, expected {expected}");
    }

    #[test]
    fn t_quantiles_agree_with_scipy() {
        // [stats.t.ppf(q, df) for q in (0.95, 0.975, 0.9995) for df in (1, 2, 4.37, 9, 300)]
        let expected = [
            [6.313_751_514_675_037, 2.919_985_580_353_724_2, 2.081_027_892_843_272],
            [12.706_204_736_174_694, 4.302_652_729_749_462, 2.686_148_100_040_884_7],
            [636.619_248_768_789_7, 31.599_054_576_445_365, 7.810_877_886_760_551],
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
}
