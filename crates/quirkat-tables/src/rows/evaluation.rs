//! Rows of what is measured: scores, and their comparisons.

use crate::format::csv_row;
use crate::{Fixed, Inference, MethodField, MovePolicy, Shortest, StartSet};

csv_row! {
    /// A variant, start set, move policy, training seed and budget.
    AdvantageRow of "advantage.csv" {
        /// The rule set's name.
        variant: String,
        /// Names the rule switches.
        rules_hash: String ["16 hex digits"],
        /// Start set: `initial`, `openings`, `tempo`.
        start_set: StartSet,
        /// Move policy: `greedy`, `sampled:T:K`, `sampled:T:all`.
        move_policy: MovePolicy,
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
        /// Wins and half the draws of who moves first in the start, of the games that ended; for `tempo` over whole pairs.
        white_score: Option<Fixed<6>> ["share"],
        /// Lower end of its interval.
        white_score_low: Option<Fixed<6>> ["share"],
        /// Upper end.
        white_score_high: Option<Fixed<6>> ["share"],
        /// Level of the intervals.
        level: Shortest ["share"],
        /// How the interval was computed.
        method: Option<MethodField>,
        /// Score less 50 %.
        advantage_pp: Option<Fixed<4>> ["points"],
        /// Lower end of its interval.
        advantage_pp_low: Option<Fixed<4>> ["points"],
        /// Upper end.
        advantage_pp_high: Option<Fixed<4>> ["points"],
        /// The score as Elo; empty at 0 and 1.
        advantage_elo: Option<Fixed<2>> ["Elo"],
        /// Length of a game, in moves of the notation.
        mean_plies: Option<Fixed<4>> ["plies"],
        /// Searches with a choice, a ply.
        decisions_per_ply: Option<Fixed<4>> ["ratio"],
        /// Different games (start and moves).
        unique_games: u64 ["count"],
        /// The opponent of the strength proxy, the same in every row.
        proxy_opponent: String,
        /// Games against it.
        proxy_games: u64 ["count"],
        /// The agent's score in these games.
        proxy_score: Option<Fixed<6>> ["share"],
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
        start_set: StartSet,
        /// Move policy.
        move_policy: MovePolicy,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Advantage of a less that of b.
        difference_pp: Fixed<4> ["points"],
        /// Lower end of its interval.
        low: Fixed<4> ["points"],
        /// Upper end.
        high: Fixed<4> ["points"],
        /// Level of the interval.
        level: Shortest ["share"],
        /// How it was computed.
        method: MethodField,
        /// `agents`: about these agents only · `variants`.
        inference: Inference,
        /// Two-sided; empty with fewer than three seeds.
        p: Option<Fixed<8>> ["probability"],
        /// After Holm over its family.
        p_holm: Option<Fixed<8>> ["probability"],
    }
}
