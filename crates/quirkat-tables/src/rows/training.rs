//! Rows of what an iteration of training played and learnt.

use crate::format::csv_row;
use serde::Deserialize;

csv_row! {
    /// What an iteration of training played and learnt.
    MetricsRow of "metrics.csv" {
        /// The network's name.
        network: String,
        /// The variant played.
        variant: String,
        /// 1 for the first training.
        iteration: u32,
        /// Self-play games from the start behind its new positions; the next columns are about them.
        games: u64 ["count"],
        /// Won by White.
        white_wins: u64 ["count"],
        /// Drawn.
        draws: u64 ["count"],
        /// Won by Black.
        black_wins: u64 ["count"],
        /// Cut by the length limit.
        capped: u64 ["count"],
        /// White's score in the games that ended; empty when none did.
        white_score: Option<f64> ["share"],
        /// Length of a game.
        mean_plies: f64 ["plies"],
        /// Searches a game.
        mean_decisions: f64 ["count"],
        /// Different games.
        unique_games: u64 ["count"],
        /// Self-play games from random positions.
        random_start_games: u64 ["count"],
        /// Positions in the replay window.
        window_positions: u64 ["count"],
        /// Optimiser steps so far.
        steps: u64 ["count"],
        /// Step size.
        learning_rate: f64,
        /// Mean cross-entropy of the policy; empty when no step was made.
        policy_loss: Option<f64> ["nats"],
        /// Mean cross-entropy of win, draw, loss; empty when no step was made.
        value_loss: Option<f64> ["nats"],
        /// BLAKE3 of the new weights.
        weights_blake3: String ["64 hex digits"],
        /// Strength from games between checkpoints, over the untrained network; empty where not
        /// measured.
        elo: Option<f64> ["Elo"],
        /// Lower end of its interval.
        elo_low: Option<f64> ["Elo"],
        /// Upper end.
        elo_high: Option<f64> ["Elo"],
        /// Moves of the raw policy that keep the exact value; empty where unknown.
        raw_grade: Option<f64> ["share"],
        /// Moves with search that keep the exact value; empty where unknown.
        grade: Option<f64> ["share"],
    }
}

csv_row! {
    /// Figures of an iteration that depend on the machine.
    #[derive(Deserialize)]
    TimingsRow of "timings.csv" {
        /// The network's name.
        network: String,
        /// 1 for the first training.
        iteration: u32,
        /// Wall time of self-play.
        self_play_seconds: f64 ["seconds"],
        /// Wall time of training.
        training_seconds: f64 ["seconds"],
        /// Self-play games a second.
        games_per_second: f64 ["1/second"],
        /// Moves played a second.
        positions_per_second: f64 ["1/second"],
        /// Simulations planned a second: the budget of every decision, over the wall time.
        simulations_per_second: f64 ["1/second"],
        /// Positions learnt from a second.
        trained_positions_per_second: f64 ["1/second"],
    }
}
