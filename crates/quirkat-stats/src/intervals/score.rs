//! Intervals of a mean score within one network or one pair of agents.

use crate::counts::pentanomial::Pentanomial;
use crate::counts::tally::Tally;
use crate::error::{Error, Result, open_unit};
use crate::intervals::interval::{Interval, Method};
use crate::numerics::constrained::with_mean;
use crate::numerics::distribution::normal_two_sided;

/// Score interval of the mean score of independent games, from 0 to 1.
///
/// All means m with games * (score - m)^2 <= z^2 * V(m), where V(m) is the variance of one game
/// under the most likely win, draw and loss probabilities of mean m. That is the score test turned
/// into an interval: without draws it is Wilson's interval exactly, and with all games won, or all
/// drawn, it keeps a width. Source: E. B. Wilson, JASA 22 (1927) for two outcomes; O. Miettinen, M.
/// Nurminen, *Comparative analysis of two rates*, Statistics in Medicine 4 (1985) for the variance
/// at the constrained estimate.
///
/// It speaks about the agents that played. Spread between training seeds is not in it.
///
/// # Errors
/// [`Error::TooFew`] without games, [`Error::OutOfRange`] for a level outside (0, 1).
pub fn trinomial_score(games: &Tally, level: f64) -> Result<Interval> {
    open_unit("level", level)?;
    let counts = [
        games.losses() as f64,
        games.draws() as f64,
        games.wins() as f64,
    ];
    let Some(score) = games.score() else {
        return Err(Error::TooFew {
            what: "games",
            needed: 1,
            got: 0,
        });
    };
    Ok(invert(
        &[0.0, 0.5, 1.0],
        &counts,
        score,
        level,
        Method::TrinomialScore,
    ))
}

/// Score interval of the mean score per game from pairs of games, from 0 to 1.
///
/// The construction of [`trinomial_score`] with the pair as the unit and its five possible values,
/// so the dependence of the two games of a pair needs no assumption. Source of the constrained
/// pentanomial: M. Van den Bergh, `hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf`,
/// proposition 1.1.
///
/// # Errors
/// [`Error::TooFew`] without pairs, [`Error::OutOfRange`] for a level outside (0, 1).
pub fn pairs_score(pairs: &Pentanomial, level: f64) -> Result<Interval> {
    open_unit("level", level)?;
    let Some(score) = pairs.score() else {
        return Err(Error::TooFew {
            what: "pairs",
            needed: 1,
            got: 0,
        });
    };
    let counts = pairs.counts().map(|count| count as f64);
    Ok(invert(
        &[0.0, 0.25, 0.5, 0.75, 1.0],
        &counts,
        score,
        level,
        Method::PairsScore,
    ))
}

fn invert<const K: usize>(
    values: &[f64; K],
    counts: &[f64; K],
    score: f64,
    level: f64,
    method: Method,
) -> Interval {
    let total: f64 = counts.iter().sum();
    let z2 = normal_two_sided(level).powi(2);
    let outside = |mean: f64| {
        let p = with_mean(values, counts, mean);
        let variance: f64 = p
            .iter()
            .zip(values)
            .map(|(p, value)| p * (value - mean).powi(2))
            .sum();
        total * (score - mean).powi(2) > z2 * variance
    };
    Interval {
        low: if score <= 0.0 {
            0.0
        } else {
            boundary(0.0, score, outside)
        },
        high: if score >= 1.0 {
            1.0
        } else {
            boundary(1.0, score, outside)
        },
        level,
        method,
    }
}

/// Bisects between `out`, outside the interval, and `within`, inside it.
fn boundary(mut out: f64, mut within: f64, outside: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let middle = f64::midpoint(out, within);
        if middle <= out.min(within) || middle >= out.max(within) {
            break;
        }
        if outside(middle) {
            out = middle;
        } else {
            within = middle;
        }
    }
    within
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wilson;

    #[test]
    fn all_games_won_leave_a_width() {
        let all = trinomial_score(&Tally::new(40, 0, 0).unwrap(), 0.95).unwrap();
        assert!(all.high >= 1.0);
        assert!((all.low - wilson(40, 40, 0.95).unwrap().low).abs() < 1e-12);
        let pairs = pairs_score(&Pentanomial::new([0, 0, 0, 0, 40]).unwrap(), 0.95).unwrap();
        assert!((pairs.low - all.low).abs() < 1e-12 && pairs.high >= 1.0);
    }

    #[test]
    fn all_games_drawn_leave_a_width_on_both_sides() {
        let drawn = trinomial_score(&Tally::new(0, 100, 0).unwrap(), 0.95).unwrap();
        // At mean m < 1/2 the constrained variance is m (1/2 - m), so the end solves n (1/2 - m) =
        // z^2 m.
        let z2 = normal_two_sided(0.95).powi(2);
        assert!((drawn.low - 50.0 / (100.0 + z2)).abs() < 1e-12);
        assert!((drawn.low + drawn.high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_means_accepted_are_one_run() {
        // The bisection relies on it: the statistic rises on both sides of the score.
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        for counts in [
            [5.0, 20.0, 40.0, 25.0, 10.0],
            [0.0, 0.0, 0.0, 2.0, 30.0],
            [0.0, 0.0, 50.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 0.0, 9.0],
        ] {
            let total: f64 = counts.iter().sum();
            let score: f64 = counts
                .iter()
                .zip(values)
                .map(|(count, value)| count * value)
                .sum::<f64>()
                / total;
            let statistic = |mean: f64| {
                let p = with_mean(&values, &counts, mean);
                let variance: f64 = p
                    .iter()
                    .zip(values)
                    .map(|(p, value)| p * (value - mean).powi(2))
                    .sum();
                (mean - score) / variance.sqrt()
            };
            let grid: Vec<f64> = (1..1000)
                .map(|i| statistic(f64::from(i) / 1000.0))
                .collect();
            for (i, pair) in grid.windows(2).enumerate() {
                assert!(pair[0] < pair[1], "{counts:?} at {i}: {pair:?}");
            }
        }
    }

    #[test]
    fn no_games_are_refused() {
        assert!(matches!(
            trinomial_score(&Tally::default(), 0.95),
            Err(Error::TooFew { what: "games", .. })
        ));
        assert!(matches!(
            pairs_score(&Pentanomial::default(), 0.95),
            Err(Error::TooFew { what: "pairs", .. })
        ));
    }
}
