use super::options::EngineOptions;
use super::pace::Limits;
use super::report::Report;
use quirkat_rules::{Move, Outcome};

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
        /// What of the line was not understood; a move is chosen all the same.
        complaint: Option<String>,
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
        /// Whether whoever sent it waits for a `response`.
        wants_response: bool,
    },
}

impl Command {
    pub(super) fn bad(reason: impl Into<String>) -> Self {
        Self::Bad {
            reason: reason.into(),
            wants_response: false,
        }
    }
}

/// A question of `query`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether White is to move.
    FirstPlayersTurn,
    /// Whether Black is to move.
    SecondPlayersTurn,
    /// Whether the game has ended.
    GameOver,
    /// How.
    Result,
    /// Which it is, as a string.
    Position,
    /// Whether this move may be played.
    IsLegal(String),
    /// Which moves may be played.
    Moves,
    /// How many.
    MoveCount,
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
    /// Words about the position; none where there is nothing to say.
    Words(&'a [String]),
    /// About the search.
    Info(&'a Report),
    /// The move, `None` where there is none to give, and the answer expected.
    Best(Option<Move>, Option<Move>),
    /// Something was not done.
    Error(&'a str),
}
