//! The value of one position: from tables, or by solving what can be reached from it.

mod look_ahead;
mod prober;
mod reachable;
mod terminal;

pub use prober::{Probe, Prober};
pub(crate) use terminal::winner_now;
