use crate::config::EvaluationConfig;
use anyhow::Result;
use quirkat_play::{Opening, PlannedGame, Seed, find_openings_from, twin};
use quirkat_rules::{Color, Position};
use quirkat_tables::{MovePolicy, Setting, StartSet};
use quirkat_variant::Variant;
use std::sync::atomic::AtomicBool;

/// The place of a setting's game streams below that of the variant.
pub(crate) fn setting_seed(setting: &Setting, variant: &Seed) -> Seed {
    variant
        .named(setting.start_set.name())
        .named(&setting.move_policy.to_string())
        .numbered(u64::from(setting.simulations))
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
            config.proxy_games > 0 || config.start_sets.iter().any(|&e| e != StartSet::Initial);
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

    /// The games of a setting. Under `greedy` each start is played once: to play it again would mostly
    /// repeat the game.
    pub fn planned_games(&self, setting: &Setting, config: &EvaluationConfig) -> Vec<PlannedGame> {
        let greedy = setting.move_policy == MovePolicy::Greedy;
        let games = |starts: usize| {
            if greedy {
                starts as u64
            } else {
                u64::from(config.games)
            }
        };
        let game = |number: u64, start: Position| PlannedGame {
            number,
            start: first(start, config.first),
            seats: [0, 0],
        };
        match setting.start_set {
            StartSet::Initial => (0..games(1))
                .map(|number| game(number, self.initial))
                .collect(),
            StartSet::Openings => {
                let count = self.openings.len() as u64;
                (0..games(self.openings.len()))
                    .map(|number| game(number, self.openings[(number % count) as usize].position))
                    .collect()
            }
            // Nothing can be played from it.
            StartSet::Given => Vec::new(),
            StartSet::Tempo => {
                let count = self.openings.len() as u64;
                // Whole pairs only.
                let games = games(2 * self.openings.len()).next_multiple_of(2);
                (0..games)
                    .map(|number| {
                        let position = self.openings[(number / 2 % count) as usize].position;
                        game(
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
    pub fn planned_proxy_games(&self, config: &EvaluationConfig) -> Vec<PlannedGame> {
        let count = self.openings.len() as u64;
        (0..u64::from(config.proxy_games))
            .map(|number| {
                let start = self.openings[(number / 2 % count) as usize].position;
                let mut seats = if number % 2 == 0 { [0, 1] } else { [1, 0] };
                if config.first == Color::Black {
                    seats.reverse();
                }
                PlannedGame {
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
