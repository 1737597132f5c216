//! Trained networks for other programs: the weights in a common format, a sidecar that says all that
//! a player needs, and a model card.
//!
//! The sidecar is meant to be enough: who has it and the model file can write a player without this
//! code (`examples/python` does).

mod board;
mod card;
mod layout;
mod prose;
mod shallow;
mod sidecar;
mod source;
mod vectors;

pub use card::card;
pub use sidecar::{SIDECAR_VERSION, sidecar};
pub use source::{Grade, Source};
pub use vectors::{PositionRecord, positions};
