//! Rows of the tables of `quirkat balance`. A value that does not exist is an empty field. Shares and
//! scores run from 0 to 1, `_pp` are percentage points.

use crate::row::csv_row;

csv_row! {
    /// What may be said about a variant, in the primary setting.
    VariantRow of "variants.csv" {
        /// The rule set's name.
        variant: String,
        /// Names the rule switches.
        rules_hash: String ["16 hex digits"],
        /// Start set: `initial`, `openings`, `tempo`.
        start_set: String,
        /// Move policy: `greedy`, `sampled:T:K`, `sampled:T:all`.
        move_policy: String,
        /// Budget of a decision with more than one legal action.
        simulations: u32 ["simulations"],
        /// Training seeds behind the row.
        seeds: usize ["count"],
        /// Games of all seeds.
        games: u64 ["count"],
        /// Won by White.
        white_wins: u64 ["count"],
        /// Drawn.
        draws: u64 ["count"],
        /// Won by Black.
        black_wins: u64 ["count"],
        /// Cut by the length limit; in no score.
        capped: u64 ["count"],
        /// Mean over seeds of White's (for `tempo` the mover's) score.
        white_score: String ["share"],
        /// Score less 50 %.
        advantage_pp: String ["points"],
        /// Lower end of its interval.
        advantage_pp_low: String ["points"],
        /// Upper end.
        advantage_pp_high: String ["points"],
        /// Level of the intervals.
        level: String ["share"],
        /// How the interval was computed.
        method: String,
        /// Standard deviation of the seeds' advantages.
        seed_sd_pp: String ["points"],
        /// The score as Elo; empty at 0 and 1.
        advantage_elo: String ["Elo"],
        /// Lower end of a hierarchical bootstrap, a check.
        bootstrap_pp_low: String ["points"],
        /// Upper end.
        bootstrap_pp_high: String ["points"],
        /// Advantage if White had won all cut games.
        capped_to_white_pp: String ["points"],
        /// Advantage if Black had won them.
        capped_to_black_pp: String ["points"],
        /// Against no advantage, two-sided; empty with fewer than three seeds.
        p: String ["probability"],
        /// The same after Holm over the planned comparisons.
        p_holm: String ["probability"],
        /// Half the width of the band that counts as balanced.
        margin_pp: String ["points"],
        /// Two one-sided tests against the margin.
        equivalence_p: String ["probability"],
        /// The same after Holm.
        equivalence_p_holm: String ["probability"],
        /// `first player favoured`, `second player favoured`, `balanced within M pp`, `undecided`.
        verdict: String,
        /// `variants`: about the variant · `agents`: about these agents only.
        inference: String,
        /// Proven value of the start for White; `unknown` where open.
        exact_start: String,
        /// Games with a winner, of those that ended.
        decisive_share: String ["share"],
        /// Length of a game, in moves of the notation.
        mean_plies: String ["plies"],
        /// Searches with a choice, a ply.
        decisions_per_ply: String ["ratio"],
        /// Entropy of the lines of play in the opening.
        opening_entropy_bits: String ["bits"],
        /// Different games.
        unique_games: u64 ["count"],
        /// The opponent of the strength proxy.
        proxy_opponent: String,
        /// The agents' score against it.
        proxy_score: String ["share"],
        /// Positions of the published sample in which the exact value is kept.
        grade: String ["share"],
        /// `yes`: agents were trained on this variant; `no`: they only play it.
        trained: String,
    }
}

csv_row! {
    /// A variant in one setting at one checkpoint, over all training seeds.
    CurveRow of "curve.csv" {
        /// The rule set's name.
        variant: String,
        /// Start set.
        start_set: String,
        /// Move policy.
        move_policy: String,
        /// Iteration of training, as `iter-0012`.
        checkpoint: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Training seeds.
        seeds: usize ["count"],
        /// Games of all seeds.
        games: u64 ["count"],
        /// Mean over seeds of White's (for `tempo` the mover's) score.
        white_score: String ["share"],
        /// Score less 50 %.
        advantage_pp: String ["points"],
        /// Lower end of its interval.
        advantage_pp_low: String ["points"],
        /// Upper end.
        advantage_pp_high: String ["points"],
        /// Level of the interval.
        level: String ["share"],
        /// How it was computed.
        method: String,
        /// `variants` or `agents`.
        inference: String,
        /// Standard deviation of the seeds' advantages.
        seed_sd_pp: String ["points"],
        /// Draws, of the games that ended.
        draw_share: String ["share"],
        /// Games with a winner, of those that ended.
        decisive_share: String ["share"],
        /// Length of a game.
        mean_plies: String ["plies"],
        /// Searches with a choice, a ply.
        decisions_per_ply: String ["ratio"],
        /// Different games.
        unique_games: u64 ["count"],
        /// The opponent of the strength proxy.
        proxy_opponent: String,
        /// The agents' score against it.
        proxy_score: String ["share"],
        /// Positions of the published sample in which the exact value is kept.
        grade: String ["share"],
    }
}

csv_row! {
    /// Agents of two training seeds, in pairs of games with colours swapped.
    PairRow of "pairs.csv" {
        /// The rule set's name.
        variant: String,
        /// A training seed; `all` in the row over the rows above, which share no seed.
        seed_a: String,
        /// The other training seed.
        seed_b: String,
        /// Move policy.
        move_policy: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Pairs of games.
        pairs: u64 ["count"],
        /// Pairs with a cut game; in no score.
        cut_pairs: u64 ["count"],
        /// From the sum of scores: the first player's advantage, in which strength cancels.
        advantage_pp: String ["points"],
        /// Lower end of its interval.
        low: String ["points"],
        /// Upper end.
        high: String ["points"],
        /// From the difference: how much stronger the first agent is.
        strength_pp: String ["points"],
        /// Lower end of its interval.
        strength_low: String ["points"],
        /// Upper end.
        strength_high: String ["points"],
        /// Level of the intervals.
        level: String ["share"],
        /// How they were computed.
        method: String,
        /// `variants` or `agents`.
        inference: String,
    }
}

csv_row! {
    /// A legal first move from the game's start.
    FirstMoveRow of "first_moves.csv" {
        /// The rule set's name.
        variant: String,
        /// Start set.
        start_set: String,
        /// Move policy.
        move_policy: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// The move in the notation.
        first_move as "move": String,
        /// Games that began with it.
        games: u64 ["count"],
        /// Share of all games that began with it.
        share: String ["share"],
        /// Lower end of its interval.
        share_low: String ["share"],
        /// Upper end.
        share_high: String ["share"],
        /// How the interval was computed.
        share_method: String,
        /// White's score in these games.
        white_score: String ["share"],
        /// Lower end of its interval.
        white_score_low: String ["share"],
        /// Upper end.
        white_score_high: String ["share"],
        /// How the interval was computed.
        score_method: String,
        /// Level of the intervals.
        level: String ["share"],
        /// Proven for White after the move: `win`, `draw`, `loss`, a bound, `unknown`.
        exact_value: String,
    }
}

csv_row! {
    /// What a rule switch does to the first player's advantage.
    EffectRow of "effects.csv" {
        /// The switch that is turned.
        switch: String,
        /// Its value before.
        from: String,
        /// Its value after.
        to: String,
        /// A second switch: half of the change of the effect when it is turned.
        interaction: String,
        /// Pairs of variants that differ in this switch alone.
        contrasts: usize ["count"],
        /// Training seeds that have all of them.
        seeds: usize ["count"],
        /// Mean difference of the advantage.
        effect_pp: String ["points"],
        /// Lower end of its interval.
        low: String ["points"],
        /// Upper end.
        high: String ["points"],
        /// Level of the interval.
        level: String ["share"],
        /// How it was computed.
        method: String,
        /// Against no effect, two-sided.
        p: String ["probability"],
        /// After Holm over all effects.
        p_holm: String ["probability"],
        /// `yes`: over variants that were trained on · `no`: over all.
        trained_only: String,
    }
}

csv_row! {
    /// A game between agents of two training seeds.
    PairGameRow of "pair_games.csv" {
        /// The rule set's name.
        variant: String,
        /// A training seed.
        seed_a: u64,
        /// The other training seed.
        seed_b: u64,
        /// Move policy.
        move_policy: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Its number.
        game: u64 ["from 0"],
        /// The seed that has White.
        white: u64,
        /// The position it began from.
        opening: String,
        /// `w`, `b`, `d`; empty when cut.
        result: String,
        /// Why it ended.
        reason: String,
        /// Its length.
        plies: usize ["plies"],
        /// The moves in the notation.
        moves: String,
    }
}

csv_row! {
    /// How often an agent keeps the exact value on the published sample.
    AgentGradeRow of "grades.csv" {
        /// The rule set's name.
        variant: String,
        /// Training seed.
        seed: u64,
        /// The network.
        checkpoint: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Positions asked.
        positions: u64 ["count"],
        /// Those in which the value was kept.
        preserved: u64 ["count"],
    }
}

csv_row! {
    /// The games of a cell, and the same with the colours swapped and Black first.
    PlaceboRow of "placebo.csv" {
        /// The rule set's name.
        variant: String,
        /// Start set.
        start_set: String,
        /// Move policy.
        move_policy: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Training seed.
        seed: u64,
        /// Games each way.
        games: u64 ["count"],
        /// White's score less 50 % when White moves first.
        white_first_pp: String ["points"],
        /// The same when Black moves first.
        black_first_pp: String ["points"],
        /// Their sum, which must be 0.0.
        sum_pp: String ["points"],
        /// Games that are not each other's mirror image, which must be 0.
        different: u64 ["count"],
    }
}

csv_row! {
    /// The rules of a variant.
    RulesRow of "rules.csv" {
        /// The rule set's name.
        variant: String,
        /// Names the rule switches.
        rules_hash: String ["16 hex digits"],
        /// What switches mean; results of different versions are not compared.
        rules_version: u32,
        /// `yes`: agents were trained on it; `no`: they only play it.
        trained: String,
        /// Where games of the start set `initial` begin.
        start: String,
        /// The legal moves there, separated by spaces.
        first_moves: String,
        /// Every rule switch with its value, as `step=all; first-jump=all; …`.
        switches: String,
    }
}
