//! Elo differences and scores.

use crate::error::{Result, finite, unit};
use crate::interval::Interval;

/// The Elo difference at which the logistic curve expects `score`: 400 log10(score / (1 - score)).
/// `None` at 0 and 1, where no finite difference fits.
///
/// Source: A. Elo, *The rating of chessplayers* (1978), with the logistic curve in use today. With
/// White's score it is the first-player advantage in Elo.
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

/// Both ends of a score interval in Elo; an end at (or beyond) 0 or 1 is `None`, that is, without
/// bound.
pub fn elo_ends(score: &Interval) -> (Option<f64>, Option<f64>) {
    (elo(score.low), elo(score.high))
}

pub(crate) fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Method;

    #[test]
    fn even_scores_are_0_elo_and_sure_scores_have_none() {
        assert_eq!(elo_from_score(0.5), Ok(Some(0.0)));
        assert_eq!(elo_from_score(0.0), Ok(None));
        assert_eq!(elo_from_score(1.0), Ok(None));
        assert!(elo_from_score(1.01).is_err());
        assert!(score_from_elo(f64::INFINITY).is_err());
    }

    #[test]
    fn ten_wins_to_one_loss_are_400_elo() {
        assert!((elo_from_score(10.0 / 11.0).unwrap().unwrap() - 400.0).abs() < 1e-9);
        assert!((score_from_elo(400.0).unwrap() - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn an_interval_that_reaches_1_has_no_upper_elo() {
        let score = Interval {
            low: 0.5,
            high: 1.0,
            level: 0.95,
            method: Method::TrinomialScore,
        };
        assert_eq!(elo_ends(&score), (Some(0.0), None));
    }
}
