//! From counts of games to conclusions about first-player advantage.
//!
//! The unit of inference is the training seed: a variant's interval is Student's t on one value per
//! seed, a difference between variants is Welch's t, or paired t where seeds are shared. Within one
//! network the score intervals of [`trinomial_score`] and [`pairs_score`] apply. "Balanced" is a
//! claim of its own, made by an equivalence test and never by a missing significance.
//!
//! Nothing here reads a file, a clock or a global random source; sums run in the order of the
//! input, so equal input gives equal bits. Scores run from 0 to 1, advantages are in percentage
//! points, levels and p-values are shares. Where a level, alpha or power outside (0, 1) is an
//! error, so is one within 1e-9 of 0 or 1.
//!
//! ```
//! use quirkat_stats::{Equivalence, Tally, student_t, trinomial_score};
//!
//! // One network: an interval that speaks about this network only.
//! let games = Tally::new(530, 140, 310)?.with_capped(20)?;
//! let interval = trinomial_score(&games, 0.95)?;
//! assert!(interval.low > 0.58 && interval.high < 0.64);
//!
//! // A variant: the advantages of six training seeds, in percentage points.
//! let advantage = student_t(&[7.1, 9.8, 6.0, 8.4, 11.3, 7.7], 0.0, 0.95)?;
//! let verdict = Equivalence::test(&advantage, 2.0, 0.05)?.verdict;
//! assert_eq!(verdict.to_string(), "first player favoured");
//! # Ok::<(), quirkat_stats::Error>(())
//! ```
//!
//! # Where things are
//! - `counts`: what happened ([`Tally`], [`Pentanomial`]).
//! - `scales`: scores as points of advantage and as Elo.
//! - `intervals`: interval estimates of scores, and the bootstrap as a check.
//! - `hypotheses`: t tests on one value a seed, equivalence, Holm's correction, the sequential test.
//! - [`Advantage`], [`rule_effects`], [`opening_entropy`], `power`: the questions of a balance study.
//! - `ratings`: [`Ratings`] of several agents.
//! - `numerics`: what all of these stand on.

mod advantage;
mod counts;
mod effects;
mod entropy;
mod error;
mod hypotheses;
mod intervals;
mod numerics;
mod power;
mod ratings;
mod scales;

pub use advantage::Advantage;
pub use counts::{GameResult, Pentanomial, Tally};
pub use effects::{CellValue, Effect, Term, rule_effects};
pub use entropy::{PlyEntropy, opening_entropy, shannon_bits};
pub use error::{Error, Result};
pub use hypotheses::{
    Decision, EloScale, Equivalence, Estimate, Sprt, Verdict, holm, paired_t, student_t, welch_t,
};
pub use intervals::{
    Interval, Method, hierarchical_bootstrap, hierarchical_bootstrap_counts, pairs_score,
    square_and_add, trinomial_score, wilson,
};
pub use power::{
    Comparison, half_width, power, seed_mean_sd, seeds_for_half_width, smallest_detectable,
    smallest_margin,
};
pub use ratings::{Match, Rating, Ratings};
pub use scales::{advantage_points, elo_from_score};
