//! Rows of what is measured: scores, and their comparisons.

use crate::row::csv_row;

csv_row! {
    /// A variant, start set, move policy, training seed and budget.
    AdvantageRow of "advantage.csv" {
        /// The rule set's name.
        variant: String,
        /// Names the rule switches.
        rules_hash: String ["16 hex digits"],
        /// Start set: `initial`, `openings`, `tempo`.
        start_set: String,
        /// Move policy: `greedy`, `sampled:T:K`, `sampled:T:all`.
        move_policy: String,
        /// Training seed.
        seed: u64,
        /// The network that played.
        checkpoint: String,
        /// Budget of a decision with more than one legal action; 0 is the raw policy.
        simulations: u32 ["simulations"],
        /// Games.
        games: u64 ["count"],
        /// Won by White.
        white_wins: u64 ["count"],
        /// Drawn.
        draws: u64 ["count"],
        /// Won by Black.
        black_wins: u64 ["count"],
        /// Cut by the length limit; in no score.
        capped: u64 ["count"],
        /// Wins and half the draws, of the games that ended; for `tempo` the mover's, over whole pairs.
        white_score: String ["share"],
        /// Lower end of its interval.
        white_score_low: String ["share"],
        /// Upper end.
        white_score_high: String ["share"],
        /// Level of the intervals.
        level: String ["share"],
        /// How the interval was computed.
        method: String,
        /// Score less 50 %.
        advantage_pp: String ["points"],
        /// Lower end of its interval.
        advantage_pp_low: String ["points"],
        /// Upper end.
        advantage_pp_high: String ["points"],
        /// The score as Elo; empty at 0 and 1.
        advantage_elo: String ["Elo"],
        /// Length of a game, in moves of the notation.
        mean_plies: String ["plies"],
        /// Searches with a choice, a ply.
        decisions_per_ply: String ["ratio"],
        /// Different games (start and moves).
        unique_games: u64 ["count"],
        /// The opponent of the strength proxy, the same in every row.
        proxy_opponent: String,
        /// Games against it.
        proxy_games: u64 ["count"],
        /// The agent's score in these games.
        proxy_score: String ["share"],
    }
}

csv_row! {
    /// A difference between two variants, or between a variant and 50 %.
    ComparisonRow of "comparisons.csv" {
        /// A variant.
        variant_a: String,
        /// `50%`, or a variant; against `50%` and `standard` is planned, the rest exploratory.
        variant_b: String,
        /// Start set.
        start_set: String,
        /// Move policy.
        move_policy: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Advantage of a less that of b.
        difference_pp: String ["points"],
        /// Lower end of its interval.
        low: String ["points"],
        /// Upper end.
        high: String ["points"],
        /// Level of the interval.
        level: String ["share"],
        /// How it was computed.
        method: String,
        /// `agents`: about these agents only · `variants`.
        inference: String,
        /// Two-sided; empty with fewer than three seeds.
        p: String ["probability"],
        /// After Holm over its family.
        p_holm: String ["probability"],
    }
}
