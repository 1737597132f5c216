//! The key of a measurement: start set, move policy, budget.

mod move_policy;
mod setting;
mod start_set;

pub use move_policy::MovePolicy;
pub use setting::Setting;
pub use start_set::StartSet;
