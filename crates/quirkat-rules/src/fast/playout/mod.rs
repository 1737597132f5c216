//! Random games by numbered moves: only the move that is drawn is worked out.

mod captures;
mod men;
mod numbered;
mod random_game;
mod steps;

pub use random_game::{PlayedOut, Playout};
