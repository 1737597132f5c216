//! Programs that speak UGI as agents.

mod engine;
mod process;
mod restarts;

pub(crate) use engine::ExternalEngine;
pub use engine::{ExternalAgent, ExternalBudget, ExternalSpec};
pub use process::ExternalError;
pub use restarts::Restarts;
