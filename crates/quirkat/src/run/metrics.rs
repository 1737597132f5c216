use super::strength::{Elo, Strength};
use crate::evaluation::CsvRow;
use crate::play::Played;
use quirkat_net::Losses;
use quirkat_rules::{Color, Position};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A row of `metrics.csv`: what an iteration played and learnt. Nothing in it depends on the clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricsRow {
    /// The network's name.
    pub network: String,
    /// The variant played.
    pub variant: String,
    /// 1 for the first training.
    pub iteration: u32,
    /// Self-play games from the start position behind this iteration's new positions; the next
    /// columns are about them.
    pub games: u64,
    /// Won by White.
    pub white_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// Cut by the length limit.
    pub capped: u64,
    /// (wins + draws / 2) / (games − capped) of White; empty without games that ended.
    pub white_score: Option<f64>,
    /// Moves of the notation a game.
    pub mean_plies: f64,
    /// Searches a game.
    pub mean_decisions: f64,
    /// Different games.
    pub unique_games: u64,
    /// Self-play games from random positions.
    pub random_start_games: u64,
    /// Positions in the replay window.
    pub window_positions: u64,
    /// Optimiser steps.
    pub steps: u64,
    /// Step size.
    pub learning_rate: f64,
    /// Mean cross-entropy of the policy in nats; empty when no step was made.
    pub policy_loss: Option<f64>,
    /// Mean cross-entropy of W/D/L in nats.
    pub value_loss: Option<f64>,
    /// BLAKE3 of the new weights.
    pub weights_blake3: String,
    /// Elo above the untrained network, where measured.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// Upper end.
    pub elo_high: Option<f64>,
    /// Share of positions whose exact value the raw policy keeps, where measured and known.
    pub raw_grade: Option<f64>,
    /// The same with search.
    pub grade: Option<f64>,
}

/// A row of `timings.csv`: figures that depend on the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimingsRow {
    /// The network's name.
    pub network: String,
    /// 1 for the first training.
    pub iteration: u32,
    /// Wall time of self-play.
    pub self_play_seconds: f64,
    /// Wall time of training.
    pub training_seconds: f64,
    /// Self-play games a second.
    pub games_per_second: f64,
    /// Moves played a second.
    pub positions_per_second: f64,
    /// Simulations planned a second: the budget of every decision, over the wall time.
    pub simulations_per_second: f64,
    /// Positions learnt from a second.
    pub trained_positions_per_second: f64,
}

/// Counts of a set of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) white: u64,
    pub(crate) draws: u64,
    pub(crate) black: u64,
    pub(crate) capped: u64,
    pub(crate) plies: u64,
    pub(crate) decisions: u64,
    pub(crate) unique: u64,
}

impl Tally {
    pub(crate) fn of<'a>(games: impl IntoIterator<Item = &'a Played>) -> Self {
        let mut tally = Self::default();
        let mut seen = HashSet::new();
        for game in games {
            match game.outcome.map(|outcome| outcome.winner) {
                Some(Some(Color::White)) => tally.white += 1,
                Some(Some(Color::Black)) => tally.black += 1,
                Some(None) => tally.draws += 1,
                None => tally.capped += 1,
            }
            tally.plies += game.moves.len() as u64;
            tally.decisions += u64::from(game.decisions);
            tally.unique += u64::from(seen.insert((game.start, &game.moves)));
        }
        tally
    }

    pub(crate) fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.capped
    }

    pub(crate) fn score(&self) -> Option<f64> {
        let ended = self.games() - self.capped;
        (ended > 0).then(|| (self.white as f64 + self.draws as f64 / 2.0) / ended as f64)
    }
}

impl MetricsRow {
    pub(crate) fn new(
        (network, variant): (&str, &str),
        iteration: u32,
        games: &[Played],
        start: Position,
    ) -> Self {
        let (initial, random): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.start == start);
        let tally = Tally::of(initial);
        let per_game = |sum: u64| sum as f64 / tally.games().max(1) as f64;
        Self {
            network: network.to_owned(),
            variant: variant.to_owned(),
            iteration,
            games: tally.games(),
            white_wins: tally.white,
            draws: tally.draws,
            black_wins: tally.black,
            capped: tally.capped,
            white_score: tally.score(),
            mean_plies: per_game(tally.plies),
            mean_decisions: per_game(tally.decisions),
            unique_games: tally.unique,
            random_start_games: random.len() as u64,
            window_positions: 0,
            steps: 0,
            learning_rate: 0.0,
            policy_loss: None,
            value_loss: None,
            weights_blake3: String::new(),
            elo: None,
            elo_low: None,
            elo_high: None,
            raw_grade: None,
            grade: None,
        }
    }

    pub(crate) fn measured(&mut self, strength: &Strength, elo: Option<&Elo>) {
        self.raw_grade = strength.raw_grade;
        self.grade = strength.grade;
        self.elo = elo.map(|elo| elo.value);
        self.elo_low = elo.map(|elo| elo.low);
        self.elo_high = elo.map(|elo| elo.high);
    }

    pub(crate) fn learnt(
        &mut self,
        window: usize,
        steps: u64,
        learning_rate: f64,
        losses: Option<Losses>,
    ) {
        self.window_positions = window as u64;
        self.steps = steps;
        self.learning_rate = learning_rate;
        self.policy_loss = losses.map(|losses| losses.policy);
        self.value_loss = losses.map(|losses| losses.value);
    }
}

impl CsvRow for MetricsRow {
    const COLUMNS: &'static [&'static str] = &[
        "network",
        "variant",
        "iteration",
        "games",
        "white_wins",
        "draws",
        "black_wins",
        "capped",
        "white_score",
        "mean_plies",
        "mean_decisions",
        "unique_games",
        "random_start_games",
        "window_positions",
        "steps",
        "learning_rate",
        "policy_loss",
        "value_loss",
        "weights_blake3",
        "elo",
        "elo_low",
        "elo_high",
        "raw_grade",
        "grade",
    ];
}

impl CsvRow for TimingsRow {
    const COLUMNS: &'static [&'static str] = &[
        "network",
        "iteration",
        "self_play_seconds",
        "training_seconds",
        "games_per_second",
        "positions_per_second",
        "simulations_per_second",
        "trained_positions_per_second",
    ];
}
