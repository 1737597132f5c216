//! How the measured games went.

pub(super) mod diversity;
pub(super) mod first_moves;
pub(super) mod lengths;
pub(super) mod outcomes;
mod sets;
