//! Learning: a network through its iterations of self-play and training, and how its strength grows.

mod learner;
mod metrics;
mod networks;
mod strength;
mod window;

pub(crate) use networks::{Networks, in_threads};
pub(crate) use window::samples;
