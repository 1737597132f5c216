pub(crate) mod geometry;
pub(crate) mod preset;
pub(crate) mod switches;
