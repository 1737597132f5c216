//! Quirkat: define a rule variant of Alquerque as data, train an agent for it by self-play, and
//! measure how large the first player's advantage is.
//!
//! This library is what the `quirkat` binary is made of. Run folders, the clock, the terminal and
//! the file system are its affair; the crates below it know nothing of them.

pub mod analysis;
pub mod balance;
pub mod bench;
mod certificates;
pub mod cli;
pub mod config;
pub mod engine;
pub mod evaluation;
mod exact_starts;
pub mod export;
pub mod grading;
pub mod interrupt;
pub mod play;
pub mod progress;
#[cfg(test)]
#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;
pub mod record;
pub mod report;
pub mod run;
pub mod seed;
pub mod variant;
