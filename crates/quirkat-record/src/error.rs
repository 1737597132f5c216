use super::place::Place;
use quirkat_rules::{IllegalMove, MoveSyntaxError, PositionError};
use quirkat_store::StoreError;
use std::path::PathBuf;

/// A name that tells no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format of games `{0}`; formats are csv and pdn")]
pub struct UnknownFormat(pub String);

/// Games with so many different tags that a table of them would grow with the square of their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the games have {tags} different tags; a table has at most {most} columns of tags; PDN has no such limit"
)]
pub struct TooManyTags {
    /// Different tags.
    pub tags: usize,
    /// Columns of a table that may be tags.
    pub most: usize,
}

/// Why a file of games was refused.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] StoreError),
    /// The file's name does not tell its format.
    #[error("{}: {source}", .path.display())]
    Format {
        /// Which.
        path: PathBuf,
        /// What names tell.
        source: UnknownFormat,
    },
    /// Something in it is wrong.
    #[error("{file}, {place}: {fault}")]
    Content {
        /// Its name.
        file: String,
        /// Where.
        place: Place,
        /// What.
        fault: Box<RecordFault>,
    },
}

/// What can be wrong in a record.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RecordFault {
    #[error("expected {0}")]
    Expected(&'static str),
    #[error("no games")]
    Empty,
    #[error("not UTF-8")]
    NotUtf8,
    #[error("{0}")]
    Table(String),
    #[error("neither a column `result` nor a column `moves` in the header")]
    NoGames,
    #[error("the header is separated by {0}; a comma is expected")]
    Separator(&'static str),
    #[error("a second tag or column `{0}`")]
    Twice(String),
    #[error("a second tag `{0}`; a game ends with its result, `*` when it has none")]
    NoEnd(String),
    #[error("{0}")]
    Syntax(#[from] MoveSyntaxError),
    #[error("`{text}` is no {what}: {length} characters")]
    TooLong {
        what: &'static str,
        text: String,
        length: usize,
    },
    #[error("result `{0}`; allowed are 1-0, 0-1, 1/2-1/2, *, and in CSVs w, b, d and nothing")]
    Result(String),
    #[error("the tag says {tag}, the moves end with {moves}")]
    TwoResults {
        tag: &'static str,
        moves: &'static str,
    },
    #[error("`{0}` is no move annotation; allowed are $0 to $255")]
    Annotation(String),
    #[error("rules `{text}`: {why}")]
    Rules { text: String, why: String },
    #[error("no rule set: no tag `Variant`, no column `variant`; name one with --rules")]
    NoVariant,
    #[error("{0}")]
    UnknownVariant(String),
    #[error("the switches of rule set `{0}` here are not those known by that name")]
    OtherRules(String),
    #[error("rules hash {given}, but `{name}` has {own}")]
    RulesHash {
        name: String,
        given: String,
        own: String,
    },
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("{source} in `{position}`")]
    Illegal {
        source: IllegalMove,
        position: String,
    },
    #[error("plies {given}, but there are {moves} moves")]
    Plies { given: String, moves: usize },
    #[error("recorded as {given}, but by the rules {ruled}")]
    End { given: String, ruled: String },
}

impl RecordFault {
    pub(super) fn at(self, file: &str, place: Place) -> RecordError {
        RecordError::Content {
            file: file.to_owned(),
            place,
            fault: Box::new(self),
        }
    }
}

/// Characters of a file that an error shows at most.
const SHOWN: usize = 60;

/// Text of a file for an error's one line.
pub(super) fn clipped(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(['\n', '\r'], " ")
}

/// Refuses text that is longer than anything of its kind, before an error repeats it.
pub(super) fn check_length(text: &str, what: &'static str, most: usize) -> Result<(), RecordFault> {
    if text.len() <= most {
        return Ok(());
    }
    Err(RecordFault::TooLong {
        what,
        text: clipped(text),
        length: text.chars().count(),
    })
}
