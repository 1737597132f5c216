//! Game records: PDN-like files and CSVs of games, read, checked by the rules, and written.
//!
//! A PDN file here is what draughts programs write, in this project's notation: tags, numbered
//! moves with full capture paths, `{…}` comments, and the result. The rule set stands in the tag
//! `Variant`, and its switches in `Rules` where it is no preset:
//!
//! ```text
//! [Result "1-0"]
//! [Variant "bell"]
//! [Termination "bare"]
//!
//! 1. c2-c3 c4xc2 2. c1xc3 a3xc1 ... 1-0
//! ```
//!
//! CSVs need a column `result` or `moves`; every further column is a tag of the other format.
//!
//! ```
//! use quirkat_record::{Format, RuleBook, check_games, parse_games, write_games};
//!
//! let text = "[Variant \"bell\"]\n\n1. c2-c3 a3xc3 { a slip } *\n";
//! let mut games = parse_games(text.as_bytes(), Format::Pdn, "games.pdn")?;
//! let error = check_games(&mut games, &mut RuleBook::default(), "games.pdn").unwrap_err();
//! assert!(error.to_string().starts_with("games.pdn, line 1, game 1, move 1...: illegal move"));
//! # Ok::<(), quirkat_record::RecordError>(())
//! ```

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

mod book;
mod check;
mod error;
mod format;
mod game;
mod pdn;
mod place;
#[cfg(test)]
#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;
mod switches;
mod table_reader;
mod table_writer;
mod tag;
#[cfg(test)]
mod tests;

pub use book::RuleBook;
pub use check::check_games;
pub use error::{RecordError, RecordFault, TooManyTags, UnknownFormat};
pub use format::{Format, parse_games, read_games, write_games};
pub use game::{RecordedGame, RecordedMove, RecordedResult};
pub use place::Place;
