use super::error::{RecordError, RecordFault, TooManyTags, UnknownFormat};
use super::game::RecordedGame;
use super::pdn::{read_pdn, write_pdn};
use super::place::Place;
use super::table_reader::read_table;
use super::table_writer::write_table;
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// How games are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table, a game a row.
    Csv,
    /// Tags and numbered moves.
    Pdn,
}

impl Format {
    /// The format that a file's extension tells.
    ///
    /// # Errors
    /// For others than `.csv`, `.pdn` and `.pgn`.
    pub fn of(path: &Path) -> Result<Self, UnknownFormat> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        extension.to_ascii_lowercase().parse()
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        match text {
            "csv" => Ok(Self::Csv),
            "pdn" | "pgn" => Ok(Self::Pdn),
            _ => Err(UnknownFormat(text.to_owned())),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Csv => "csv",
            Self::Pdn => "pdn",
        })
    }
}

/// Reads the games of a file in the format of its extension, as they are: see
/// [`super::check_games`]. A CSV with the columns `variant` and `result` is enough where results
/// are all that is wanted.
///
/// # Errors
/// When the file cannot be read, is longer than 256 MiB, holds no game, or is malformed: with file, line
/// and game.
pub fn read_games(path: &Path) -> Result<Vec<RecordedGame>, RecordError> {
    let format = Format::of(path).map_err(|source| RecordError::Format {
        path: path.to_owned(),
        source,
    })?;
    let content = quirkat_store::read(path, LARGEST_FILE)?;
    parse_games(&content, format, &path.display().to_string())
}

/// Reads games from memory; `file` is what errors call it. Lines may end with LF, CR LF or CR.
///
/// # Errors
/// When it holds no game, or is malformed.
pub fn parse_games(
    content: &[u8],
    format: Format,
    file: &str,
) -> Result<Vec<RecordedGame>, RecordError> {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let content = with_line_feeds(content);
    let games = match format {
        Format::Csv => read_table(&content),
        Format::Pdn => read_pdn(&content),
    };
    let games = games.map_err(|(place, fault)| fault.at(file, place))?;
    if games.is_empty() {
        let lines = content.split(|&byte| byte == b'\n').count() as u64;
        let end = Place {
            line: lines,
            ..Place::default()
        };
        return Err(RecordFault::Empty.at(file, end));
    }
    Ok(games)
}

/// A million long games are smaller.
const LARGEST_FILE: u64 = 256 << 20;

/// The same lines, each ended by LF alone.
fn with_line_feeds(content: &[u8]) -> Cow<'_, [u8]> {
    if !content.contains(&b'\r') {
        return Cow::Borrowed(content);
    }
    let mut lines = Vec::with_capacity(content.len());
    let mut after_return = false;
    for &byte in content {
        match byte {
            b'\r' => lines.push(b'\n'),
            b'\n' if after_return => {}
            byte => lines.push(byte),
        }
        after_return = byte == b'\r';
    }
    Cow::Owned(lines)
}

/// Games as text. CSVs have no place for comments and annotations of moves.
///
/// # Errors
/// Of a CSV, when the games have more different tags than a table has room for.
pub fn write_games(games: &[RecordedGame], format: Format) -> Result<String, TooManyTags> {
    match format {
        Format::Csv => write_table(games),
        Format::Pdn => Ok(write_pdn(games)),
    }
}
