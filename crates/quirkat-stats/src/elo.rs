//! Elo differences and scores.

use crate::error::{Result, finite, unit};
use crate::interval::Interval;

/// The Elo difference at which the logistic curve expects `score`: 400 log10(score / (1 - score)). `None` at 0 and 1,
/// where no finite difference fits.
///
/// Source: A. Elo, *The rating of chessplayers* (1978), with the logistic curve in use today. With White's score it is
/// the first-player advantage in Elo.
///
/// # Errors
/// [`crate::Error::OutOfRange`] for a score outside 0 to 1.
pub fn elo_from_score(score: f64) -> Result<Option<f64>> {
    unit("score", score)?;
    Ok(elo(score))
}

/// The score that the logistic curve expects at an Elo difference: 1 / (1 + 10^(-elo / 400)).
///
/// # Errors
/// [`crate::Error::OutOfRange`] for a difference that is not finite.
pub fn score_from_elo(elo: f64) -> Result<f64> {
    Ok(logistic(finite("Elo difference", elo)?))
}

/// Both ends of a score interval in Elo; an end at (or beyond) 0 or 1 is `None`, that is, without bound.
pub fn elo_ends(score: &Interval) -> (Option<f64>, Option<f64>) {
    (elo(score.low), elo(score.high))
}

pub(crate) fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}
