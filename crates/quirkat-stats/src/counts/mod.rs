//! Counts of results, of single games and of pairs.

pub(crate) mod pentanomial;
pub(crate) mod tally;

pub use pentanomial::{GameResult, Pentanomial};
pub use tally::Tally;
