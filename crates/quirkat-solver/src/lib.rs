//! Exact values for the games of the Alquerque family, with proofs that can be checked.
//!
//! # What a value means
//! Win, draw or loss for the side to move under best play of both ([`Value`]). Play that never
//! ends is a draw, as under any rule of repetition; the limit of plies without a capture is
//! ignored (a side that can hold a draw still can, and a win may need longer than the limit).
//!
//! # Parts
//! - [`build_tables`], [`Tables`], [`verify_tables`]: endgame tables by retrograde analysis.
//! - [`Prober`]: the value of a position and the moves that keep it.
//! - [`Perfect`]: the perfect player, over tables that hold distances.
//! - [`ExactPlayer`]: the perfect player over everything that a folder holds, tables with or
//!   without distances and certificates; [`ExactEvaluator`] guides a search by the same values.
//! - [`solve`]: proof search from any position; its answers come with a [`Certificate`].
//! - [`Strategy`]: a certificate's moves, to be played.
//! - [`verify`]: checks a certificate with the rules and the tables only.

mod build;
mod certificate;
mod checkpoint;
mod closed_set;
mod control;
mod convert;
mod error;
mod evaluator;
mod exact_player;
mod exact_source;
mod grid;
mod level_file;
mod material;
mod pack;
mod perfect;
mod probe;
mod proof_search;
mod rank;
mod reach;
mod retrograde;
mod scope;
mod solve;
mod strategy;
mod tables;
mod transposition;
mod value;
mod verify;
mod verify_tables;
mod win_graph;

pub use build::{BuildOptions, build_tables};
pub use certificate::{CERTIFICATE_VERSION, Certificate, Claim};
pub use control::{Control, Progress};
pub use error::Error;
pub use evaluator::ExactEvaluator;
pub use exact_player::{ExactMoves, ExactPlayer};
pub use exact_source::ExactSource;
pub use material::Material;
pub use perfect::{Perfect, PerfectMoves};
pub use probe::{Probe, Prober};
pub use scope::{TABLES_VERSION, TableKey};
pub use solve::{Bounds, Solution, SolveOptions, on_large_stack, solve};
pub use strategy::Strategy;
pub use tables::Tables;
pub use value::Value;
pub use verify::{Verified, verify};
pub use verify_tables::verify_tables;
