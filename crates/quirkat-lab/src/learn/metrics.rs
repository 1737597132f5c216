use super::strength::{Elo, Strength};
use quirkat_net::Losses;
use quirkat_play::PlayedGame;
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
        games: &[PlayedGame],
        start: Position,
        learnt: &Learnt,
    ) -> Self {
        let (initial, random): (Vec<&PlayedGame>, Vec<&PlayedGame>) =
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

    /// What hints that training goes nowhere, in a sentence; `None` where nothing does.
    pub(crate) fn warning(&self) -> Option<String> {
        let games = self.games;
        let share = |count: u64| count as f64 / games.max(1) as f64;
        let what = if games < LEAST_GAMES {
            return None;
        } else if self.capped == games {
            "every game was cut by the length limit, so that nothing is learnt from results: raise max-plies".to_owned()
        } else if self.draws == games {
            "every game was drawn: the value has nothing to learn; see self-play.temperature, self-play.noise-fraction and \
             self-play.random-start-share"
                .to_owned()
        } else if share(self.unique_games) < FEW_DIFFERENT {
            format!(
                "only {} of {games} games are different: raise self-play.temperature, self-play.sampled-plies or \
                 self-play.noise-fraction",
                self.unique_games
            )
        } else {
            return None;
        };
        Some(format!(
            "warning: {}, iteration {}: {what}",
            self.variant, self.iteration
        ))
    }

    /// All its games.
    pub(crate) const fn all_games(&self) -> u64 {
        self.games + self.random_start_games
    }
}

/// Fewer games say nothing of training.
const LEAST_GAMES: u64 = 20;

/// A smaller share of different games means that self-play repeats itself.
const FEW_DIFFERENT: f64 = 0.1;

fn counts_of(games: &[&PlayedGame]) -> GameCounts {
    GameCounts::of(games.iter().map(|game| CountedGame {
        result: game.outcome.map_or(RecordedResult::Cut, |outcome| {
            RecordedResult::of_winner(outcome.winner)
        }),
        plies: game.moves.len(),
        decisions: game.decisions,
        line: (game.start, &game.moves),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_that_goes_nowhere_is_warned_of_in_words() {
        let record = |draws, capped, unique| IterationRecord {
            network: "n".to_owned(),
            variant: "v".to_owned(),
            iteration: 3,
            games: 100,
            white_wins: 100 - draws - capped,
            draws,
            black_wins: 0,
            capped,
            white_score: None,
            mean_plies: 1.0,
            mean_decisions: 1.0,
            unique_games: unique,
            random_start_games: 0,
            window_positions: 0,
            steps: 0,
            learning_rate: 0.0,
            policy_loss: None,
            value_loss: None,
        };
        for (record, word) in [
            (record(100, 0, 90), "drawn"),
            (record(0, 100, 90), "max-plies"),
            (record(50, 0, 9), "9 of 100 games are different"),
        ] {
            let warning = record.warning().unwrap();
            assert!(
                warning.contains(word) && warning.contains("v, iteration 3"),
                "{warning}"
            );
        }
        assert_eq!(record(99, 0, 10).warning(), None);
        let few = IterationRecord {
            games: 19,
            ..record(100, 0, 1)
        };
        assert_eq!(few.warning(), None);
    }
}
