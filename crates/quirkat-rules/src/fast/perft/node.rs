//! Positions and captures on a board that is not turned between plies.

use crate::play::position::{Bans, Position};

/// A position on the board as the side that moved first sees it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) me: u32,
    pub(super) them: u32,
    pub(super) kings: u32,
    pub(super) marks: u32,
    pub(super) bans: Bans,
}

/// A whole capture.
#[derive(Clone, Copy)]
pub(super) struct CaptureMove {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) jumped: u32,
}

impl Node {
    /// Of a position without a capture in progress.
    pub(super) fn of(position: &Position) -> Self {
        Self {
            me: position.own,
            them: position.opp,
            kings: position.kings,
            marks: position.marks,
            bans: position.bans,
        }
    }
}
