//! Training steps.

mod autodiff;
mod config;
mod trainer;

pub use config::TrainingConfig;
pub use trainer::Trainer;
pub(crate) use trainer::optimizer;
