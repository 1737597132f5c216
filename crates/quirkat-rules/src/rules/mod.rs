//! The rules as data: switches, named sets, and the tables that follow from them.

pub(crate) mod geometry;
pub(crate) mod preset;
pub(crate) mod switches;
