//! Rows of what is measured: scores, and their comparisons.

use crate::csv_row;

csv_row! {
    /// A row of `advantage.csv`: variant × start set × move policy × training seed × simulations. Scores
    /// and percentage points are text with fixed decimals; a value that does not exist is empty.
    AdvantageRow {
        variant: String,
        rules_hash: String,
        start_set: String,
        move_policy: String,
        seed: u64,
        checkpoint: String,
        simulations: u32,
        games: u64,
        white_wins: u64,
        draws: u64,
        black_wins: u64,
        capped: u64,
        white_score: String,
        white_score_low: String,
        white_score_high: String,
        level: String,
        method: String,
        advantage_pp: String,
        advantage_pp_low: String,
        advantage_pp_high: String,
        advantage_elo: String,
        mean_plies: String,
        decisions_per_ply: String,
        unique_games: u64,
        proxy_opponent: String,
        proxy_games: u64,
        proxy_score: String,
    }
}

csv_row! {
    /// A row of `comparisons.csv`. Rows against `50%` and against `standard` are planned, the others
    /// exploratory; Holm runs over each family of one start set, move policy and budget.
    ComparisonRow {
        variant_a: String,
        variant_b: String,
        start_set: String,
        move_policy: String,
        simulations: u32,
        difference_pp: String,
        low: String,
        high: String,
        level: String,
        method: String,
        inference: String,
        p: String,
        p_holm: String,
    }
}
