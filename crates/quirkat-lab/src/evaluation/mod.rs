//! What is measured of trained agents: games, first-player advantage, comparisons.

mod advantage;
mod comparison;
mod evaluation;
mod group;
mod results;
mod rows;
mod runner;
mod starts;
mod summary;
mod tables;

pub(crate) use advantage::{Proxy, advantage_row};
pub(crate) use comparison::{
    Comparing, EVEN, LEAST_SEEDS, PValue, Seeds, by_setting, comparisons, holm_adjusted,
};
pub use evaluation::Evaluation;
pub(crate) use group::{Group, groups};
pub(crate) use rows::{game_row, opening_rows, pair_row};
pub(crate) use runner::{EvaluationRunner, GameSeries, MeasuredAgent, planned};
pub use starts::Starts;
pub use summary::Summary;
pub(crate) use summary::{shown, shown_points};
pub use tables::EvaluationTables;
pub(crate) use tables::RAW;
