//! Playing games: agents, move policies, start sets, and many games in lockstep.

mod agent;
mod lockstep;
mod openings;
mod played;
mod sampling;

pub use agent::{AgentError, AgentSpec, Mind, Minds};
pub use lockstep::{Block, Counters, Job, PlayError, Stopped, play_block};
pub use openings::{Opening, OpeningsError, find_openings, random_position, twin};
pub use played::{ExactShare, Played, Target};
pub use sampling::Sampling;
