//! Interval estimates.

pub(crate) mod bootstrap;
pub(crate) mod difference;
pub(crate) mod interval;
pub(crate) mod proportion;
pub(crate) mod score;

pub use bootstrap::{hierarchical_bootstrap, hierarchical_bootstrap_counts};
pub use difference::square_and_add;
pub use interval::{Interval, Method};
pub use proportion::wilson;
pub use score::{pairs_score, trinomial_score};
