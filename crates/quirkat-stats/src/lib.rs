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
//! use quirkat_stats::{Equivalence, Outcomes, student_t, trinomial_score};
//!
//! // One network: an interval that speaks about this network only.
//! let games = Outcomes::new(530, 140, 310, 20)?;
//! let interval = trinomial_score(&games.finished(), 0.95)?;
//! assert!(interval.low > 0.58 && interval.high < 0.64);
//!
//! // A variant: the advantages of six training seeds, in percentage points.
//! let advantage = student_t(&[7.1, 9.8, 6.0, 8.4, 11.3, 7.7], 0.0, 0.95)?;
//! let verdict = Equivalence::test(&advantage, 2.0, 0.05)?.verdict;
//! assert_eq!(verdict.to_string(), "first player favoured");
//! # Ok::<(), quirkat_stats::Error>(())
//! ```

mod advantage;
mod bootstrap;
mod cholesky;
mod constrained;
mod counts;
mod difference;
mod distribution;
mod effects;
mod elo;
mod entropy;
mod equivalence;
mod error;
mod holm;
mod interval;
mod moments;
mod pairs;
mod power;
mod proportion;
mod ratings;
mod score;
mod sprt;
mod student;

pub use advantage::{Advantage, advantage_points};
pub use bootstrap::{hierarchical_bootstrap, hierarchical_bootstrap_counts};
pub use counts::{Outcomes, Wdl};
pub use difference::square_and_add;
pub use effects::{CellValue, Effect, Term, rule_effects};
pub use elo::elo_from_score;
pub use entropy::{PlyEntropy, opening_entropy, shannon_bits};
pub use equivalence::{Equivalence, Verdict};
pub use error::{Error, Result};
pub use holm::holm;
pub use interval::{Interval, Method};
pub use pairs::{GameResult, Pentanomial};
pub use power::{
    Comparison, half_width, power, seed_mean_sd, seeds_for_half_width, smallest_detectable,
    smallest_margin,
};
pub use proportion::wilson;
pub use ratings::{Match, Rating, Ratings};
pub use score::{pairs_score, trinomial_score};
pub use sprt::{Decision, EloScale, Sprt};
pub use student::{Estimate, paired_t, student_t, welch_t};
