use super::strength::{Elo, Strength};
use quirkat_net::Losses;
use quirkat_play::PlayedGame;
use quirkat_rules::{Color, Position};
use quirkat_tables::MetricsRow;
use std::collections::HashSet;

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
    pub(crate) fn of<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> Self {
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

/// The row of an iteration before it has learnt anything.
pub(crate) fn metrics_row(
    (network, variant): (&str, &str),
    iteration: u32,
    games: &[PlayedGame],
    start: Position,
) -> MetricsRow {
    let (initial, random): (Vec<&PlayedGame>, Vec<&PlayedGame>) =
        games.iter().partition(|game| game.start == start);
    let tally = Tally::of(initial);
    let per_game = |sum: u64| sum as f64 / tally.games().max(1) as f64;
    MetricsRow {
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

/// Enters what was measured of its strength.
pub(crate) fn note_strength(row: &mut MetricsRow, strength: &Strength, elo: Option<&Elo>) {
    row.raw_grade = strength.raw_grade;
    row.grade = strength.grade;
    row.elo = elo.map(|elo| elo.value);
    row.elo_low = elo.map(|elo| elo.low);
    row.elo_high = elo.map(|elo| elo.high);
}

/// Enters what it learnt.
pub(crate) fn note_training(
    row: &mut MetricsRow,
    window: usize,
    steps: u64,
    learning_rate: f64,
    losses: Option<Losses>,
) {
    row.window_positions = window as u64;
    row.steps = steps;
    row.learning_rate = learning_rate;
    row.policy_loss = losses.map(|losses| losses.policy);
    row.value_loss = losses.map(|losses| losses.value);
}
