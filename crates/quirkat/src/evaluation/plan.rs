use crate::config::{Estimand, EvaluationConfig};
use crate::play::{Job, Opening, Sampling, find_openings_from, twin};
use crate::seed::Seed;
use crate::variant::Variant;
use anyhow::Result;
use quirkat_rules::{Color, Position};
use std::sync::atomic::AtomicBool;

/// What is held fixed in a row: start set, move policy, budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Start set.
    pub estimand: Estimand,
    /// Move policy.
    pub sampling: Sampling,
    /// Simulations per decision.
    pub simulations: u32,
}

impl Cell {
    /// All of them, in the configuration's order.
    pub fn all(config: &EvaluationConfig) -> Vec<Self> {
        let mut cells = Vec::new();
        for &estimand in &config.estimands {
            for &sampling in &config.samplings {
                for &simulations in &config.simulations {
                    cells.push(Self {
                        estimand,
                        sampling,
                        simulations,
                    });
                }
            }
        }
        cells
    }

    /// A name that is good for a file.
    pub(crate) fn file_name(&self) -> String {
        format!(
            "{}-{}-{}",
            self.estimand.name(),
            self.sampling,
            self.simulations
        )
        .replace(':', "-")
    }

    /// The place of its games' streams below that of the variant.
    pub(crate) fn seed(&self, variant: &Seed) -> Seed {
        variant
            .named(self.estimand.name())
            .named(&self.sampling.to_string())
            .numbered(u64::from(self.simulations))
    }
}

/// The start positions of one variant.
#[derive(Clone, Debug)]
pub struct Starts {
    /// Where the games of the start set `initial` begin, White to move.
    pub initial: Position,
    /// Distinct quiet positions after random plies; empty when nothing needs them.
    pub openings: Vec<Opening>,
}

impl Starts {
    /// Finds what the configuration needs; openings follow from `initial` by random play.
    ///
    /// # Errors
    /// When there are too few openings, or `stop` is raised.
    pub fn find(
        config: &EvaluationConfig,
        initial: Position,
        variant: &Variant,
        seed: &Seed,
        stop: &AtomicBool,
    ) -> Result<Self> {
        let needed =
            config.proxy_games > 0 || config.estimands.iter().any(|&e| e != Estimand::Initial);
        let openings = if needed {
            find_openings_from(
                initial,
                variant,
                config.openings as usize,
                config.opening_plies,
                &seed.named("openings"),
                stop,
            )?
        } else {
            Vec::new()
        };
        Ok(Self { initial, openings })
    }

    /// The games of a row. Under `greedy` each start is played once: to play it again would mostly
    /// repeat the game.
    pub fn jobs(&self, cell: &Cell, config: &EvaluationConfig) -> Vec<Job> {
        let greedy = cell.sampling == Sampling::Greedy;
        let games = |starts: usize| {
            if greedy {
                starts as u64
            } else {
                u64::from(config.games)
            }
        };
        let job = |number: u64, start: Position| Job {
            number,
            start: first(start, config.first),
            seats: [0, 0],
        };
        match cell.estimand {
            Estimand::Initial => (0..games(1))
                .map(|number| job(number, self.initial))
                .collect(),
            Estimand::Openings => {
                let count = self.openings.len() as u64;
                (0..games(self.openings.len()))
                    .map(|number| job(number, self.openings[(number % count) as usize].position))
                    .collect()
            }
            Estimand::Tempo => {
                let count = self.openings.len() as u64;
                // Whole pairs only.
                let games = games(2 * self.openings.len()).next_multiple_of(2);
                (0..games)
                    .map(|number| {
                        let position = self.openings[(number / 2 % count) as usize].position;
                        job(
                            number,
                            if number % 2 == 0 {
                                position
                            } else {
                                twin(&position)
                            },
                        )
                    })
                    .collect()
            }
        }
    }

    /// The games of the strength proxy: pairs from one opening with colours swapped, the agent being
    /// seat 0 and its opponent seat 1.
    pub fn proxy_jobs(&self, config: &EvaluationConfig) -> Vec<Job> {
        let count = self.openings.len() as u64;
        (0..u64::from(config.proxy_games))
            .map(|number| {
                let start = self.openings[(number / 2 % count) as usize].position;
                let mut seats = if number % 2 == 0 { [0, 1] } else { [1, 0] };
                if config.first == Color::Black {
                    seats.reverse();
                }
                Job {
                    number,
                    start: first(start, config.first),
                    seats,
                }
            })
            .collect()
    }
}

/// The start as it is, or its colour-swapped half turn when Black moves first.
fn first(start: Position, first: Color) -> Position {
    if start.turn() == first {
        start
    } else {
        start.color_swapped()
    }
}
