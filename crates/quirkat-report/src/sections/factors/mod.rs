//! What moves an advantage: budget, move policy, rule switches.

pub(super) mod budget;
pub(super) mod effects;
pub(super) mod policies;
