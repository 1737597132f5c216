//! Playing games: agents, move policies, start sets, and many games in lockstep.

mod agent;
mod evaluator;
mod lockstep;
mod openings;
mod outside;
mod outside_process;
mod played;
mod sampling;

pub use agent::{AgentError, AgentSpec, Mind, Minds};
pub(crate) use evaluator::AgentEvaluator;
pub use lockstep::{Block, Counters, Job, PlayError, Stopped, play_block};
pub use openings::{
    Opening, OpeningsError, find_openings, find_openings_from, random_position, twin,
};
pub use outside::{OutsideBudget, OutsideEngine, OutsideMind, OutsideSpec};
pub use outside_process::OutsideError;
pub(crate) use played::Playing;
pub use played::{ExactShare, Played, Target};
pub use sampling::Sampling;
