//! Ratings of several agents together with the first-player advantage and the draw rate.

mod davidson;
mod fit;
mod likelihood;
mod model;

pub use model::{Match, Rating, Ratings};
