pub(crate) mod color;
pub(crate) mod direction;
pub(crate) mod lines;
pub(crate) mod point;
pub mod points;
pub(crate) mod stones;
