//! Play: positions, moves, actions and games.

pub(crate) mod action;
pub(crate) mod capture_search;
pub(crate) mod game;
pub(crate) mod hop;
pub(crate) mod legal;
pub(crate) mod moves;
pub(crate) mod outcome;
pub(crate) mod perft;
pub(crate) mod position;
pub(crate) mod raw;
pub(crate) mod successor;
pub(crate) mod walk;
