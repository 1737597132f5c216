//! Strength over time: what the checkpoints of a training run can, measured while it goes on.

use crate::config::StrengthConfig;
use crate::grading::{GradedPosition, Grader, published_for};
use anyhow::Result;
use quirkat_play::{Agent, Counters, GameBlock, PlannedGame, Seed, find_openings_from, play_games};
use quirkat_rules::{Color, Position};
use quirkat_stats::{GameResult, Match, Rating, Ratings, Tally};
use quirkat_variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// What was measured of one checkpoint in one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Strength {
    /// The variant played.
    pub(crate) variant: String,
    /// Games against checkpoints measured before.
    pub(crate) matches: Vec<Against>,
    /// Share of positions whose exact value the raw policy keeps, where values are known.
    pub(crate) raw_grade: Option<f64>,
    /// The same with search.
    pub(crate) grade: Option<f64>,
}

/// Games against an earlier checkpoint, as wins, draws and losses of this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Against {
    /// The earlier one's iteration.
    pub(crate) iteration: u32,
    /// Results with White.
    pub(crate) with_white: [u64; 3],
    /// Results with Black.
    pub(crate) with_black: [u64; 3],
}

/// An Elo difference with the ends of its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Elo {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// How a checkpoint is measured.
pub(crate) struct Measurement<'a> {
    pub(crate) config: StrengthConfig,
    pub(crate) variant: &'a Variant,
    /// Where its games begin.
    pub(crate) start: Position,
    /// Even number of random plies behind each opening.
    pub(crate) opening_plies: u32,
    pub(crate) max_plies: u32,
    pub(crate) in_play: usize,
    /// The place of the measurement's streams.
    pub(crate) seed: Seed,
    pub(crate) stop: &'a AtomicBool,
}

/// Standard deviation, in Elo, of the prior around the mean of a run's checkpoints. It is wide and
/// only keeps finite who won every game.
const PRIOR_SD: f64 = 1000.0;

/// Level of the intervals of Elo.
const LEVEL: f64 = 0.95;

impl Measurement<'_> {
    /// Measures a checkpoint; `of` makes a greedy agent of so many simulations of it, `earlier` are the
    /// agents that it meets, by iteration.
    ///
    /// # Errors
    /// [`quirkat_play::Stopped`] when stopped; too few openings.
    pub(crate) fn run(
        &self,
        of: impl Fn(u32) -> Agent,
        earlier: &[(u32, Agent)],
    ) -> Result<Strength> {
        let agent = of(self.config.simulations);
        let matches = earlier
            .iter()
            .map(|(iteration, opponent)| {
                self.against(*iteration, &[agent.clone(), opponent.clone()])
            })
            .collect::<Result<_>>()?;
        let positions = published_for(self.variant)?;
        let grade = |simulations: u32| match &positions {
            Some(positions) => self.grade(positions, simulations, &of(simulations)),
            None => Ok(None),
        };
        Ok(Strength {
            variant: self.variant.name.clone(),
            matches,
            raw_grade: grade(0)?,
            grade: grade(self.config.grade_simulations)?,
        })
    }

    /// Pairs of games from one opening with colours swapped.
    fn against(&self, iteration: u32, agents: &[Agent; 2]) -> Result<Against> {
        let pairs = self.config.games / 2;
        let seed = &self.seed;
        let openings = find_openings_from(
            self.start,
            self.variant,
            pairs as usize,
            self.opening_plies,
            &seed.named("openings"),
            self.stop,
        )?;
        let seed = seed.named("games").numbered(u64::from(iteration));
        let planned = PlannedGame::pairs(openings.iter().map(|opening| opening.position));
        let plan = GameBlock {
            geometry: &self.variant.geometry,
            agents,
            games: &planned,
            max_plies: self.max_plies,
            in_play: self.in_play,
            keep_targets: false,
            seed: &seed,
        };
        let games = play_games(&plan, self.in_play, &Counters::default(), self.stop)?;
        let mut against = Against {
            iteration,
            with_white: [0; 3],
            with_black: [0; 3],
        };
        for game in &games {
            let (color, counts) = if game.number % 2 == 0 {
                (Color::White, &mut against.with_white)
            } else {
                (Color::Black, &mut against.with_black)
            };
            match game.result_for(color) {
                Some(GameResult::Win) => counts[0] += 1,
                Some(GameResult::Draw) => counts[1] += 1,
                Some(GameResult::Loss) => counts[2] += 1,
                None => {}
            }
        }
        Ok(against)
    }

    fn grade(
        &self,
        positions: &[GradedPosition],
        simulations: u32,
        agent: &Agent,
    ) -> Result<Option<f64>> {
        let grader = Grader {
            variant: self.variant,
            positions,
            level: LEVEL,
            seed: self.seed.named("grade"),
        };
        let share = grader.share("net", Some(simulations), agent, self.stop)?;
        Ok(Some(share))
    }
}

/// The Elo of each measured iteration above the untrained network, from all games between a
/// network's checkpoints in one variant together. Empty where the games do not tell.
///
/// The usual Elo, in which a draw is half a win: every game counts as two half games, a draw as one
/// won and one lost ([`Ratings`] then has no draw term, which would blow up differences where strong
/// checkpoints mostly draw and weak ones always lose). The two halves are one game, so standard errors
/// are widened by √2; draws make them too wide rather than too narrow.
pub(crate) fn ratings(measured: &[(u32, &Strength)]) -> BTreeMap<u32, Elo> {
    let mut players = vec![0u32];
    for (iteration, strength) in measured {
        players.push(*iteration);
        players.extend(strength.matches.iter().map(|against| against.iteration));
    }
    players.sort_unstable();
    players.dedup();
    let index = |iteration: u32| players.binary_search(&iteration).unwrap_or(0);
    let mut matches = Vec::new();
    for (iteration, strength) in measured {
        for against in &strength.matches {
            let (new, old) = (index(*iteration), index(against.iteration));
            let [wins, draws, losses] = against.with_white;
            matches.extend(meeting(new, old, [wins, draws, losses]));
            let [wins, draws, losses] = against.with_black;
            matches.extend(meeting(old, new, [losses, draws, wins]));
        }
    }
    let Ok(fit) = Ratings::fit(players.len(), &matches, Some(PRIOR_SD)) else {
        return BTreeMap::new();
    };
    let above = |&(iteration, _): &(u32, &Strength)| {
        let rating = fit.difference(index(iteration), 0)?;
        let whole = Rating {
            standard_error: rating.standard_error * std::f64::consts::SQRT_2,
            ..rating
        };
        let (low, high) = whole.interval(LEVEL).ok()?;
        let value = rating.elo;
        Some((iteration, Elo { value, low, high }))
    };
    measured.iter().filter_map(above).collect()
}

fn meeting(white: usize, black: usize, [wins, draws, losses]: [u64; 3]) -> Option<Match> {
    let results = Tally::new(2 * wins + draws, 0, 2 * losses + draws).ok()?;
    (wins + draws + losses > 0).then_some(Match {
        white,
        black,
        results,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strength(iteration: u32, wins: u64, losses: u64) -> Strength {
        Strength {
            variant: "bell".to_owned(),
            matches: vec![Against {
                iteration,
                with_white: [wins, 20, losses],
                with_black: [wins, 20, losses],
            }],
            raw_grade: None,
            grade: None,
        }
    }

    #[test]
    fn ratings_rise_where_games_are_won_and_are_above_the_untrained_network() {
        let (first, second, third) = (
            strength(0, 60, 20),
            strength(4, 40, 40),
            strength(8, 60, 20),
        );
        let elo = ratings(&[(4, &first), (8, &second), (12, &third)]);
        assert_eq!(elo.keys().copied().collect::<Vec<_>>(), [4, 8, 12]);
        // A score of 70 %: 400 log10 (0.7 / 0.3) = 147.
        assert!((elo[&4].value - 147.0).abs() < 10.0, "{:?}", elo[&4]);
        assert!((elo[&8].value - elo[&4].value).abs() < 5.0);
        assert!(elo[&12].value - elo[&8].value > 120.0);
        assert!(elo[&4].low < elo[&4].value && elo[&4].value < elo[&4].high);
    }

    #[test]
    fn winning_every_game_gives_a_finite_rating_and_no_games_give_none() {
        let elo = ratings(&[(4, &strength(0, 80, 0))]);
        assert!(elo[&4].value.is_finite() && elo[&4].value > 300.0);
        let none = Strength {
            matches: Vec::new(),
            ..strength(0, 0, 0)
        };
        assert!(ratings(&[(4, &none)]).is_empty());
    }
}
