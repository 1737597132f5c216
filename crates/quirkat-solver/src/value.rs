use serde::{Deserialize, Serialize};
use std::fmt;

/// The exact value of a position for the side to move, under best play of both. Play that never
/// ends is a draw; the limit of plies without a capture is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Neither can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The same value for the opponent.
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
