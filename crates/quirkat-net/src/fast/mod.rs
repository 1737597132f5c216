//! The perceptron on the CPU, written by hand: several times as fast as burn there, and the same to
//! rounding, which tests hold. Without this folder everything works as on `--device flex`.
//!
//! Each function gives `None` where the fast path does not apply: for other architectures and on
//! other devices.

mod adamw;
mod backward;
mod convert;
mod door;

pub(crate) use door::{gradients, optimizer, pass};
