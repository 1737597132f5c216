pub(crate) mod planes;
pub(crate) mod symmetry;
