pub(crate) mod notation;
pub(crate) mod setup;
