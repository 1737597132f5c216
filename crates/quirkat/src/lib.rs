//! The `quirkat` command: its arguments ([`cli`]), the engine for other programs ([`engine`]), what an
//! agent thinks of positions and games ([`analysis`]), trained networks for elsewhere ([`export`]),
//! speeds ([`mod@bench`]).
//!
//! What the command does is in the crates below: agents and games in `quirkat-play`, runs and
//! measurements in `quirkat-lab`, pages in `quirkat-report`.

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

pub mod analysis;
pub mod bench;
mod build;
mod certificates;
pub mod cli;
pub mod engine;
pub mod export;
pub mod interrupt;
mod lines;
#[cfg(test)]
#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;
