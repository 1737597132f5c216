//! What was found.

pub(super) mod advantage;
pub(super) mod answer;
mod comparisons;
mod forest;
pub(super) mod people;
mod row_warnings;
mod warnings;
