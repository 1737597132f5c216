//! Runs and measurements: what a configuration says ([`config`]), where a run lives ([`run`]), how
//! networks learn, what is measured of them ([`evaluation`], [`grading`]) and of variants over
//! training seeds ([`balance`]).

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

pub mod balance;
pub mod config;
pub mod doctor;
pub mod evaluation;
pub mod grading;
mod learn;
mod memory;
pub mod progress;
mod recompute;
pub mod run;
mod train;

pub use recompute::{RunTables, recompute_tables};
pub use train::{Train, train};
