//! Intervals of a mean score within one network or one pair of agents.

use crate::constrained::with_mean;
use crate::counts::Wdl;
use crate::distribution::normal_two_sided;
use crate::error::{Error, Result, open_unit};
use crate::interval::{Interval, Method};
use crate::pairs::Pentanomial;

/// Score interval of the mean score of independent games, from 0 to 1.
///
/// All means m with games * (score - m)^2 <= z^2 * V(m), where V(m) is the variance of one game under the most likely
/// win, draw and loss probabilities of mean m. That is the score test turned into an interval: without draws it is
/// Wilson's interval exactly, and with all games won, or all drawn, it keeps a width. Source: E. B. Wilson, JASA 22
/// (1927) for two outcomes; O. Miettinen, M. Nurminen, *Comparative analysis of two rates*, Statistics in Medicine 4
/// (1985) for the variance at the constrained estimate.
///
/// It speaks about the agents that played. Spread between training seeds is not in it.
///
/// # Errors
/// [`Error::TooFew`] without games, [`Error::OutOfRange`] for a level outside (0, 1).
pub fn trinomial_score(games: &Wdl, level: f64) -> Result<Interval> {
    open_unit("level", level)?;
    let counts = [games.losses() as f64, games.draws() as f64, games.wins() as f64];
    let Some(score) = games.score() else {
        return Err(Error::TooFew { what: "games", needed: 1, got: 0 });
    };
    Ok(invert(&[0.0, 0.5, 1.0], &counts, score, level, Method::TrinomialScore))
}

/// Score interval of the mean score per game from pairs of games, from 0 to 1.
///
/// The construction of [`trinomial_score`] with the pair as the unit and its five possible values, so the dependence
/// of the two games of a pair needs no assumption. Source of the pentanomial model: M. Van den Bergh, *The
/// generalized maximum likelihood ratio for the expectation value of a distribution* (2019), as used by Fishtest.
///
/// # Errors
/// [`Error::TooFew`] without pairs, [`Error::OutOfRange`] for a level outside (0, 1).
pub fn pairs_score(pairs: &Pentanomial, level: f64) -> Result<Interval> {
    open_unit("level", level)?;
    let Some(score) = pairs.score() else {
        return Err(Error::TooFew { what: "pairs", needed: 1, got: 0 });
    };
    let counts = pairs.counts().map(|count| count as f64);
    Ok(invert(&[0.0, 0.25, 0.5, 0.75, 1.0], &counts, score, level, Method::PairsScore))
}

fn invert<const K: usize>(values: &[f64; K], counts: &[f64; K], score: f64, level: f64, method: Method) -> Interval {
    let total: f64 = counts.iter().sum();
    let z2 = normal_two_sided(level).powi(2);
    let outside = |mean: f64| {
        let p = with_mean(values, counts, mean);
        let variance: f64 = p.iter().zip(values).map(|(p, value)| p * (value - mean).powi(2)).sum();
        total * (score - mean).powi(2) > z2 * variance
    };
    Interval {
        low: if score <= 0.0 { 0.0 } else { boundary(0.0, score, outside) },
        high: if score >= 1.0 { 1.0 } else { boundary(1.0, score, outside) },
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
