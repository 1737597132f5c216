//! Rows of the tables of `quirkat balance`. Numbers are text with fixed decimals, so that equal
//! results are equal bytes; a value that does not exist is an empty field. Shares and scores run
//! from 0 to 1, `_pp` are percentage points.

use crate::csv_row;

csv_row! {
    /// A row of `variants.csv`: what may be said about a variant, at the primary start set, move
    /// policy and budget. One row a variant.
    ///
    /// `inference` is `variants` with three training seeds or more (the interval is over seeds) and
    /// `agents` otherwise (over games of the agents at hand). `verdict` is one of `first player
    /// favoured`, `second player favoured`, `balanced within M pp`, `undecided`; it rests on
    /// `p_holm` and `equivalence_p_holm`, so it holds for all variants together.
    VariantRow {
        variant: String,
        rules_hash: String,
        start_set: String,
        move_policy: String,
        simulations: u32,
        seeds: usize,
        games: u64,
        white_wins: u64,
        draws: u64,
        black_wins: u64,
        capped: u64,
        white_score: String,
        advantage_pp: String,
        advantage_pp_low: String,
        advantage_pp_high: String,
        level: String,
        method: String,
        seed_sd_pp: String,
        advantage_elo: String,
        bootstrap_pp_low: String,
        bootstrap_pp_high: String,
        capped_to_white_pp: String,
        capped_to_black_pp: String,
        p: String,
        p_holm: String,
        margin_pp: String,
        equivalence_p: String,
        equivalence_p_holm: String,
        verdict: String,
        inference: String,
        exact_start: String,
        decisive_share: String,
        mean_plies: String,
        decisions_per_ply: String,
        opening_entropy_bits: String,
        unique_games: u64,
        proxy_opponent: String,
        proxy_score: String,
        grade: String,
        trained: String,
    }
}

csv_row! {
    /// A row of `curve.csv`: a variant in one cell (start set, move policy, budget) at one
    /// checkpoint, over all training seeds. `checkpoint` is the iteration, as `iter-0012`.
    CurveRow {
        variant: String,
        start_set: String,
        move_policy: String,
        checkpoint: String,
        simulations: u32,
        seeds: usize,
        games: u64,
        white_score: String,
        advantage_pp: String,
        advantage_pp_low: String,
        advantage_pp_high: String,
        level: String,
        method: String,
        inference: String,
        seed_sd_pp: String,
        draw_share: String,
        decisive_share: String,
        mean_plies: String,
        decisions_per_ply: String,
        unique_games: u64,
        proxy_opponent: String,
        proxy_score: String,
        grade: String,
    }
}

csv_row! {
    /// A row of `pairs.csv`: agents of two training seeds of one variant, in pairs of games from one
    /// opening with colours swapped. The sum over a pair is the first player's advantage, in which
    /// strength cancels; the difference is the strength of `seed_a` over `seed_b`, in which colours
    /// cancel. The row with `all` for both seeds is over the rows above it (they share no seed).
    PairRow {
        variant: String,
        seed_a: String,
        seed_b: String,
        move_policy: String,
        simulations: u32,
        pairs: u64,
        cut_pairs: u64,
        advantage_pp: String,
        low: String,
        high: String,
        strength_pp: String,
        strength_low: String,
        strength_high: String,
        level: String,
        method: String,
        inference: String,
    }
}

csv_row! {
    /// A row of `first_moves.csv`: a legal first move from the start set `initial`.
    ///
    /// `share` is how often it is played and `white_score` what White makes of it. `exact_value` is
    /// White's proven result after it: `win`, `draw`, `loss`, a bound as `at most draw`, or
    /// `unknown`.
    FirstMoveRow {
        variant: String,
        start_set: String,
        move_policy: String,
        simulations: u32,
        first_move as "move": String,
        games: u64,
        share: String,
        share_low: String,
        share_high: String,
        share_method: String,
        white_score: String,
        white_score_low: String,
        white_score_high: String,
        score_method: String,
        level: String,
        exact_value: String,
    }
}

csv_row! {
    /// A row of `effects.csv`: what a rule switch does to the first player's advantage at the
    /// primary cell, when it goes `from` one value `to` another and all other switches stay.
    ///
    /// `contrasts` counts the pairs of variants that differ in this switch alone; each training seed
    /// gives their mean difference, and the interval is Student's t over seeds. `interaction` names
    /// a second switch: half of the change of the first one's effect when the second is switched.
    /// `trained_only` is `yes` for rows over variants that were trained on, `no` for rows with all.
    EffectRow {
        switch: String,
        from: String,
        to: String,
        interaction: String,
        contrasts: usize,
        seeds: usize,
        effect_pp: String,
        low: String,
        high: String,
        level: String,
        method: String,
        p: String,
        p_holm: String,
        trained_only: String,
    }
}

csv_row! {
    /// A row of `pair_games.csv`: one game between agents of two training seeds. `white` is the seed
    /// that has White.
    PairGameRow {
        variant: String,
        seed_a: u64,
        seed_b: u64,
        move_policy: String,
        simulations: u32,
        game: u64,
        white: u64,
        opening: String,
        result: String,
        reason: String,
        plies: usize,
        moves: String,
    }
}

csv_row! {
    /// A row of `grades.csv`: how many positions of the published sample an agent kept the exact
    /// value of.
    AgentGradeRow {
        variant: String,
        seed: u64,
        checkpoint: String,
        simulations: u32,
        positions: u64,
        preserved: u64,
    }
}

csv_row! {
    /// A row of `placebo.csv`: the games of a cell and the same games from the colour-swapped start
    /// with Black first, on the same random streams. `sum_pp` must be 0.0 and `different` 0.
    PlaceboRow {
        variant: String,
        start_set: String,
        move_policy: String,
        simulations: u32,
        seed: u64,
        games: u64,
        white_first_pp: String,
        black_first_pp: String,
        sum_pp: String,
        different: u64,
    }
}

csv_row! {
    /// A row of `rules.csv`: what the tables need to know of a variant beside its games.
    ///
    /// `start` is where games of the start set `initial` begin, `first_moves` the legal moves there,
    /// `switches` every rule switch as `step=all; first-jump=all; …`.
    RulesRow {
        variant: String,
        rules_hash: String,
        rules_version: u32,
        trained: String,
        start: String,
        first_moves: String,
        switches: String,
    }
}
