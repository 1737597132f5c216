//! Agents: as they are written ([`AgentSpec`]), ready to play ([`Agent`]), and the way from one to
//! the other ([`AgentFactory`]).

mod error;
mod evaluator;
mod factory;
mod kind;
mod parse;
mod spec;

pub use error::AgentError;
pub use evaluator::AgentEvaluator;
pub use factory::{AgentFactory, ExternalTerms, FindCheckpoint};
pub use kind::{Agent, EvaluatorKind, SearchAgent};
pub use spec::AgentSpec;
