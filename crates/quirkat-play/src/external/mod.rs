//! Programs that speak UGI as agents.

mod engine;
mod process;

pub use engine::{ExternalAgent, ExternalBudget, ExternalEngine, ExternalSpec};
pub use process::ExternalError;
