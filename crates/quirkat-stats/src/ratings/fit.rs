use crate::error::{Error, Result};
use crate::numerics::cholesky::Cholesky;
use crate::ratings::davidson::ELO;
use crate::ratings::likelihood::LogLikelihood;
use crate::ratings::model::{Match, Rating, Ratings};

/// No rating difference is estimated beyond this many log odds (4343 Elo); there the likelihood has
/// no maximum.
const LARGEST: f64 = 25.0;

const ITERATIONS: usize = 200;

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
        let problem = LogLikelihood::new(players, matches, prior_sd)?;
        let mut at = problem.start();
        let mut value = problem.objective(&at);
        for iteration in 1..=ITERATIONS {
            let (gradient, information) = problem.derivatives(&at);
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
                let (_, information) = problem.derivatives(&at);
                let factor = Cholesky::factor(&information).map_err(|_| problem.unidentified(2))?;
                return Ok(finish(&problem, &at, &factor.inverse(), iteration));
            }
        }
        Err(Error::NoConvergence {
            what: "the rating fit",
            iterations: ITERATIONS,
        })
    }
}

fn moved(at: &[f64], step: &[f64], size: f64) -> Vec<f64> {
    at.iter()
        .zip(step)
        .map(|(at, step)| at + size * step)
        .collect()
}

fn finish(
    problem: &LogLikelihood<'_>,
    at: &[f64],
    covariance: &[Vec<f64>],
    iterations: usize,
) -> Ratings {
    let last = problem.players - 1;
    let mut full = vec![vec![0.0; problem.players]; problem.players];
    for i in 0..last {
        let row: f64 = covariance[i][..last].iter().sum();
        full[i][..last].copy_from_slice(&covariance[i][..last]);
        full[i][last] = -row;
        full[last][i] = -row;
        full[last][last] += row;
    }
    let error = |variance: f64| variance.max(0.0).sqrt();
    let players = problem.ratings(at).into_iter().enumerate();
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
        draw: problem.draws.then(|| {
            (
                at[problem.players],
                error(covariance[problem.players][problem.players]),
            )
        }),
        log_likelihood: problem.log_likelihood(at),
        iterations,
        covariance: full,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::tally::Tally;
    use crate::ratings::davidson::probabilities;

    fn games(white: usize, black: usize, wins: u64, draws: u64, losses: u64) -> Match {
        Match {
            white,
            black,
            results: Tally::new(wins, draws, losses).unwrap(),
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
