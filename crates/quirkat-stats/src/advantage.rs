//! First-player advantage in percentage points.

use crate::counts::Wdl;
use crate::error::{Error, Result};
use crate::interval::Interval;
use crate::pairs::Pentanomial;
use crate::score::{pairs_score, trinomial_score};
use crate::student::student_t;

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
    pub fn from_games(white: &Wdl, level: f64) -> Result<Advantage> {
        let interval = trinomial_score(white, level)?;
        Ok(Advantage::from_score(white.score().unwrap_or(f64::NAN), &interval))
    }

    /// The advantage from White's points in pairs of games, with the interval of [`pairs_score`].
    ///
    /// # Errors
    /// As for [`pairs_score`].
    pub fn from_pairs(white: &Pentanomial, level: f64) -> Result<Advantage> {
        let interval = pairs_score(white, level)?;
        Ok(Advantage::from_score(white.score().unwrap_or(f64::NAN), &interval))
    }

    /// The advantage of a variant from White's games of each training seed; every seed weighs the same.
    ///
    /// The interval is Student's t on the seed scores. When the seeds' scores are all equal, t has no width: then the
    /// interval is the one of [`trinomial_score`] on all games together, named as such, which is the least that the
    /// games allow.
    ///
    /// # Errors
    /// [`Error::TooFew`] below two seeds or when a seed has no game, [`Error::OutOfRange`] for a level outside (0, 1).
    pub fn from_seeds(seeds: &[Wdl], level: f64) -> Result<Advantage> {
        let mut scores = Vec::with_capacity(seeds.len());
        let mut all = Wdl::default();
        for seed in seeds {
            scores.push(seed.score().ok_or(Error::TooFew { what: "games of a seed", needed: 1, got: 0 })?);
            all = all.merged(seed)?;
        }
        let estimate = student_t(&scores, 0.5, level)?;
        let interval = if estimate.standard_error > 0.0 { estimate.interval } else { trinomial_score(&all, level)? };
        Ok(Advantage::from_score(estimate.value, &interval))
    }

    /// The advantage of a score and its interval, both from 0 to 1.
    pub fn from_score(score: f64, interval: &Interval) -> Advantage {
        Advantage { points: advantage_points(score), interval: interval.map(advantage_points) }
    }
}

/// 100 * (score - 0.5): a score from 0 to 1 in percentage points of advantage.
pub fn advantage_points(score: f64) -> f64 {
    100.0 * (score - 0.5)
}
