//! Training configurations: TOML, kebab-case, unknown keys refused with a suggestion.

mod balance;
mod checks;
mod decision;
mod load;
mod reference;
mod resolved;
mod train;

pub use balance::{BalanceConfig, MeasureConfig, StoppingConfig};
pub use decision::{DecisionConfig, DecisionRule};
pub use load::{Overrides, load, load_balance};
pub use reference::{Key, balance_keys, configuration_page, train_keys};
pub use resolved::is_balance;
pub(crate) use resolved::read_resolved;
pub use train::{EvaluationConfig, NetworkScope, SelfPlayConfig, StrengthConfig, TrainConfig};
