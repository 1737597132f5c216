//! How strong the agents are and how they learnt.

mod checkpoints;
pub(super) mod learning;
mod learning_curve;
pub(super) mod strength;
