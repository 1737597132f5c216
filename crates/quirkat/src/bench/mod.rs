//! Speeds of this build on this machine, one core each, and a signature of its behaviour.

mod measure;
mod peak;

pub use measure::{Bench, bench, random_decisions, random_samples, signature};
