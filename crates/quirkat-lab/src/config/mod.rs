//! Training configurations: TOML, kebab-case, unknown keys refused with a suggestion.

mod balance;
mod decision;
mod load;
mod resolved;
mod train;

pub use balance::{BalanceConfig, MeasureConfig, StoppingConfig};
pub use decision::{DecisionConfig, DecisionRule};
pub use load::{Overrides, load, load_balance};
pub use resolved::is_balance;
pub(crate) use resolved::read_resolved;
pub use train::{EvaluationConfig, NetworkScope, SelfPlayConfig, StrengthConfig, TrainConfig};
