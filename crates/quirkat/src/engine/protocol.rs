use super::{EngineOptions, Limits, Report, hub, ugi};
use quirkat_rules::{Move, Outcome};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// A language of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Hub protocol of draughts programs, version 2.
    Hub,
}

/// What a line asks for, whatever the language.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// Say who you are and what can be set.
    Hello,
    /// Load what is needed and say when that is done.
    Ready,
    /// Say that you are there.
    Ping,
    /// Set an option.
    Set {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// What follows belongs to another game.
    NewGame,
    /// The position to think about.
    Position {
        /// As a string, `None` for the start of the game.
        start: Option<String>,
        /// Moves from there.
        moves: Vec<String>,
    },
    /// Limits of the searches that follow.
    Level(Limits),
    /// Think.
    Go {
        /// Limits of this search; `None` for those of [`Command::Level`].
        limits: Option<Limits>,
        /// Limits count only from [`Command::PonderHit`] on.
        ponder: bool,
    },
    /// The opponent played what was expected: limits count from now on.
    PonderHit,
    /// End the search and answer.
    Stop,
    /// About the position.
    Query(Question),
    /// End.
    Quit,
    /// An empty line, or one that says nothing to this engine.
    Nothing,
    /// Not understood.
    Bad {
        /// Why.
        reason: String,
        /// Whether whoever sent it waits for a move.
        wants_move: bool,
    },
}

impl Command {
    pub(super) fn bad(reason: impl Into<String>) -> Self {
        Self::Bad {
            reason: reason.into(),
            wants_move: false,
        }
    }
}

/// A question of `query`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether White is to move.
    FirstPlayersTurn,
    /// Whether the game has ended.
    GameOver,
    /// How.
    Result,
}

/// What the engine says, whatever the language.
#[derive(Clone, Debug)]
pub(super) enum Answer<'a> {
    /// Who it is and what can be set.
    Hello(&'a EngineOptions),
    /// All is loaded.
    Ready,
    /// It is there.
    Pong,
    /// About the position.
    Truth(bool),
    /// How the game ended, `None` while it goes on.
    Result(Option<Outcome>),
    /// About the search.
    Info(&'a Report),
    /// The move, `None` where there is none to give, and the answer expected.
    Best(Option<Move>, Option<Move>),
    /// Something was not done.
    Error(&'a str),
}

impl Protocol {
    /// What a line asks for.
    pub(super) fn read(self, line: &str) -> Command {
        match self {
            Self::Ugi => ugi::read(line),
            Self::Hub => hub::read(line),
        }
    }

    /// Writes an answer, a line or several.
    ///
    /// # Errors
    /// When nobody reads.
    pub(super) fn write(self, answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Ugi => ugi::write(answer, out),
            Self::Hub => hub::write(answer, out),
        }
    }

    /// Whether a search without limits may end before `stop`.
    pub(super) const fn may_end_early(self) -> bool {
        matches!(self, Self::Hub)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ugi => "ugi",
            Self::Hub => "hub",
        })
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "ugi" => Ok(Self::Ugi),
            "hub" => Ok(Self::Hub),
            _ => Err(format!("unknown protocol `{text}`; protocols are ugi, hub")),
        }
    }
}
