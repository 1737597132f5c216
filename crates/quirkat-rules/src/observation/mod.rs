//! What a network sees, and the symmetries.

pub(crate) mod planes;
pub(crate) mod symmetry;
