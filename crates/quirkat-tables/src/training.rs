//! Rows of what an iteration of training played and learnt.

use crate::csv_row;

csv_row! {
    /// A row of `metrics.csv`: what an iteration played and learnt. Nothing in it depends on the clock.
    MetricsRow {
        /// The network's name.
        network: String,
        /// The variant played.
        variant: String,
        /// 1 for the first training.
        iteration: u32,
        /// Self-play games from the start position behind this iteration's new positions; the next
        /// columns are about them.
        games: u64,
        /// Won by White.
        white_wins: u64,
        /// Drawn.
        draws: u64,
        /// Won by Black.
        black_wins: u64,
        /// Cut by the length limit.
        capped: u64,
        /// (wins + draws / 2) / (games − capped) of White; empty without games that ended.
        white_score: Option<f64>,
        /// Moves of the notation a game.
        mean_plies: f64,
        /// Searches a game.
        mean_decisions: f64,
        /// Different games.
        unique_games: u64,
        /// Self-play games from random positions.
        random_start_games: u64,
        /// Positions in the replay window.
        window_positions: u64,
        /// Optimiser steps.
        steps: u64,
        /// Step size.
        learning_rate: f64,
        /// Mean cross-entropy of the policy in nats; empty when no step was made.
        policy_loss: Option<f64>,
        /// Mean cross-entropy of W/D/L in nats.
        value_loss: Option<f64>,
        /// BLAKE3 of the new weights.
        weights_blake3: String,
        /// Elo above the untrained network, where measured.
        elo: Option<f64>,
        /// Lower end of its 95 % interval.
        elo_low: Option<f64>,
        /// Upper end.
        elo_high: Option<f64>,
        /// Share of positions whose exact value the raw policy keeps, where measured and known.
        raw_grade: Option<f64>,
        /// The same with search.
        grade: Option<f64>,
    }
}

csv_row! {
    /// A row of `timings.csv`: figures that depend on the machine.
    TimingsRow {
        /// The network's name.
        network: String,
        /// 1 for the first training.
        iteration: u32,
        /// Wall time of self-play.
        self_play_seconds: f64,
        /// Wall time of training.
        training_seconds: f64,
        /// Self-play games a second.
        games_per_second: f64,
        /// Moves played a second.
        positions_per_second: f64,
        /// Simulations planned a second: the budget of every decision, over the wall time.
        simulations_per_second: f64,
        /// Positions learnt from a second.
        trained_positions_per_second: f64,
    }
}
