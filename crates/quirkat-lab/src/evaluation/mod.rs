//! What is measured of trained agents: games, first-player advantage, comparisons.

mod advantage;
mod comparison;
mod games;
mod group;
mod plan;
mod player;
mod results;
mod summary;

pub(crate) use advantage::{Proxy, advantage_row};
pub(crate) use comparison::{Comparing, EVEN, LEAST_SEEDS, Seeds, holm_text, p_text};
pub use games::{Evaluation, recompute};
pub(crate) use games::{by_cell, comparisons};
pub(crate) use group::{CellKey, Group, groups};
pub use plan::Starts;
pub(crate) use player::{Player, Series, Subject, game_row, opening_rows, planned};
pub(crate) use results::Counts;
pub use summary::Summary;
