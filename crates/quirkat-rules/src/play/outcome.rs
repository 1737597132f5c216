use crate::board::color::Color;
use std::fmt;

/// Why a game ended by its own rules. (A game cut by a length limit of the workbench has no
/// outcome.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A side has no pieces left and has lost.
    Bare,
    /// The side to move has no legal move and has lost.
    Blocked,
    /// The position occurred the n-th time.
    Repetition,
    /// n plies without a capture.
    NoCapture,
}

impl Reason {
    /// The word used in records: `bare`, `blocked`, `repetition`, `no-capture`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Blocked => "blocked",
            Self::Repetition => "repetition",
            Self::NoCapture => "no-capture",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner, `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// +1 when White won, −1 when Black won, 0 for a draw.
    pub const fn white_reward(self) -> i8 {
        match self.winner {
            Some(Color::White) => 1,
            Some(Color::Black) => -1,
            None => 0,
        }
    }

    /// The letter used in records: `w`, `b` or `d`.
    pub const fn letter(self) -> char {
        match self.winner {
            Some(color) => color.letter(),
            None => 'd',
        }
    }
}
