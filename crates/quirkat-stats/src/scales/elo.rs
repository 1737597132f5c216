//! Elo differences and scores.

use crate::error::{Result, unit};

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
pub(crate) fn logistic(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_scores_are_0_elo_and_sure_scores_have_none() {
        assert_eq!(elo_from_score(0.5), Ok(Some(0.0)));
        assert_eq!(elo_from_score(0.0), Ok(None));
        assert_eq!(elo_from_score(1.0), Ok(None));
        assert!(elo_from_score(1.01).is_err());
    }

    #[test]
    fn ten_wins_to_one_loss_are_400_elo() {
        assert!((elo_from_score(10.0 / 11.0).unwrap().unwrap() - 400.0).abs() < 1e-9);
        assert!((logistic(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn elo_and_score_are_inverses() {
        for elo in (-2000..=2000).step_by(50).map(f64::from) {
            let back = elo_from_score(logistic(elo)).unwrap().unwrap();
            assert!((back - elo).abs() < 1e-6, "{elo} {back}");
        }
    }
}
