//! Rows of the tables of `quirkat balance`. A value that does not exist is an empty field. Shares and
//! scores run from 0 to 1, `_pp` are percentage points.

use crate::format::csv_row;
use crate::{
    EndReason, Fixed, Inference, MethodField, MovePolicy, RecordedResult, SeedChoice, Shortest,
    StartSet, VerdictField, YesNo,
};
use serde::Deserialize;

csv_row! {
    /// What may be said about a variant, in the primary setting.
    VariantRow of "variants.csv" {
        /// The rule set's name.
        variant: String,
        /// Names the rule switches.
        rules_hash: String ["16 hex digits"],
        /// Start set: `initial`, `openings`, `tempo`.
        start_set: StartSet,
        /// Move policy: `greedy`, `sampled:T:K`, `sampled:T:all`.
        move_policy: MovePolicy,
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
        /// Mean over seeds of the first player's score: of who moves first in the start of a game.
        white_score: Option<Fixed<6>> ["share"],
        /// Score less 50 %.
        advantage_pp: Option<Fixed<4>> ["points"],
        /// Lower end of its interval.
        advantage_pp_low: Option<Fixed<4>> ["points"],
        /// Upper end.
        advantage_pp_high: Option<Fixed<4>> ["points"],
        /// Level of the intervals.
        level: Shortest ["share"],
        /// How the interval was computed.
        method: Option<MethodField>,
        /// Standard deviation of the seeds' advantages.
        seed_sd_pp: Option<Fixed<4>> ["points"],
        /// The score as Elo; empty at 0 and 1.
        advantage_elo: Option<Fixed<2>> ["Elo"],
        /// Lower end of a hierarchical bootstrap, a check.
        bootstrap_pp_low: Option<Fixed<4>> ["points"],
        /// Upper end.
        bootstrap_pp_high: Option<Fixed<4>> ["points"],
        /// Advantage if White had won all cut games.
        capped_to_white_pp: Option<Fixed<4>> ["points"],
        /// Advantage if Black had won them.
        capped_to_black_pp: Option<Fixed<4>> ["points"],
        /// Against no advantage, two-sided; empty with fewer than three seeds.
        p: Option<Fixed<8>> ["probability"],
        /// The same after Holm over the planned comparisons.
        p_holm: Option<Fixed<8>> ["probability"],
        /// Half the width of the band that counts as balanced.
        margin_pp: Shortest ["points"],
        /// Two one-sided tests against the margin.
        equivalence_p: Option<Fixed<8>> ["probability"],
        /// The same after Holm.
        equivalence_p_holm: Option<Fixed<8>> ["probability"],
        /// `first player favoured`, `second player favoured`, `balanced within M pp`, `undecided`.
        verdict: VerdictField,
        /// `variants`: about the variant · `agents`: about these agents only.
        inference: Inference,
        /// Proven value of the start for White; `unknown` where open.
        exact_start: String,
        /// Games with a winner, of those that ended.
        decisive_share: Option<Fixed<6>> ["share"],
        /// Length of a game, in moves of the notation.
        mean_plies: Option<Fixed<4>> ["plies"],
        /// Searches with a choice, a ply.
        decisions_per_ply: Option<Fixed<4>> ["ratio"],
        /// Entropy of the lines of play in the opening.
        opening_entropy_bits: Fixed<4> ["bits"],
        /// Different games.
        unique_games: u64 ["count"],
        /// The opponent of the strength proxy.
        proxy_opponent: String,
        /// The agents' score against it.
        proxy_score: Option<Fixed<6>> ["share"],
        /// Positions of the published sample in which the exact value is kept.
        grade: Option<Fixed<6>> ["share"],
        /// `yes`: agents were trained on this variant; `no`: they only play it.
        trained: YesNo,
    }
}

csv_row! {
    /// A variant in one setting at one checkpoint, over all training seeds.
    CurveRow of "curve.csv" {
        /// The rule set's name.
        variant: String,
        /// Start set.
        start_set: StartSet,
        /// Move policy.
        move_policy: MovePolicy,
        /// Iteration of training, as `iter-0012`.
        checkpoint: String,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Training seeds.
        seeds: usize ["count"],
        /// Games of all seeds.
        games: u64 ["count"],
        /// Mean over seeds of the first player's score: of who moves first in the start of a game.
        white_score: Option<Fixed<6>> ["share"],
        /// Score less 50 %.
        advantage_pp: Option<Fixed<4>> ["points"],
        /// Lower end of its interval.
        advantage_pp_low: Option<Fixed<4>> ["points"],
        /// Upper end.
        advantage_pp_high: Option<Fixed<4>> ["points"],
        /// Level of the interval.
        level: Shortest ["share"],
        /// How it was computed.
        method: Option<MethodField>,
        /// `variants` or `agents`.
        inference: Inference,
        /// Standard deviation of the seeds' advantages.
        seed_sd_pp: Option<Fixed<4>> ["points"],
        /// Draws, of the games that ended.
        draw_share: Option<Fixed<6>> ["share"],
        /// Games with a winner, of those that ended.
        decisive_share: Option<Fixed<6>> ["share"],
        /// Length of a game.
        mean_plies: Option<Fixed<4>> ["plies"],
        /// Searches with a choice, a ply.
        decisions_per_ply: Option<Fixed<4>> ["ratio"],
        /// Different games.
        unique_games: u64 ["count"],
        /// The opponent of the strength proxy.
        proxy_opponent: String,
        /// The agents' score against it.
        proxy_score: Option<Fixed<6>> ["share"],
        /// Positions of the published sample in which the exact value is kept.
        grade: Option<Fixed<6>> ["share"],
    }
}

csv_row! {
    /// Agents of two training seeds, in pairs of games with colours swapped.
    #[derive(Default)]
    PairRow of "pairs.csv" {
        /// The rule set's name.
        variant: String,
        /// A training seed; `all` in the row over the rows above, which share no seed.
        seed_a: SeedChoice,
        /// The other training seed.
        seed_b: SeedChoice,
        /// Move policy.
        move_policy: MovePolicy,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Pairs of games.
        pairs: u64 ["count"],
        /// Pairs with a cut game; in no score.
        cut_pairs: u64 ["count"],
        /// From the sum of scores: the first player's advantage, in which strength cancels.
        advantage_pp: Option<Fixed<4>> ["points"],
        /// Lower end of its interval.
        low: Option<Fixed<4>> ["points"],
        /// Upper end.
        high: Option<Fixed<4>> ["points"],
        /// From the difference: how much stronger the first agent is.
        strength_pp: Option<Fixed<4>> ["points"],
        /// Lower end of its interval.
        strength_low: Option<Fixed<4>> ["points"],
        /// Upper end.
        strength_high: Option<Fixed<4>> ["points"],
        /// Level of the intervals.
        level: Shortest ["share"],
        /// How they were computed.
        method: Option<MethodField>,
        /// `variants` or `agents`.
        inference: Inference,
    }
}

csv_row! {
    /// A legal first move from the game's start.
    FirstMoveRow of "first_moves.csv" {
        /// The rule set's name.
        variant: String,
        /// Start set.
        start_set: StartSet,
        /// Move policy.
        move_policy: MovePolicy,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// The move in the notation.
        first_move as "move": String,
        /// Games that began with it.
        games: u64 ["count"],
        /// Share of all games that began with it.
        share: Fixed<6> ["share"],
        /// Lower end of its interval.
        share_low: Fixed<6> ["share"],
        /// Upper end.
        share_high: Fixed<6> ["share"],
        /// How the interval was computed.
        share_method: MethodField,
        /// The first player's score in these games.
        white_score: Option<Fixed<6>> ["share"],
        /// Lower end of its interval.
        white_score_low: Option<Fixed<6>> ["share"],
        /// Upper end.
        white_score_high: Option<Fixed<6>> ["share"],
        /// How the interval was computed.
        score_method: Option<MethodField>,
        /// Level of the intervals.
        level: Shortest ["share"],
        /// Proven for White after the move: `win`, `draw`, `loss`, a bound, `unknown`.
        exact_value: String,
    }
}

csv_row! {
    /// What a rule switch does to the first player's advantage.
    #[derive(Default)]
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
        effect_pp: Fixed<4> ["points"],
        /// Lower end of its interval.
        low: Option<Fixed<4>> ["points"],
        /// Upper end.
        high: Option<Fixed<4>> ["points"],
        /// Level of the interval.
        level: Option<Shortest> ["share"],
        /// How it was computed.
        method: Option<MethodField>,
        /// Against no effect, two-sided.
        p: Option<Fixed<8>> ["probability"],
        /// After Holm over all effects.
        p_holm: Option<Fixed<8>> ["probability"],
        /// `yes`: over variants that were trained on · `no`: over all.
        trained_only: YesNo,
    }
}

csv_row! {
    /// A game between agents of two training seeds.
    #[derive(Default, Deserialize)]
    PairGameRow of "pair_games.csv" {
        /// The rule set's name.
        variant: String,
        /// A training seed.
        seed_a: u64,
        /// The other training seed.
        seed_b: u64,
        /// Move policy.
        move_policy: MovePolicy,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Its number.
        game: u64 ["from 0"],
        /// The seed that has White.
        white: u64,
        /// The position it began from.
        opening: String,
        /// `w`, `b`, `d`; empty when cut.
        result: RecordedResult,
        /// Why it ended.
        reason: EndReason,
        /// Its length.
        plies: usize ["plies"],
        /// The moves in the notation.
        moves: String,
    }
}

csv_row! {
    /// How often an agent keeps the exact value on the published sample.
    #[derive(Deserialize)]
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
        start_set: StartSet,
        /// Move policy.
        move_policy: MovePolicy,
        /// Budget of a decision.
        simulations: u32 ["simulations"],
        /// Training seed.
        seed: u64,
        /// Games each way.
        games: u64 ["count"],
        /// White's score less 50 % when White moves first.
        white_first_pp: Fixed<4> ["points"],
        /// The same when Black moves first.
        black_first_pp: Fixed<4> ["points"],
        /// Their sum, which must be 0.0.
        sum_pp: f64 ["points"],
        /// Games that are not each other's mirror image, which must be 0.
        different: u64 ["count"],
    }
}

csv_row! {
    /// The rules of a variant.
    #[derive(Default, Deserialize)]
    RulesRow of "rules.csv" {
        /// The rule set's name.
        variant: String,
        /// Names the rule switches.
        rules_hash: String ["16 hex digits"],
        /// What switches mean; results of different versions are not compared.
        rules_version: u32,
        /// `yes`: agents were trained on it; `no`: they only play it.
        trained: YesNo,
        /// Where games of the start set `initial` begin.
        start: String,
        /// The legal moves there, separated by spaces.
        first_moves: String,
        /// Every rule switch with its value, as `step=all; first-jump=all; …`.
        switches: String,
    }
}
