//! Maximum likelihood of a distribution on a few points under one constraint.

/// The probabilities on `values` (ascending, from 0 to 1) that make `counts` most likely among
/// those with mean `mean`.
///
/// Lagrange: p(i) = c(i) / (1 + x (a(i) - mean)) for observed shares c, where x solves the secular
/// equation sum c(i) (a(i) - mean) / (1 + x (a(i) - mean)) = 0 (A. B. Owen, *Empirical likelihood*,
/// 2001). An end point that was never observed can still carry mass: then x sits at its bound and
/// the end takes what is left.
///
/// `counts` must have a positive sum and `mean` lie in 0..=1.
pub(crate) fn with_mean<const K: usize>(
    values: &[f64; K],
    counts: &[f64; K],
    mean: f64,
) -> [f64; K] {
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let observed: f64 = shares
        .iter()
        .zip(values)
        .map(|(share, value)| share * value)
        .sum();
    if observed >= mean {
        tilt_down(values, &shares, mean)
    } else {
        // Mirror the points, so that one direction suffices.
        let mut mirrored = values.map(|value| 1.0 - value);
        mirrored.reverse();
        let mut reversed = shares;
        reversed.reverse();
        let mut result = tilt_down(&mirrored, &reversed, 1.0 - mean);
        result.reverse();
        result
    }
}

/// [`with_mean`] for an observed mean at or above `mean`.
fn tilt_down<const K: usize>(values: &[f64; K], shares: &[f64; K], mean: f64) -> [f64; K] {
    let mut result = [0.0; K];
    if mean <= 0.0 {
        result[0] = 1.0;
        return result;
    }
    if shares[0] <= 0.0 {
        // The bound 1 / mean, where the unobserved point 0 may take mass.
        let mut used = 0.0;
        for i in 1..K {
            result[i] = shares[i] * mean / values[i];
            used += result[i];
        }
        if used <= 1.0 {
            result[0] = 1.0 - used;
            return result;
        }
    }
    let offsets = values.map(|value| value - mean);
    let x = secular_root(&offsets, shares, 0.0, 1.0 / mean);
    for i in 0..K {
        result[i] = shares[i] / (1.0 + x * offsets[i]);
    }
    result
}

/// The probabilities on `values` that make `counts`, all positive, most likely among those whose
/// t-value (mean - centre) / sd is `t`. `None` when the fixed point does not settle.
///
/// Source: M. Van den Bergh, `hardy.uhasselt.be/Fishtest/normalized_elo_practical.pdf`, section
/// 4.1: the constraint is linearised at the current probabilities and the secular equation solved
/// again.
pub(crate) fn with_t_value<const K: usize>(
    values: &[f64; K],
    counts: &[f64; K],
    centre: f64,
    t: f64,
) -> Option<[f64; K]> {
    let total: f64 = counts.iter().sum();
    let shares = counts.map(|count| count / total);
    let mut p = [1.0 / K as f64; K];
    for _ in 0..200 {
        let mean: f64 = p.iter().zip(values).map(|(p, value)| p * value).sum();
        let variance: f64 = p
            .iter()
            .zip(values)
            .map(|(p, value)| p * (value - mean).powi(2))
            .sum();
        let sd = variance.sqrt();
        let offsets = values
            .map(|value| value - centre - t * sd * (1.0 + ((mean - value) / sd).powi(2)) / 2.0);
        let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
        let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Both signs are needed for a root; the comparison also refuses NaN.
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let x = secular_root(&offsets, &shares, -1.0 / most, -1.0 / least);
        let mut change = 0.0_f64;
        for i in 0..K {
            let next = shares[i] / (1.0 + x * offsets[i]);
            change = change.max((next - p[i]).abs());
            p[i] = next;
        }
        if change < 1e-12 {
            return Some(p);
        }
    }
    None
}

/// The root of sum c(i) d(i) / (1 + x d(i)) in `low..=high`, which holds 0. The function falls, so
/// Newton steps kept inside a shrinking bracket arrive; beside a pole they are tiny without being
/// near the root, and bisection goes on.
fn secular_root<const K: usize>(
    offsets: &[f64; K],
    shares: &[f64; K],
    mut low: f64,
    mut high: f64,
) -> f64 {
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope, mut size) = (0.0, 0.0, 0.0);
        for (offset, share) in offsets.iter().zip(shares) {
            if *share > 0.0 {
                let term = offset / (1.0 + x * offset);
                value += share * term;
                slope -= share * term * term;
                size += share * term.abs();
            }
        }
        if value > 0.0 {
            low = x;
        } else if value < 0.0 {
            high = x;
        } else {
            return x;
        }
        let newton = x - value / slope;
        let settled = (newton - x).abs() <= 1e-15 * (1.0 + x.abs());
        if settled && f64::abs(value) <= 1e-9 * size {
            return x;
        }
        let next = if !settled && newton > low && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if next <= low || next >= high {
            return next;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIRS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    fn moments(p: &[f64; 5]) -> (f64, f64, f64) {
        let mass: f64 = p.iter().sum();
        let mean: f64 = p.iter().zip(PAIRS).map(|(p, value)| p * value).sum();
        let variance: f64 = p
            .iter()
            .zip(PAIRS)
            .map(|(p, value)| p * (value - mean).powi(2))
            .sum();
        (mass, mean, variance)
    }

    #[test]
    fn the_constraint_on_the_mean_holds_even_at_unobserved_ends() {
        for counts in [
            [5.0, 20.0, 40.0, 25.0, 10.0],
            [0.0, 0.0, 0.0, 0.0, 9.0],
            [0.0, 0.0, 7.0, 0.0, 0.0],
            [3.0, 0.0, 0.0, 0.0, 1.0],
        ] {
            for mean in [0.01, 0.3, 0.5, 0.77, 0.999] {
                let (mass, got, _) = moments(&with_mean(&PAIRS, &counts, mean));
                assert!(
                    (mass - 1.0).abs() < 1e-12 && (got - mean).abs() < 1e-12,
                    "{counts:?} {mean}: {mass} {got}"
                );
            }
        }
    }

    #[test]
    fn the_constraint_on_the_t_value_holds() {
        for t in [-0.3, 0.0, 0.02, 0.5] {
            let p = with_t_value(&PAIRS, &[5.0, 20.0, 40.0, 25.0, 10.0], 0.5, t).unwrap();
            let (mass, mean, variance) = moments(&p);
            assert!((mass - 1.0).abs() < 1e-10, "{mass}");
            assert!(((mean - 0.5) / variance.sqrt() - t).abs() < 1e-10, "{t}");
        }
    }
}
