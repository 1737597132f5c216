//! Games as a batch of work: planned, played in lockstep, spread over threads.

mod block;
mod lockstep;
mod openings;
mod schedule;

pub use block::{Counters, GameBlock, PlannedGame};
pub use lockstep::play_block;
pub use openings::{
    Opening, OpeningsError, find_openings, find_openings_from, random_position, twin,
};
pub use schedule::{play_blocks, play_games, play_until};
