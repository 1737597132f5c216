//! Players that never give away value.

mod conversion;
mod exact_player;
mod exact_source;
mod perfect;
mod strategy;

pub use exact_player::{ExactMoves, ExactPlayer};
pub use exact_source::ExactSource;
pub use perfect::{Perfect, PerfectMoves};
pub use strategy::Strategy;
