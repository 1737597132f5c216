//! What follows from the games of a job: a file of tables each.

pub(super) mod blocks;
pub(super) mod curve;
pub(super) mod effects;
pub(super) mod first_moves;
pub(super) mod pairs;
pub(super) mod pooled;
pub(super) mod variants;
