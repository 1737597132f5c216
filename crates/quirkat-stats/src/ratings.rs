//! Ratings of several agents together with the first-player advantage and the draw rate.

use std::f64::consts::LN_10;

use crate::cholesky::Cholesky;
use crate::counts::Wdl;
use crate::distribution::normal_two_sided;
use crate::error::{Error, Result, open_unit, positive};

/// Elo points in one unit of natural log odds.
const ELO: f64 = 400.0 / LN_10;

/// No rating difference is estimated beyond this many log odds (4343 Elo); there the likelihood has
/// no maximum.
const LARGEST: f64 = 25.0;

const ITERATIONS: usize = 200;

/// Games between two agents, the first of which always began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The agent that played White, by its number.
    pub white: usize,
    /// The agent that played Black, by its number.
    pub black: usize,
    /// White's results.
    pub results: Wdl,
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
    /// [`Error::OutOfRange`] when `level` is not strictly between 0 and 1.
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
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Fits `players` agents, numbered from 0, to `matches` by Newton's method on the concave log
    /// likelihood.
    ///
    /// With `prior_sd`, each rating has a normal prior around 0 of that many Elo points, which
    /// keeps agents that won or lost everything finite; the advantage and the draw term have none.
    ///
    /// # Errors
    /// [`Error::TooFew`] below two agents or without games, [`Error::Mismatch`] for an agent number
    /// out of range or an agent against itself, [`Error::NotIdentified`] when groups of agents
    /// never met, colours never changed or somebody won everything, [`Error::NoConvergence`]
    /// otherwise.
    pub fn fit(players: usize, matches: &[Match], prior_sd: Option<f64>) -> Result<Ratings> {
        let problem = Problem::new(players, matches, prior_sd)?;
        let mut at = problem.start();
        let mut value = problem.objective(&at);
        for iteration in 1..=ITERATIONS {
            let (gradient, information) = problem.slopes(&at);
            let factor =
                Cholesky::factor(&information).map_err(|_| problem.unidentified(iteration))?;
            let step = factor.solve(&gradient);
            let mut size = 1.0;
            let mut next = moved(&at, &step, size);
            // Halving keeps the objective from falling; rounding may stop it from rising.
            while problem.objective(&next) < value - 1e-9 * value.abs() && size > 1e-6 {
                size /= 2.0;
                next = moved(&at, &step, size);
            }
            at = next;
            value = problem.objective(&at);
            if at.iter().any(|parameter| parameter.abs() > LARGEST) {
                return Err(problem.unidentified(iteration + 1));
            }
            if step.iter().all(|change| change.abs() < 1e-10) {
                let (_, information) = problem.slopes(&at);
                let factor = Cholesky::factor(&information).map_err(|_| problem.unidentified(2))?;
                return Ok(problem.finish(&at, &factor.inverse(), iteration));
            }
        }
        Err(Error::NoConvergence {
            what: "the rating fit",
            iterations: ITERATIONS,
        })
    }

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
        crate::advantage_points(win + draw / 2.0)
    }

    fn tie(&self) -> f64 {
        self.draw.map_or(0.0, |(log, _)| log.exp())
    }
}

/// Win, draw and loss in proportion to exp(t / 2), `tie` and exp(-t / 2).
fn probabilities(t: f64, tie: f64) -> [f64; 3] {
    let (win, loss) = ((t / 2.0).exp(), (-t / 2.0).exp());
    let total = win + tie + loss;
    [win / total, tie / total, loss / total]
}

fn moved(at: &[f64], step: &[f64], size: f64) -> Vec<f64> {
    at.iter()
        .zip(step)
        .map(|(at, step)| at + size * step)
        .collect()
}

/// Parameters: the ratings of all agents but the last (which is minus their sum), the advantage,
/// and ln v if any game was drawn.
struct Problem<'a> {
    players: usize,
    matches: &'a [Match],
    draws: bool,
    /// 1 / sd^2 of the prior in log odds, 0 without.
    precision: f64,
    tie_start: f64,
}

impl<'a> Problem<'a> {
    fn new(players: usize, matches: &'a [Match], prior_sd: Option<f64>) -> Result<Problem<'a>> {
        if players < 2 {
            return Err(Error::TooFew {
                what: "agents",
                needed: 2,
                got: players as u64,
            });
        }
        let mut all = Wdl::default();
        for game in matches {
            if game.white == game.black || game.white.max(game.black) >= players {
                return Err(Error::Mismatch {
                    what: "agents of a match",
                    left: game.white,
                    right: game.black,
                });
            }
            all = all.merged(&game.results)?;
        }
        if all.games() == 0 {
            return Err(Error::TooFew {
                what: "games",
                needed: 1,
                got: 0,
            });
        }
        if all.draws() == all.games() {
            return Err(Error::NotIdentified("every game was drawn".to_owned()));
        }
        let precision = match prior_sd {
            Some(sd) => (ELO / positive("prior sd", sd)?).powi(2),
            None => 0.0,
        };
        let tie_start = (2.0 * all.draws() as f64 / (all.games() - all.draws()) as f64)
            .max(1e-6)
            .ln();
        Ok(Problem {
            players,
            matches,
            draws: all.draws() > 0,
            precision,
            tie_start,
        })
    }

    fn start(&self) -> Vec<f64> {
        let mut at = vec![0.0; self.players];
        if self.draws {
            at.push(self.tie_start);
        }
        at
    }

    /// The rating of every agent.
    fn ratings(&self, at: &[f64]) -> Vec<f64> {
        let mut ratings = at[..self.players - 1].to_vec();
        ratings.push(-ratings.iter().sum::<f64>());
        ratings
    }

    fn tie(&self, at: &[f64]) -> f64 {
        if self.draws {
            at[self.players].exp()
        } else {
            0.0
        }
    }

    fn log_likelihood(&self, at: &[f64]) -> f64 {
        let (ratings, tie) = (self.ratings(at), self.tie(at));
        let part = |count: u64, p: f64| {
            if count == 0 {
                0.0
            } else {
                count as f64 * p.ln()
            }
        };
        self.matches
            .iter()
            .map(|game| {
                let t = ratings[game.white] - ratings[game.black] + at[self.players - 1];
                let [win, draw, loss] = probabilities(t, tie);
                part(game.results.wins(), win)
                    + part(game.results.draws(), draw)
                    + part(game.results.losses(), loss)
            })
            .sum()
    }

    fn objective(&self, at: &[f64]) -> f64 {
        let squares: f64 = self.ratings(at).iter().map(|rating| rating * rating).sum();
        self.log_likelihood(at) - self.precision / 2.0 * squares
    }

    /// The gradient of the objective and the negative of its second derivatives.
    fn slopes(&self, at: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = at.len();
        let (ratings, tie) = (self.ratings(at), self.tie(at));
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for game in self.matches {
            let direction = self.direction(game);
            let t: f64 = ratings[game.white] - ratings[game.black] + at[self.players - 1];
            let [win, draw, loss] = probabilities(t, tie);
            let games = game.results.games() as f64;
            let balance = win - loss;
            let pull =
                (game.results.wins() as f64 - game.results.losses() as f64 - games * balance) / 2.0;
            let weight = games / 4.0 * (win + loss - balance * balance);
            for i in 0..self.players {
                gradient[i] += pull * direction[i];
                for j in 0..self.players {
                    information[i][j] += weight * direction[i] * direction[j];
                }
            }
            if self.draws {
                let last = self.players;
                gradient[last] += game.results.draws() as f64 - games * draw;
                information[last][last] += games * draw * (1.0 - draw);
                for i in 0..last {
                    let mixed = -games * draw * balance / 2.0 * direction[i];
                    information[i][last] += mixed;
                    information[last][i] += mixed;
                }
            }
        }
        for i in 0..self.players - 1 {
            // The last rating is minus the sum of the others, so it pulls on each of them.
            gradient[i] -= self.precision * (ratings[i] - ratings[self.players - 1]);
            for (j, entry) in information[i].iter_mut().enumerate().take(self.players - 1) {
                *entry += self.precision * if i == j { 2.0 } else { 1.0 };
            }
        }
        (gradient, information)
    }

    /// How t of a match moves with each parameter but the draw term.
    fn direction(&self, game: &Match) -> Vec<f64> {
        let last = self.players - 1;
        let mut direction = vec![0.0; self.players];
        for (agent, sign) in [(game.white, 1.0), (game.black, -1.0)] {
            if agent < last {
                direction[agent] += sign;
            } else {
                direction[..last]
                    .iter_mut()
                    .for_each(|entry| *entry -= sign);
            }
        }
        direction[last] = 1.0;
        direction
    }

    /// At the first step the information depends on who met whom only; later it fails because
    /// estimates run away.
    fn unidentified(&self, iteration: usize) -> Error {
        let reason = if iteration == 1 {
            "some agents never met, directly or through others, or colours never changed"
        } else if self.precision > 0.0 {
            "one colour won every game that was not drawn, so the advantage has no finite estimate"
        } else {
            "an agent, or a group of agents, or one colour, won every game; a prior on the ratings \
             keeps agents finite"
        };
        Error::NotIdentified(reason.to_owned())
    }

    fn finish(&self, at: &[f64], covariance: &[Vec<f64>], iterations: usize) -> Ratings {
        let last = self.players - 1;
        let mut full = vec![vec![0.0; self.players]; self.players];
        for i in 0..last {
            let row: f64 = covariance[i][..last].iter().sum();
            full[i][..last].copy_from_slice(&covariance[i][..last]);
            full[i][last] = -row;
            full[last][i] = -row;
            full[last][last] += row;
        }
        let error = |variance: f64| variance.max(0.0).sqrt();
        let players = self.ratings(at).into_iter().enumerate();
        Ratings {
            players: players
                .map(|(i, rating)| Rating {
                    elo: ELO * rating,
                    standard_error: ELO * error(full[i][i]),
                })
                .collect(),
            advantage: Rating {
                elo: ELO * at[last],
                standard_error: ELO * error(covariance[last][last]),
            },
            draw: self.draws.then(|| {
                (
                    at[self.players],
                    error(covariance[self.players][self.players]),
                )
            }),
            log_likelihood: self.log_likelihood(at),
            iterations,
            covariance: full,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(white: usize, black: usize, wins: u64, draws: u64, losses: u64) -> Match {
        Match {
            white,
            black,
            results: Wdl::new(wins, draws, losses).unwrap(),
        }
    }

    #[test]
    fn expected_counts_of_known_ratings_are_fitted_back() {
        let (elo, advantage, tie) = ([120.0, 0.0, -120.0], 40.0, 0.5);
        let mut matches = Vec::new();
        for (white, black) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
            let p = probabilities((elo[white] - elo[black] + advantage) / ELO, tie);
            let [wins, draws, losses] = p.map(|p| (p * 1e12).round() as u64);
            matches.push(games(white, black, wins, draws, losses));
        }
        let fit = Ratings::fit(3, &matches, None).unwrap();
        for (rating, expected) in fit.players.iter().zip(elo) {
            assert!((rating.elo - expected).abs() < 1e-6, "{rating:?}");
        }
        assert!((fit.advantage.elo - advantage).abs() < 1e-6);
        assert!((fit.draw.unwrap().0 - tie.ln()).abs() < 1e-6);
        assert!((fit.difference(0, 2).unwrap().elo - 240.0).abs() < 1e-6);
        let [win, draw, loss] = fit.probabilities(0, 1).unwrap();
        assert!((win + draw + loss - 1.0).abs() < 1e-12);
        assert_eq!(fit.probabilities(0, 3), None);
    }

    #[test]
    fn without_draws_the_advantage_of_two_equals_is_the_logistic_elo() {
        let fit = Ratings::fit(2, &[games(0, 1, 60, 0, 40), games(1, 0, 60, 0, 40)], None).unwrap();
        assert_eq!(fit.draw, None);
        assert!((fit.advantage.elo - crate::elo_from_score(0.6).unwrap().unwrap()).abs() < 1e-8);
        assert!((fit.advantage_points() - 10.0).abs() < 1e-9);
        assert!(fit.players[0].elo.abs() < 1e-8);
    }

    #[test]
    fn swapping_the_sides_of_the_board_turns_the_advantage() {
        let matches = [
            games(0, 1, 30, 12, 18),
            games(1, 0, 25, 10, 25),
            games(1, 2, 5, 2, 3),
            games(2, 0, 4, 4, 2),
        ];
        let mirrored = matches.map(|game| Match {
            white: game.black,
            black: game.white,
            results: game.results.reversed(),
        });
        let (fit, mirror) = (
            Ratings::fit(3, &matches, None).unwrap(),
            Ratings::fit(3, &mirrored, None).unwrap(),
        );
        assert!((fit.advantage.elo + mirror.advantage.elo).abs() < 1e-8);
        assert!((fit.players[2].elo - mirror.players[2].elo).abs() < 1e-8);
    }

    #[test]
    fn a_prior_keeps_an_unbeaten_agent_finite() {
        let matches = [
            games(0, 1, 20, 0, 0),
            games(1, 0, 0, 0, 20),
            games(1, 2, 9, 2, 9),
            games(2, 1, 11, 3, 6),
        ];
        let error = Ratings::fit(3, &matches, None).unwrap_err();
        assert!(
            matches!(error, Error::NotIdentified(_)) && error.to_string().contains("prior"),
            "{error}"
        );
        let fit = Ratings::fit(3, &matches, Some(500.0)).unwrap();
        assert!(
            fit.players[0].elo > 200.0 && fit.players[0].elo < 2000.0,
            "{fit:?}"
        );
    }

    #[test]
    fn agents_that_never_met_or_kept_their_colour_are_not_identified() {
        let apart = [
            games(0, 1, 5, 1, 4),
            games(1, 0, 5, 1, 4),
            games(2, 3, 5, 1, 4),
            games(3, 2, 5, 1, 4),
        ];
        let error = Ratings::fit(4, &apart, None).unwrap_err();
        assert!(error.to_string().contains("never met"), "{error}");
        let error = Ratings::fit(2, &[games(0, 1, 5, 1, 4)], None).unwrap_err();
        assert!(error.to_string().contains("colours"), "{error}");
    }

    #[test]
    fn unusable_matches_are_refused() {
        assert!(Ratings::fit(1, &[], None).is_err());
        assert!(Ratings::fit(2, &[], None).is_err());
        assert!(Ratings::fit(2, &[games(0, 0, 1, 0, 1)], None).is_err());
        assert!(Ratings::fit(2, &[games(0, 2, 1, 0, 1)], None).is_err());
        assert!(Ratings::fit(2, &[games(0, 1, 0, 9, 0), games(1, 0, 0, 9, 0)], None).is_err());
        assert!(Ratings::fit(2, &[games(0, 1, 1, 0, 1)], Some(0.0)).is_err());
    }

    #[test]
    fn a_colour_that_won_everything_has_no_finite_advantage() {
        let matches = [games(0, 1, 9, 0, 0), games(1, 0, 9, 0, 0)];
        for prior in [None, Some(300.0)] {
            assert!(
                matches!(
                    Ratings::fit(2, &matches, prior),
                    Err(Error::NotIdentified(_))
                ),
                "{prior:?}"
            );
        }
    }
}
