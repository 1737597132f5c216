//! Positions and moves as strings.

pub(crate) mod notation;
pub(crate) mod setup;
