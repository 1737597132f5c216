//! Exact values for the games of the Alquerque family, with proofs that can be checked.
//!
//! # What a value means
//! Win, draw or loss for the side to move under best play of both ([`Value`]). Play that never
//! ends is a draw, as under any rule of repetition. The limit of plies without a capture is
//! ignored: a side that can hold a draw still can, and a win may need longer than the limit.
//!
//! # Where things are
//! - `tables`: endgame tables by retrograde analysis ([`build_tables`], [`Tables`]), and the check
//!   of every position against its successors ([`verify_tables`]).
//! - `probe`: the value of one position and the moves that keep it ([`Prober`]), from tables or by
//!   solving all that can be reached.
//! - `certificate`: what a proof consists of, as a file ([`Certificate`]), and its check with the
//!   rules and the tables only ([`verify`]).
//! - `proof`: proof search from any position ([`solve`]). Its answers come with a certificate.
//! - `play`: perfect players over distance tables ([`Perfect`]) and over everything that a folder
//!   holds ([`ExactSource`], [`ExactPlayer`]), and the moves of a certificate ([`Strategy`]).
//!
//! Each folder uses only those before it in this list. All of them stand on the files beside them:
//! values and bounds, errors, control of long computations, keys of positions, and what rules can
//! be served.

mod bounds;
mod certificate;
mod control;
mod error;
mod key_map;
mod packer;
mod play;
mod probe;
mod proof;
mod scope;
mod tables;
mod value;

pub use bounds::Bounds;
pub use certificate::{CERTIFICATE_VERSION, Certificate, Claim, Verified, verify};
pub use control::{Control, SolverEvent};
pub use error::Error;
pub use play::{ExactMoves, ExactPlayer, ExactSource, Perfect, PerfectMoves, Strategy};
pub use probe::{Probe, Prober};
pub use proof::{Solution, SolveOptions, on_large_stack, solve};
pub use tables::{
    BuildOptions, Material, TABLES_VERSION, TableKey, Tables, build_tables, verify_tables,
};
pub use value::Value;
