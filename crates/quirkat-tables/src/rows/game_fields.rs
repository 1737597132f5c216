//! What a field of a game or of a measurement can say.

use quirkat_rules::Color;
use quirkat_stats::GameResult;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a game in a table ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum RecordedResult {
    /// White won: `w`.
    White,
    /// Black won: `b`.
    Black,
    /// Drawn: `d`.
    Draw,
    /// Cut by the length limit, so without a result: the empty field.
    #[default]
    Cut,
}

impl RecordedResult {
    /// Its letter; nothing for a game that was cut.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::White => "w",
            Self::Black => "b",
            Self::Draw => "d",
            Self::Cut => "",
        }
    }

    /// Of a game that was won by this player, or drawn.
    pub const fn of_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
            None => Self::Draw,
        }
    }

    /// The result for a player; `None` when the game was cut.
    pub fn result_for(self, player: Color) -> Option<GameResult> {
        let white = match self {
            Self::White => GameResult::Win,
            Self::Black => GameResult::Loss,
            Self::Draw => GameResult::Draw,
            Self::Cut => return None,
        };
        Some(match player {
            Color::White => white,
            Color::Black => white.reversed(),
        })
    }
}

impl fmt::Display for RecordedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter())
    }
}

impl FromStr for RecordedResult {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::White, Self::Black, Self::Draw, Self::Cut];
        let found = all.into_iter().find(|result| result.letter() == text);
        found.ok_or_else(|| {
            format!(
                "result: `{text}` is none; allowed are w, b, d, and nothing for a game that was cut"
            )
        })
    }
}

impl TryFrom<String> for RecordedResult {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<RecordedResult> for &'static str {
    fn from(result: RecordedResult) -> Self {
        result.letter()
    }
}

/// Why a game in a table ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The loser has no men left.
    Bare,
    /// The loser has no legal move.
    Blocked,
    /// A position occurred too often.
    Repetition,
    /// Too many plies without a capture.
    NoCapture,
    /// The length limit.
    Capped,
    /// Not told, or not by a word of ours: the empty field.
    #[default]
    #[serde(rename = "")]
    Unknown,
}

impl From<quirkat_rules::Reason> for EndReason {
    fn from(reason: quirkat_rules::Reason) -> Self {
        use quirkat_rules::Reason;
        match reason {
            Reason::Bare => Self::Bare,
            Reason::Blocked => Self::Blocked,
            Reason::Repetition => Self::Repetition,
            Reason::NoCapture => Self::NoCapture,
        }
    }
}

/// A colour as its letter: `w`, `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// White.
    #[serde(rename = "w")]
    White,
    /// Black.
    #[serde(rename = "b")]
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_back_and_are_seen_by_both_players() {
        for text in ["w", "b", "d", ""] {
            assert_eq!(text.parse::<RecordedResult>().unwrap().to_string(), text);
        }
        let error = "1-0".parse::<RecordedResult>().unwrap_err();
        assert!(
            error.contains("`1-0`") && error.contains("w, b, d"),
            "{error}"
        );
        let white = RecordedResult::White;
        assert_eq!(white.result_for(Color::White), Some(GameResult::Win));
        assert_eq!(white.result_for(Color::Black), Some(GameResult::Loss));
        assert_eq!(RecordedResult::Cut.result_for(Color::White), None);
    }
}
