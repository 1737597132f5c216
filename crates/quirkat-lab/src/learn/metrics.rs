use super::strength::{Elo, Strength};
use quirkat_net::Losses;
use quirkat_play::Played;
use quirkat_rules::Position;
use quirkat_tables::{CountedGame, GameCounts, MetricsRow, RecordedResult};
use serde::{Deserialize, Serialize};

/// What an iteration played and learnt of a variant, as its checkpoint keeps it. The names of its fields
/// are those of `metrics.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct IterationRecord {
    network: String,
    pub(crate) variant: String,
    pub(crate) iteration: u32,
    games: u64,
    white_wins: u64,
    draws: u64,
    black_wins: u64,
    capped: u64,
    white_score: Option<f64>,
    mean_plies: f64,
    mean_decisions: f64,
    unique_games: u64,
    random_start_games: u64,
    window_positions: u64,
    steps: u64,
    learning_rate: f64,
    policy_loss: Option<f64>,
    value_loss: Option<f64>,
}

/// What a network learnt in an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Learnt {
    /// Positions in the replay window.
    pub(crate) window: usize,
    pub(crate) steps: u64,
    pub(crate) learning_rate: f64,
    /// `None` when no step was made.
    pub(crate) losses: Option<Losses>,
}

impl IterationRecord {
    /// Of the games of a variant, some of which began at `start` and the others at random positions.
    pub(crate) fn new(
        (network, variant): (&str, &str),
        iteration: u32,
        games: &[Played],
        start: Position,
        learnt: &Learnt,
    ) -> Self {
        let (initial, random): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.start == start);
        let counts = counts_of(&initial);
        let per_game = |sum: u64| sum as f64 / counts.games().max(1) as f64;
        Self {
            network: network.to_owned(),
            variant: variant.to_owned(),
            iteration,
            games: counts.games(),
            white_wins: counts.white,
            draws: counts.draws,
            black_wins: counts.black,
            capped: counts.capped,
            white_score: counts.score(),
            mean_plies: per_game(counts.plies),
            mean_decisions: per_game(counts.decisions),
            unique_games: counts.unique,
            random_start_games: random.len() as u64,
            window_positions: learnt.window as u64,
            steps: learnt.steps,
            learning_rate: learnt.learning_rate,
            policy_loss: learnt.losses.map(|losses| losses.policy),
            value_loss: learnt.losses.map(|losses| losses.value),
        }
    }

    /// The row of `metrics.csv`, with the weights that came of it and what was measured of their
    /// strength.
    pub(crate) fn row(
        self,
        weights_blake3: &str,
        strength: Option<&Strength>,
        elo: Option<&Elo>,
    ) -> MetricsRow {
        MetricsRow {
            network: self.network,
            variant: self.variant,
            iteration: self.iteration,
            games: self.games,
            white_wins: self.white_wins,
            draws: self.draws,
            black_wins: self.black_wins,
            capped: self.capped,
            white_score: self.white_score,
            mean_plies: self.mean_plies,
            mean_decisions: self.mean_decisions,
            unique_games: self.unique_games,
            random_start_games: self.random_start_games,
            window_positions: self.window_positions,
            steps: self.steps,
            learning_rate: self.learning_rate,
            policy_loss: self.policy_loss,
            value_loss: self.value_loss,
            weights_blake3: weights_blake3.to_owned(),
            elo: elo.map(|elo| elo.value),
            elo_low: elo.map(|elo| elo.low),
            elo_high: elo.map(|elo| elo.high),
            raw_grade: strength.and_then(|strength| strength.raw_grade),
            grade: strength.and_then(|strength| strength.grade),
        }
    }

    /// What is shown while a run learns: games of all variants, the rest of this one.
    pub(crate) fn line(&self, games: u64, iterations: u32) -> String {
        let losses = match (self.policy_loss, self.value_loss) {
            (Some(policy), Some(value)) => format!("loss {policy:.3} + {value:.3}"),
            _ => "no steps".to_owned(),
        };
        let score = self.white_score;
        let score = score.map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score));
        format!(
            "{:<17} {:>3}/{iterations}  {games} games  White {score}  {:.1} plies  {losses}",
            self.network, self.iteration, self.mean_plies
        )
    }

    /// All its games.
    pub(crate) const fn all_games(&self) -> u64 {
        self.games + self.random_start_games
    }
}

fn counts_of(games: &[&Played]) -> GameCounts {
    GameCounts::of(games.iter().map(|game| CountedGame {
        result: game.outcome.map_or(RecordedResult::Cut, |outcome| {
            RecordedResult::of_winner(outcome.winner)
        }),
        plies: game.moves.len(),
        decisions: game.decisions,
        line: (game.start, &game.moves),
    }))
}
