use crate::counts::tally::Tally;
use crate::error::{Result, open_unit};
use crate::numerics::distribution::normal_two_sided;
use crate::ratings::davidson::{ELO, probabilities};
use crate::scales::points::advantage_points;

/// Games between two agents, the first of which always began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The agent that played White, by its number.
    pub white: usize,
    /// The agent that played Black, by its number.
    pub black: usize,
    /// White's results.
    pub results: Tally,
}

/// An Elo quantity with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The estimate in Elo.
    pub elo: f64,
    /// Its standard error in Elo, from the information matrix.
    pub standard_error: f64,
}

impl Rating {
    /// The ends of its normal interval (Wald) at `level`, in Elo.
    ///
    /// # Errors
    /// [`crate::Error::OutOfRange`] when `level` is not strictly between 0 and 1.
    pub fn interval(&self, level: f64) -> Result<(f64, f64)> {
        let half = normal_two_sided(open_unit("level", level)?) * self.standard_error;
        Ok((self.elo - half, self.elo + half))
    }
}

/// Ratings, first-player advantage and draw term that fit a set of matches best.
///
/// The model is Davidson's with an order effect: with t = (White's rating - Black's rating +
/// advantage) in natural log odds, White wins, draws and loses in proportion to exp(t / 2), v and
/// exp(-t / 2). So Elo here is 400 log10 of the odds of a win against a loss; draws move the score
/// of a given Elo difference towards 1/2. Sources: R. R. Davidson, *On extending the Bradley-Terry
/// model to accommodate ties*, JASA 65 (1970); R. R. Davidson, R. J. Beaver, *On extending the
/// Bradley-Terry model to incorporate within-pair order effects*, Biometrics 33 (1977).
///
/// Standard errors treat games as independent and agents as given: they do not speak about new
/// training seeds.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    /// One rating per agent; their mean is 0.
    pub players: Vec<Rating>,
    /// Elo points that beginning is worth.
    pub advantage: Rating,
    /// ln v, the log odds of a draw against the geometric mean of win and loss, with its standard
    /// error in the same unit; `None` when no game was drawn, where v is 0.
    pub draw: Option<(f64, f64)>,
    /// Log likelihood at the maximum (with a prior: without the prior's part).
    pub log_likelihood: f64,
    /// Newton steps taken.
    pub iterations: usize,
    /// Covariance of the ratings, in squared natural log odds.
    pub(super) covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// The rating of agent `left` minus that of `right`; `None` for a number out of range.
    pub fn difference(&self, left: usize, right: usize) -> Option<Rating> {
        let elo = self.players.get(left)?.elo - self.players.get(right)?.elo;
        let c = &self.covariance;
        let variance = c[left][left] + c[right][right] - 2.0 * c[left][right];
        Some(Rating {
            elo,
            standard_error: ELO * variance.max(0.0).sqrt(),
        })
    }

    /// White's probabilities of a win, a draw and a loss; `None` for a number out of range.
    pub fn probabilities(&self, white: usize, black: usize) -> Option<[f64; 3]> {
        let elo = self.players.get(white)?.elo - self.players.get(black)?.elo + self.advantage.elo;
        Some(probabilities(elo / ELO, self.tie()))
    }

    /// The first-player advantage between equal agents, in percentage points of score: 100 * (score
    /// - 0.5).
    pub fn advantage_points(&self) -> f64 {
        let [win, draw, _] = probabilities(self.advantage.elo / ELO, self.tie());
        advantage_points(win + draw / 2.0)
    }

    fn tie(&self) -> f64 {
        self.draw.map_or(0.0, |(log, _)| log.exp())
    }
}
