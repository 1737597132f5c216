//! `quirkat balance`: the first player's advantage over training replicates.
//!
//! A job trains a network (or one for each variant) for each of several training seeds and plays the
//! games of a star of cells around a primary one. Everything that is concluded follows from the raw
//! games in one function, [`recompute`].

mod design;
mod effects;
mod external;
mod first_moves;
mod job;
mod measured;
mod meeting;
mod pairs;
mod placebo;
mod plan;
mod summary;
mod tables;
mod variants;

pub use design::{Design, is_balance};
pub use external::ExternalGames;
pub use job::{Balance, Found};
pub use placebo::holds;
pub use plan::{Plan, Spread, write_pilot};
pub use summary::Verdicts;
pub use tables::{Raw, Tables, recompute};

#[cfg(test)]
mod synthetic;
