//! `quirkat balance`: the first player's advantage over training replicates.
//!
//! A job trains a network (or one for each variant) for each of several training seeds and plays the
//! games of a star of settings around a primary one. Everything that is concluded follows from the raw
//! games in one function, [`BalanceTables::of`].

mod conclude;
mod design;
mod external;
mod job;
mod plan;
mod raw;
mod repeated;
mod summary;
mod tables;

pub use design::Design;
pub use external::ExternalGames;
pub use job::{BalanceJob, BalanceOutcome, holds};
pub use plan::{Plan, Spread, write_pilot};
pub(crate) use raw::RAW;
pub use raw::RawData;
pub use summary::Verdicts;
pub use tables::BalanceTables;

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "its figures are read by hand")]
mod synthetic;
