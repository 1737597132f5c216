//! Many games stepped together: each word of eight games is one vector.

mod choice;
mod env;
mod hops;
mod kernel;
mod slots;

pub use env::{StepBuffers, VecEnv, VecEnvError};
