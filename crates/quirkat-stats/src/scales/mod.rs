//! Scores from 0 to 1 in other units.

pub(crate) mod elo;
pub(crate) mod points;

pub use elo::elo_from_score;
pub use points::advantage_points;
