//! First-player advantage in percentage points.

use crate::counts::pentanomial::Pentanomial;
use crate::counts::tally::Tally;
use crate::error::{Error, Result};
use crate::hypotheses::student::student_t;
use crate::intervals::interval::Interval;
use crate::intervals::score::{pairs_score, trinomial_score};
use crate::scales::points::advantage_points;

/// An advantage with its interval, both in percentage points from -50 to 50; 0 is balance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Advantage {
    /// 100 * (score - 0.5).
    pub points: f64,
    /// Its interval, in the same unit.
    pub interval: Interval,
}

impl Advantage {
    /// The advantage of one network in independent games, with the interval of [`trinomial_score`].
    ///
    /// # Errors
    /// As for [`trinomial_score`].
    pub fn from_games(white: &Tally, level: f64) -> Result<Advantage> {
        let interval = trinomial_score(white, level)?;
        Ok(Advantage::from_score(
            white.score().unwrap_or(f64::NAN),
            &interval,
        ))
    }

    /// The advantage from White's points in pairs of games, with the interval of [`pairs_score`].
    ///
    /// # Errors
    /// As for [`pairs_score`].
    pub fn from_pairs(white: &Pentanomial, level: f64) -> Result<Advantage> {
        let interval = pairs_score(white, level)?;
        Ok(Advantage::from_score(
            white.score().unwrap_or(f64::NAN),
            &interval,
        ))
    }

    /// The advantage of a variant from White's games of each training seed; every seed weighs the
    /// same.
    ///
    /// The interval is Student's t on the seed scores. When the seeds' scores are all equal, t has
    /// no width: then the interval is the one of [`trinomial_score`] on all games together, named
    /// as such, which is the least that the games allow.
    ///
    /// # Errors
    /// [`Error::TooFew`] below two seeds or when a seed has no game, [`Error::OutOfRange`] for a
    /// level outside (0, 1).
    pub fn from_seeds(seeds: &[Tally], level: f64) -> Result<Advantage> {
        let mut scores = Vec::with_capacity(seeds.len());
        let mut all = Tally::default();
        for seed in seeds {
            scores.push(seed.score().ok_or(Error::TooFew {
                what: "games of a seed",
                needed: 1,
                got: 0,
            })?);
            all = all.merged(seed)?;
        }
        let estimate = student_t(&scores, 0.5, level)?;
        let interval = if estimate.standard_error > 0.0 {
            estimate.interval
        } else {
            trinomial_score(&all, level)?
        };
        Ok(Advantage::from_score(estimate.value, &interval))
    }

    /// The advantage of a score and its interval, both from 0 to 1.
    pub fn from_score(score: f64, interval: &Interval) -> Advantage {
        Advantage {
            points: advantage_points(score),
            interval: interval.map(advantage_points),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intervals::interval::Method;

    #[test]
    fn points_are_hundredths_of_score_above_one_half() {
        let got = Advantage::from_games(&Tally::new(60, 10, 30).unwrap(), 0.95).unwrap();
        assert!((got.points - 15.0).abs() < 1e-12);
        assert!(
            got.interval.low > 5.0 && got.interval.low < 7.0 && got.interval.contains(got.points)
        );
    }

    #[test]
    fn every_seed_weighs_the_same() {
        let seeds = [
            Tally::new(6, 0, 4).unwrap(),
            Tally::new(400, 0, 600).unwrap(),
            Tally::new(7, 0, 3).unwrap(),
        ];
        let got = Advantage::from_seeds(&seeds, 0.95).unwrap();
        assert!((got.points - 100.0 * (1.7 / 3.0 - 0.5)).abs() < 1e-12);
        assert_eq!(got.interval.method, Method::StudentT);
    }

    #[test]
    fn seeds_without_spread_fall_back_to_the_games() {
        let got = Advantage::from_seeds(&[Tally::new(50, 0, 0).unwrap(); 4], 0.95).unwrap();
        assert_eq!(got.interval.method, Method::TrinomialScore);
        assert!(got.points >= 50.0 && got.interval.low < 49.0 && got.interval.high >= 50.0);
    }

    #[test]
    fn the_pair_sum_cancels_strength() {
        // The stronger agent wins both games of every pair: White scores one half.
        let got =
            Advantage::from_pairs(&Pentanomial::new([0, 0, 30, 0, 0]).unwrap(), 0.95).unwrap();
        assert!(got.points.abs() < 1e-12 && !got.interval.is_degenerate());
    }

    #[test]
    fn a_seed_without_games_is_refused() {
        assert!(
            Advantage::from_seeds(&[Tally::new(1, 0, 1).unwrap(), Tally::default()], 0.95).is_err()
        );
        assert!(Advantage::from_seeds(&[Tally::new(1, 0, 1).unwrap()], 0.95).is_err());
    }
}
