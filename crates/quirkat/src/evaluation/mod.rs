//! What is measured of trained agents: games, first-player advantage, comparisons.

mod advantage;
mod comparison;
mod games;
mod plan;
mod records;
mod rows;
mod summary;

pub use advantage::AdvantageRow;
pub use comparison::ComparisonRow;
pub use games::Evaluation;
pub use plan::{Cell, Starts};
pub use records::{GameRow, ProxyGameRow};
pub use rows::{CsvRow, csv_text, write_csv};
pub(crate) use rows::{csv_row, decimals, optional};
pub use summary::Summary;
