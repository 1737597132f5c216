use crate::counts::tally::Tally;
use crate::error::{Error, Result, positive};
use crate::ratings::davidson::{ELO, probabilities};
use crate::ratings::model::Match;

/// Parameters: the ratings of all agents but the last (which is minus their sum), the advantage,
/// and ln v if any game was drawn.
pub(super) struct LogLikelihood<'a> {
    pub(super) players: usize,
    matches: &'a [Match],
    pub(super) draws: bool,
    /// 1 / sd^2 of the prior in log odds, 0 without.
    precision: f64,
    tie_start: f64,
}

impl<'a> LogLikelihood<'a> {
    pub(super) fn new(
        players: usize,
        matches: &'a [Match],
        prior_sd: Option<f64>,
    ) -> Result<LogLikelihood<'a>> {
        if players < 2 {
            return Err(Error::TooFew {
                what: "agents",
                needed: 2,
                got: players as u64,
            });
        }
        let mut all = Tally::default();
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
        if all.ended() == 0 {
            return Err(Error::TooFew {
                what: "games",
                needed: 1,
                got: 0,
            });
        }
        if all.draws() == all.ended() {
            return Err(Error::NotIdentified("every game was drawn".to_owned()));
        }
        let precision = match prior_sd {
            Some(sd) => (ELO / positive("prior sd", sd)?).powi(2),
            None => 0.0,
        };
        let tie_start = (2.0 * all.draws() as f64 / (all.ended() - all.draws()) as f64)
            .max(1e-6)
            .ln();
        Ok(LogLikelihood {
            players,
            matches,
            draws: all.draws() > 0,
            precision,
            tie_start,
        })
    }

    pub(super) fn start(&self) -> Vec<f64> {
        let mut at = vec![0.0; self.players];
        if self.draws {
            at.push(self.tie_start);
        }
        at
    }

    /// The rating of every agent.
    pub(super) fn ratings(&self, at: &[f64]) -> Vec<f64> {
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

    pub(super) fn log_likelihood(&self, at: &[f64]) -> f64 {
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

    pub(super) fn objective(&self, at: &[f64]) -> f64 {
        let squares: f64 = self.ratings(at).iter().map(|rating| rating * rating).sum();
        self.log_likelihood(at) - self.precision / 2.0 * squares
    }

    /// The gradient of the objective and the negative of its second derivatives.
    pub(super) fn derivatives(&self, at: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = at.len();
        let (ratings, tie) = (self.ratings(at), self.tie(at));
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for game in self.matches {
            let direction = self.direction(game);
            let t: f64 = ratings[game.white] - ratings[game.black] + at[self.players - 1];
            let [win, draw, loss] = probabilities(t, tie);
            let games = game.results.ended() as f64;
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
    pub(super) fn unidentified(&self, iteration: usize) -> Error {
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
}
