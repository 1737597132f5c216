//! What is measured of trained agents: games, first-player advantage, comparisons.

mod advantage;
mod comparison;
mod games;
mod plan;
mod rows;
mod summary;

pub use advantage::AdvantageRow;
pub use comparison::ComparisonRow;
pub use games::{Evaluation, GameRow, ProxyGameRow};
pub use plan::{Cell, Starts};
pub use rows::{CsvRow, write_csv};
pub use summary::Summary;
