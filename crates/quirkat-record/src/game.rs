use super::error::{RecordFault, check_length, clipped};
use super::place::Place;
use super::tag::snake;
use quirkat_rules::{Color, Move, MoveKind, Outcome, Rules};
use std::borrow::Cow;
use std::fmt;

/// A game as a file has it. Nothing says that it is legal before [`super::check_games`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedGame {
    /// Where it stands in its file.
    pub place: Place,
    /// The name of the rule set.
    pub variant: Option<String>,
    /// Its switches, where the file has them; after a check: where it is no preset.
    pub rules: Option<Rules>,
    /// The start position as text, `None` for the start of the game.
    pub start: Option<String>,
    /// The moves; empty where only the result is known.
    pub moves: Vec<RecordedMove>,
    /// Who won, `None` for a game without result (cut, or not recorded).
    pub result: Option<RecordedResult>,
    /// Why it ended: `bare`, `blocked`, `repetition`, `no-capture`, `capped` or any other text.
    pub reason: Option<String>,
    /// Everything else by tag name, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
}

/// A move with what was written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub played: Move,
    /// Numeric annotations: 1 for `!`, 2 for `?` and so on.
    pub annotations: Vec<u8>,
    /// Comments after it.
    pub comments: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordedResult {
    /// White won.
    White,
    /// Nobody did.
    Draw,
    /// Black won.
    Black,
}

impl RecordedGame {
    /// The side that begins.
    pub fn first(&self) -> Color {
        let letter = self
            .start
            .as_deref()
            .and_then(|start| start.split_whitespace().nth(1));
        if letter == Some("b") {
            Color::Black
        } else {
            Color::White
        }
    }

    /// The number of each move and who makes it, from the notation alone: all but a huff pass the
    /// turn, and each turn of White has the next number.
    pub fn numbering(&self) -> Vec<(usize, Color)> {
        let (mut number, mut turn) = (1, self.first());
        let mut numbering = Vec::with_capacity(self.moves.len());
        for recorded in &self.moves {
            numbering.push((number, turn));
            if recorded.played.kind() != MoveKind::Huff {
                number += usize::from(turn == Color::Black);
                turn = !turn;
            }
        }
        numbering
    }

    /// The value of a tag; names are compared without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self
            .tags
            .iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// What a table has in a column of this game, by the column's name: `None` where it says nothing.
    pub fn field(&self, column: &str) -> Option<Cow<'_, str>> {
        let key = snake(column);
        match key.as_str() {
            "variant" | "ruleset" => self.variant.as_deref().map(Cow::Borrowed),
            "opening" | "fen" => self.start.as_deref().map(Cow::Borrowed),
            "result" => self.result.map(|result| result.letter().into()),
            "reason" | "termination" => self.reason.as_deref().map(Cow::Borrowed),
            "plies" if !self.moves.is_empty() => Some(self.moves.len().to_string().into()),
            key => {
                let found = self.tags.iter().find(|(name, _)| snake(name) == key);
                found.map(|(_, value)| Cow::Borrowed(&**value))
            }
        }
    }

    /// Gives a tag this value.
    pub fn set_tag(&mut self, name: &str, value: String) {
        let found = self
            .tags
            .iter_mut()
            .find(|(other, _)| other.eq_ignore_ascii_case(name));
        match found {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }
}

impl RecordedMove {
    /// Reads a move; 17 points are the longest.
    pub(super) fn read(text: &str) -> Result<Self, RecordFault> {
        check_length(text, "move", 50)?;
        Ok(text.parse::<Move>()?.into())
    }
}

impl From<Move> for RecordedMove {
    fn from(played: Move) -> Self {
        Self {
            played,
            annotations: Vec::new(),
            comments: Vec::new(),
        }
    }
}

impl RecordedResult {
    /// `1-0`, `1/2-1/2` or `0-1`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Draw => "1/2-1/2",
            Self::Black => "0-1",
        }
    }

    /// `w`, `d` or `b`.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::White => "w",
            Self::Draw => "d",
            Self::Black => "b",
        }
    }

    /// Reads results of PDN files, `None` for `*`; draughts programs also write `2-0`, `1-1`, `0-2`.
    pub(super) fn read(text: &str) -> Result<Option<Self>, RecordFault> {
        Ok(match text {
            "1-0" | "2-0" => Some(Self::White),
            "0-1" | "0-2" => Some(Self::Black),
            "1/2-1/2" | "1-1" => Some(Self::Draw),
            "*" => None,
            _ => return Err(RecordFault::Result(clipped(text))),
        })
    }
}

impl From<Outcome> for RecordedResult {
    fn from(outcome: Outcome) -> Self {
        match outcome.winner {
            Some(Color::White) => Self::White,
            Some(Color::Black) => Self::Black,
            None => Self::Draw,
        }
    }
}

/// `line 12, game 3, move 5` and, for Black, `move 5...`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if self.game > 0 {
            write!(f, ", game {}", self.game)?;
        }
        match self.ply {
            Some((number, Color::White)) => write!(f, ", move {number}"),
            Some((number, Color::Black)) => write!(f, ", move {number}..."),
            None => Ok(()),
        }
    }
}
