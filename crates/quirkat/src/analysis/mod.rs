//! What an agent thinks of positions and of whole games: policy, chances, lines, losses, and what
//! is known exactly.
//!
//! Chances are W/D/L, and a *score* is win + draw / 2. All are for the side to move, or for the
//! side that made the move.

mod analyst;
mod annotate;
mod exact;
mod game;
mod json;
mod position;
mod table;
#[cfg(test)]
mod tests;

pub use analyst::Analyst;
pub use annotate::annotate;
pub use exact::{ExactPosition, ExactValues};
pub use game::{GameAnalysis, PlyAnalysis, SideSummary};
pub use json::{GameObject, PositionObject};
pub use position::{MoveAnalysis, PositionAnalysis, score};
pub use table::{write_game, write_position};
