//! From counts of games to conclusions about first-player advantage.
//!
//! The unit of inference is the training seed: a variant's interval is Student's t on one value per seed, a
//! difference between variants is Welch's t, or paired t where seeds are shared. Within one network the score intervals
//! of [`trinomial_score`] and [`pairs_score`] apply. "Balanced" is a claim of its own, made by an equivalence test and
//! never by a missing significance.
//!
//! Nothing here reads a file, a clock or a global random source; sums run in the order of the input, so equal input
//! gives equal bits. Scores run from 0 to 1, advantages are in percentage points, levels and p-values are shares.

mod advantage;
mod bootstrap;
mod cholesky;
mod constrained;
mod counts;
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
mod pooled;
mod power;
mod proportion;
mod ratings;
mod score;
mod sprt;
mod student;

pub use advantage::{Advantage, advantage_points};
pub use bootstrap::{hierarchical_bootstrap, hierarchical_bootstrap_counts, paired_bootstrap};
pub use counts::{Outcomes, Wdl};
pub use effects::{CellValue, Effect, Term, rule_effects};
pub use elo::{elo_ends, elo_from_score, score_from_elo};
pub use entropy::{PlyEntropy, opening_entropy, shannon_bits};
pub use equivalence::{Equivalence, Verdict};
pub use error::{Error, Result};
pub use holm::holm;
pub use interval::{Interval, Method};
pub use pairs::{GameResult, Pentanomial};
pub use pooled::{Homogeneity, PooledVariance};
pub use power::{
    Comparison, games_for_half_width, half_width, power, seed_mean_sd, seeds_for_half_width, seeds_for_power,
    smallest_detectable, smallest_margin,
};
pub use proportion::{jeffreys, wilson};
pub use ratings::{Match, Rating, Ratings};
pub use score::{pairs_score, trinomial_score};
pub use sprt::{Decision, EloScale, Sprt};
pub use student::{Estimate, paired_t, student_t, welch_t};
