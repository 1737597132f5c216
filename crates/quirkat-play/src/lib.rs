//! Agents and games: who plays ([`AgentSpec`], [`Agent`]), how a search becomes a move
//! ([`choose_action`]), many games in lockstep ([`play_block`]), start positions
//! ([`find_openings`]), programs that speak UGI ([`ExternalEngine`]), and random streams by name
//! ([`Seed`]).

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

mod agent;
mod evaluator;
mod external;
mod lockstep;
mod openings;
mod played;
mod policy;
mod seed;

pub use agent::{Agent, AgentError, AgentFactory, AgentSpec, EvaluatorKind, FindCheckpoint};
pub use evaluator::AgentEvaluator;
pub use external::{ExternalAgent, ExternalBudget, ExternalEngine, ExternalError, ExternalSpec};
pub use lockstep::{Block, Counters, PlannedGame, PlayError, Stopped, play_block};
pub use openings::{
    Opening, OpeningsError, find_openings, find_openings_from, random_position, twin,
};
pub use played::{ExactShare, Played, Playing, Target};
pub use policy::{choose_action, search_for};
pub use seed::{Random, Seed};
