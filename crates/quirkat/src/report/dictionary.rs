//! What the columns of all tables mean: the one place that says it.

/// A table that a run writes.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// What a row is.
    pub about: &'static str,
    /// Its columns, in order: name, meaning, unit.
    pub columns: &'static [(&'static str, &'static str, &'static str)],
}

/// All tables of training and balance runs.
pub const COLUMNS: &[File] = &[
    File {
        name: "variants.csv",
        about: "what may be said about a variant, in the primary setting",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("rules_hash", "names the rule switches", "16 hex digits"),
            ("estimand", "start set: `initial`, `openings`, `tempo`", ""),
            (
                "sampling",
                "move policy: `greedy`, `sampled:T:K`, `sampled:T:all`",
                "",
            ),
            (
                "simulations",
                "budget of a decision with more than one legal action",
                "simulations",
            ),
            ("seeds", "training seeds behind the row", "count"),
            ("games", "games of all seeds", "count"),
            ("white_wins", "won by White", "count"),
            ("draws", "drawn", "count"),
            ("black_wins", "won by Black", "count"),
            ("capped", "cut by the length limit; in no score", "count"),
            (
                "white_score",
                "mean over seeds of White's (for `tempo` the mover's) score",
                "share",
            ),
            ("advantage_pp", "score less 50 %", "points"),
            ("advantage_pp_low", "lower end of its interval", "points"),
            ("advantage_pp_high", "upper end", "points"),
            ("level", "level of the intervals", "share"),
            ("method", "how the interval was computed", ""),
            (
                "seed_sd_pp",
                "standard deviation of the seeds' advantages",
                "points",
            ),
            ("advantage_elo", "the score as Elo; empty at 0 and 1", "Elo"),
            (
                "bootstrap_pp_low",
                "lower end of a hierarchical bootstrap, a check",
                "points",
            ),
            ("bootstrap_pp_high", "upper end", "points"),
            (
                "capped_to_white_pp",
                "advantage if White had won all cut games",
                "points",
            ),
            (
                "capped_to_black_pp",
                "advantage if Black had won them",
                "points",
            ),
            (
                "p",
                "against no advantage, two-sided; empty with fewer than three seeds",
                "probability",
            ),
            (
                "p_holm",
                "the same after Holm over the planned comparisons",
                "probability",
            ),
            (
                "margin_pp",
                "half the width of the band that counts as balanced",
                "points",
            ),
            (
                "equivalence_p",
                "two one-sided tests against the margin",
                "probability",
            ),
            ("equivalence_p_holm", "the same after Holm", "probability"),
            (
                "verdict",
                "`first player favoured`, `second player favoured`, `balanced within M pp`, `undecided`",
                "",
            ),
            (
                "inference",
                "`variants`: about the variant · `agents`: about these agents only",
                "",
            ),
            (
                "exact_start",
                "proven value of the start for White; `unknown` where open",
                "",
            ),
            (
                "decisive_share",
                "games with a winner, of those that ended",
                "share",
            ),
            (
                "mean_plies",
                "length of a game, in moves of the notation",
                "plies",
            ),
            (
                "decisions_per_ply",
                "searches with a choice, a ply",
                "ratio",
            ),
            (
                "opening_entropy_bits",
                "entropy of the lines of play in the opening",
                "bits",
            ),
            ("unique_games", "different games", "count"),
            ("proxy_opponent", "the opponent of the strength proxy", ""),
            ("proxy_score", "the agents' score against it", "share"),
            (
                "grade",
                "positions of the published sample in which the exact value is kept",
                "share",
            ),
            (
                "trained",
                "whether agents were trained on this variant, or only play it",
                "",
            ),
        ],
    },
    File {
        name: "curve.csv",
        about: "a variant in one setting at one checkpoint, over all training seeds",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("estimand", "start set", ""),
            ("sampling", "move policy", ""),
            ("checkpoint", "iteration of training, as `iter-0012`", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("seeds", "training seeds", "count"),
            ("games", "games of all seeds", "count"),
            (
                "white_score",
                "mean over seeds of White's (for `tempo` the mover's) score",
                "share",
            ),
            ("advantage_pp", "score less 50 %", "points"),
            ("advantage_pp_low", "lower end of its interval", "points"),
            ("advantage_pp_high", "upper end", "points"),
            ("level", "level of the interval", "share"),
            ("method", "how it was computed", ""),
            ("inference", "`variants` or `agents`", ""),
            (
                "seed_sd_pp",
                "standard deviation of the seeds' advantages",
                "points",
            ),
            ("draw_share", "draws, of the games that ended", "share"),
            (
                "decisive_share",
                "games with a winner, of those that ended",
                "share",
            ),
            ("mean_plies", "length of a game", "plies"),
            (
                "decisions_per_ply",
                "searches with a choice, a ply",
                "ratio",
            ),
            ("unique_games", "different games", "count"),
            ("proxy_opponent", "the opponent of the strength proxy", ""),
            ("proxy_score", "the agents' score against it", "share"),
            (
                "grade",
                "positions of the published sample in which the exact value is kept",
                "share",
            ),
        ],
    },
    File {
        name: "advantage.csv",
        about: "a variant, start set, move policy, training seed and budget",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("rules_hash", "names the rule switches", "16 hex digits"),
            ("estimand", "start set: `initial`, `openings`, `tempo`", ""),
            (
                "sampling",
                "move policy: `greedy`, `sampled:T:K`, `sampled:T:all`",
                "",
            ),
            ("seed", "training seed", ""),
            ("checkpoint", "the network that played", ""),
            (
                "simulations",
                "budget of a decision with more than one legal action; 0 is the raw policy",
                "simulations",
            ),
            ("games", "games", "count"),
            ("white_wins", "won by White", "count"),
            ("draws", "drawn", "count"),
            ("black_wins", "won by Black", "count"),
            ("capped", "cut by the length limit; in no score", "count"),
            (
                "white_score",
                "wins and half the draws, of the games that ended; for `tempo` the mover's, over whole pairs",
                "share",
            ),
            ("white_score_low", "lower end of its interval", "share"),
            ("white_score_high", "upper end", "share"),
            ("level", "level of the intervals", "share"),
            ("method", "how the interval was computed", ""),
            ("advantage_pp", "score less 50 %", "points"),
            ("advantage_pp_low", "lower end of its interval", "points"),
            ("advantage_pp_high", "upper end", "points"),
            ("advantage_elo", "the score as Elo; empty at 0 and 1", "Elo"),
            (
                "mean_plies",
                "length of a game, in moves of the notation",
                "plies",
            ),
            (
                "decisions_per_ply",
                "searches with a choice, a ply",
                "ratio",
            ),
            ("unique_games", "different games (start and moves)", "count"),
            (
                "proxy_opponent",
                "the opponent of the strength proxy, the same in every row",
                "",
            ),
            ("proxy_games", "games against it", "count"),
            ("proxy_score", "the agent's score in them", "share"),
        ],
    },
    File {
        name: "comparisons.csv",
        about: "a difference between two variants, or between a variant and 50 %",
        columns: &[
            ("variant_a", "a variant", ""),
            (
                "variant_b",
                "`50%`, or a variant; against `50%` and `standard` is planned, the rest exploratory",
                "",
            ),
            ("estimand", "start set", ""),
            ("sampling", "move policy", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("difference_pp", "advantage of a less that of b", "points"),
            ("low", "lower end of its interval", "points"),
            ("high", "upper end", "points"),
            ("level", "level of the interval", "share"),
            ("method", "how it was computed", ""),
            (
                "inference",
                "`agents`: about these agents only · `variants`",
                "",
            ),
            (
                "p",
                "two-sided; empty with fewer than three seeds",
                "probability",
            ),
            ("p_holm", "after Holm over its family", "probability"),
        ],
    },
    File {
        name: "first_moves.csv",
        about: "a legal first move from the game's start",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("estimand", "start set", ""),
            ("sampling", "move policy", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("move", "in the notation", ""),
            ("games", "games that began with it", "count"),
            ("share", "of all games", "share"),
            ("share_low", "lower end of its interval", "share"),
            ("share_high", "upper end", "share"),
            ("share_method", "how the interval was computed", ""),
            ("white_score", "White's score in them", "share"),
            ("white_score_low", "lower end of its interval", "share"),
            ("white_score_high", "upper end", "share"),
            ("score_method", "how the interval was computed", ""),
            ("level", "level of the intervals", "share"),
            (
                "exact_value",
                "proven for White after the move: `win`, `draw`, `loss`, a bound, `unknown`",
                "",
            ),
        ],
    },
    File {
        name: "effects.csv",
        about: "what a rule switch does to the first player's advantage",
        columns: &[
            ("switch", "the switch that is turned", ""),
            ("from", "its value before", ""),
            ("to", "its value after", ""),
            (
                "interaction",
                "a second switch: half of the change of the effect when it is turned",
                "",
            ),
            (
                "contrasts",
                "pairs of variants that differ in this switch alone",
                "count",
            ),
            ("seeds", "training seeds that have all of them", "count"),
            ("effect_pp", "mean difference of the advantage", "points"),
            ("low", "lower end of its interval", "points"),
            ("high", "upper end", "points"),
            ("level", "level of the interval", "share"),
            ("method", "how it was computed", ""),
            ("p", "against no effect, two-sided", "probability"),
            ("p_holm", "after Holm over all effects", "probability"),
            (
                "trained_only",
                "`yes`: over variants that were trained on · `no`: over all",
                "",
            ),
        ],
    },
    File {
        name: "pairs.csv",
        about: "agents of two training seeds, in pairs of games with colours swapped",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("seed_a", "a training seed; `all` over the rows above", ""),
            ("seed_b", "another", ""),
            ("sampling", "move policy", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("pairs", "pairs of games", "count"),
            ("cut_pairs", "pairs with a cut game; in no score", "count"),
            (
                "advantage_pp",
                "from the sum of scores: the first player's advantage, in which strength cancels",
                "points",
            ),
            ("low", "lower end of its interval", "points"),
            ("high", "upper end", "points"),
            (
                "strength_pp",
                "from the difference: how much stronger the first agent is",
                "points",
            ),
            ("strength_low", "lower end of its interval", "points"),
            ("strength_high", "upper end", "points"),
            ("level", "level of the intervals", "share"),
            ("method", "how they were computed", ""),
            ("inference", "`variants` or `agents`", ""),
        ],
    },
    File {
        name: "placebo.csv",
        about: "the games of a cell, and the same with the colours swapped and Black first",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("estimand", "start set", ""),
            ("sampling", "move policy", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("seed", "training seed", ""),
            ("games", "games each way", "count"),
            (
                "white_first_pp",
                "White's score less 50 % when White moves first",
                "points",
            ),
            (
                "black_first_pp",
                "the same when Black moves first",
                "points",
            ),
            ("sum_pp", "their sum, which must be 0.0", "points"),
            (
                "different",
                "games that are not each other's mirror image, which must be 0",
                "count",
            ),
        ],
    },
    File {
        name: "grades.csv",
        about: "how often an agent keeps the exact value on the published sample",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("seed", "training seed", ""),
            ("checkpoint", "the network", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("positions", "positions asked", "count"),
            ("preserved", "those in which the value was kept", "count"),
        ],
    },
    File {
        name: "rules.csv",
        about: "the rules of a variant",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("rules_hash", "names the rule switches", "16 hex digits"),
            (
                "rules_version",
                "what switches mean; results of different versions are not compared",
                "",
            ),
            (
                "trained",
                "whether agents were trained on it, or only play it",
                "",
            ),
            ("start", "where games of the start set `initial` begin", ""),
            ("first_moves", "the legal moves there", ""),
            ("switches", "every rule switch with its value", ""),
        ],
    },
    File {
        name: "games.csv",
        about: "a game",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("estimand", "start set", ""),
            ("sampling", "move policy", ""),
            ("seed", "training seed", ""),
            ("checkpoint", "the network that played", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("game", "its number in the row", "from 0"),
            ("opening", "the position it began from", ""),
            ("result", "`w`, `b`, `d`; empty when cut", ""),
            (
                "reason",
                "`bare`, `blocked`, `repetition`, `no-capture`, `capped`",
                "",
            ),
            ("plies", "its length, in moves of the notation", "plies"),
            ("decisions", "searches with a choice", "count"),
            ("moves", "in the notation; a huff as `huff:c4`", ""),
        ],
    },
    File {
        name: "pair_games.csv",
        about: "a game between agents of two training seeds",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("seed_a", "a training seed", ""),
            ("seed_b", "another", ""),
            ("sampling", "move policy", ""),
            ("simulations", "budget of a decision", "simulations"),
            ("game", "its number", "from 0"),
            ("white", "the seed that has White", ""),
            ("opening", "the position it began from", ""),
            ("result", "`w`, `b`, `d`; empty when cut", ""),
            ("reason", "why it ended", ""),
            ("plies", "its length", "plies"),
            ("moves", "in the notation", ""),
        ],
    },
    File {
        name: "proxy_games.csv",
        about: "a game of the strength proxy",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("seed", "training seed", ""),
            ("checkpoint", "the network that played", ""),
            ("simulations", "its budget", "simulations"),
            ("opponent", "who it played", ""),
            ("game", "its number", "from 0"),
            ("agent", "the colour of the agent: `w`, `b`", ""),
            ("opening", "the position it began from", ""),
            ("result", "`w`, `b`, `d`; empty when cut", ""),
            ("reason", "why it ended", ""),
            ("plies", "its length", "plies"),
            ("moves", "in the notation", ""),
        ],
    },
    File {
        name: "openings.csv",
        about: "a start position of `openings` and `tempo`",
        columns: &[
            ("variant", "the rule set's name", ""),
            ("rules_hash", "names the rule switches", "16 hex digits"),
            ("opening", "its number", "from 0"),
            ("position", "in the notation", ""),
            ("plies", "plies of random play behind it", "plies"),
            ("seed", "the seed of that play", ""),
            ("generator", "how positions were chosen", ""),
        ],
    },
    File {
        name: "metrics.csv",
        about: "what an iteration of training played and learnt",
        columns: &[
            ("seed", "training seed, in a balance run", ""),
            ("network", "the network's name", ""),
            ("variant", "the variant played", ""),
            ("iteration", "1 for the first training", ""),
            ("games", "self-play games behind its new positions", "count"),
            ("white_wins", "won by White", "count"),
            ("draws", "drawn", "count"),
            ("black_wins", "won by Black", "count"),
            ("capped", "cut by the length limit", "count"),
            ("white_score", "White's score in them", "share"),
            ("mean_plies", "length of a game", "plies"),
            ("mean_decisions", "searches a game", "count"),
            ("unique_games", "different games", "count"),
            (
                "window_positions",
                "positions in the replay window",
                "count",
            ),
            ("steps", "optimiser steps so far", "count"),
            ("learning_rate", "step size", ""),
            ("policy_loss", "mean cross-entropy of the policy", "nats"),
            (
                "value_loss",
                "mean cross-entropy of win, draw, loss",
                "nats",
            ),
            (
                "elo",
                "strength from games between checkpoints, over the untrained network; empty where not measured",
                "Elo",
            ),
            ("elo_low", "lower end of its interval", "Elo"),
            ("elo_high", "upper end", "Elo"),
            (
                "grade",
                "moves with search that keep the exact value; empty where unknown",
                "share",
            ),
            ("raw_grade", "the same without search", "share"),
            (
                "weights_blake3",
                "checksum of the new weights",
                "64 hex digits",
            ),
        ],
    },
    File {
        name: "timings.csv",
        about: "figures of an iteration that depend on the machine",
        columns: &[
            ("network", "the network's name", ""),
            ("iteration", "1 for the first training", ""),
            ("self_play_seconds", "wall time of self-play", "seconds"),
            ("training_seconds", "wall time of training", "seconds"),
            ("games_per_second", "self-play games", "1/second"),
            ("positions_per_second", "moves played", "1/second"),
            ("simulations_per_second", "simulations planned", "1/second"),
            (
                "trained_positions_per_second",
                "positions learnt from",
                "1/second",
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{AdvantageRow, ComparisonRow, CsvRow, GameRow, ProxyGameRow};
    use crate::run::{MetricsRow, TimingsRow};

    #[test]
    fn every_column_that_is_written_is_explained() {
        let written: [(&str, &[&str]); 6] = [
            ("advantage.csv", AdvantageRow::COLUMNS),
            ("comparisons.csv", ComparisonRow::COLUMNS),
            ("games.csv", GameRow::COLUMNS),
            ("proxy_games.csv", ProxyGameRow::COLUMNS),
            ("metrics.csv", MetricsRow::COLUMNS),
            ("timings.csv", TimingsRow::COLUMNS),
        ];
        for (name, columns) in written {
            let file = COLUMNS.iter().find(|file| file.name == name).unwrap();
            for column in columns {
                assert!(
                    file.columns
                        .iter()
                        .any(|(explained, ..)| explained == column),
                    "{column} of {name}"
                );
            }
        }
    }

    #[test]
    fn no_column_is_explained_twice_or_without_words() {
        for file in COLUMNS {
            for (index, (name, meaning, _)) in file.columns.iter().enumerate() {
                assert!(!meaning.is_empty(), "{name}");
                let before = &file.columns[..index];
                assert!(
                    before.iter().all(|(other, ..)| other != name),
                    "{name} of {}",
                    file.name
                );
            }
        }
    }
}
