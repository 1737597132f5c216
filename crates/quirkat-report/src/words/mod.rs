//! Values and settings in words, and the sentences that may be quoted.

mod numbers;
mod run;
mod sentence;
mod setting;

pub(crate) use numbers::{
    count_or_dash, counted, listed, or_dash, p_value, percent, points, share_with_interval,
    with_interval,
};
pub(crate) use run::in_run;
pub(crate) use sentence::quote;
pub use setting::slug;
pub(crate) use setting::{budget, move_policy, setting_slug, start_set, verdict_text};
