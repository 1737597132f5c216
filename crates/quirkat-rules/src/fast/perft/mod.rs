//! Perft by sets of moves: whole plies are counted without one position of them being made.

mod captures;
mod chains;
mod count;
mod eight;
mod leaves;
mod node;
mod queue;
mod side;
mod spread;
mod state;
mod successor;
mod walk;

pub use count::{divide, perft};
