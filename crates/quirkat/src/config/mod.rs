//! Training configurations: TOML, kebab-case, unknown keys refused with a suggestion.

mod load;
mod suggest;
mod train;

pub use load::{Overrides, load};
pub use suggest::{Suggest, with_suggestion};
pub use train::{
    Estimand, EvaluationConfig, NetworkScope, SelfPlayConfig, StrengthConfig, TrainConfig,
};
