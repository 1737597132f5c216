//! Agents and games: who plays ([`AgentSpec`], [`Agent`]), how an agent decides ([`Decider`]), many
//! games in lockstep ([`play_block`]) and on many threads ([`play_games`]), start positions
//! ([`find_openings`]), programs that speak UGI ([`ExternalAgent`]), and random streams by name
//! ([`Seed`]).

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

mod agent;
mod decider;
mod error;
mod external;
mod games;
mod played;
mod policy;
mod seed;
mod stop;
mod threads;

pub use agent::{
    Agent, AgentError, AgentEvaluator, AgentFactory, AgentSpec, EvaluatorKind, ExternalTerms,
    FindCheckpoint, SearchAgent,
};
pub use decider::{Begun, Decider, WholeMove};
pub use error::PlayError;
pub use external::{ExternalAgent, ExternalBudget, ExternalError, ExternalSpec, Restarts};
pub use games::{
    Counters, GameBlock, Opening, OpeningsError, PlannedGame, find_openings, find_openings_from,
    play_block, play_blocks, play_games, play_until, random_position, twin,
};
pub use played::{ExactShare, Forfeit, GameInPlay, PlayedGame, Target};
pub use seed::{Random, Seed};
pub use stop::{Halt, Stopped};
pub use threads::{ThreadsError, on_threads, start_scoped_thread, start_thread, thread_count};
