//! What is measured of trained agents: games, first-player advantage, comparisons.

mod advantage;
mod comparison;
mod games;
mod group;
mod plan;
mod player;
mod read;
mod records;
mod results;
mod rows;
mod summary;

pub use advantage::AdvantageRow;
pub(crate) use advantage::Proxy;
pub use comparison::ComparisonRow;
pub(crate) use comparison::{Comparing, EVEN, LEAST_SEEDS, Seeds, holm_text, p_text};
pub use games::{Evaluation, recompute};
pub(crate) use games::{by_cell, comparisons};
pub(crate) use group::{CellKey, Group, groups};
pub use plan::{Cell, Starts};
pub(crate) use player::{Player, Series, Subject, game_row, opening_rows, planned};
pub(crate) use read::{
    check_result, csv_error, find_table, read_games, read_table, read_text, write_table,
};
pub(crate) use records::write_checksums;
pub use records::{GameRow, OpeningRow, ProxyGameRow};
pub(crate) use results::Counts;
pub use rows::{CsvRow, csv_text, write_csv};
pub(crate) use rows::{csv_row, decimals, optional};
pub(crate) use summary::PEOPLE;
pub use summary::Summary;
