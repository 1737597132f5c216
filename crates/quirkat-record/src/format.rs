use super::error::{RecordError, UnknownFormat};
use super::game::RecordedGame;
use super::pdn::{read_pdn, write_pdn};
use super::table_reader::read_table;
use super::table_writer::write_table;
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
/// When the file cannot be read, or is malformed: with file, line and game.
pub fn read_games(path: &Path) -> Result<Vec<RecordedGame>, RecordError> {
    let format = Format::of(path).map_err(|source| RecordError::Format {
        path: path.to_owned(),
        source,
    })?;
    let content = std::fs::read(path).map_err(|source| RecordError::File {
        path: path.to_owned(),
        source,
    })?;
    parse_games(&content, format, &path.display().to_string())
}

/// Reads games from memory; `file` is what errors call it.
///
/// # Errors
/// When it is malformed.
pub fn parse_games(
    content: &[u8],
    format: Format,
    file: &str,
) -> Result<Vec<RecordedGame>, RecordError> {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let games = match format {
        Format::Csv => read_table(content),
        Format::Pdn => read_pdn(content),
    };
    games.map_err(|(place, fault)| fault.at(file, place))
}

/// Games as text. CSVs have no place for comments and annotations of moves.
pub fn write_games(games: &[RecordedGame], format: Format) -> String {
    match format {
        Format::Csv => write_table(games),
        Format::Pdn => write_pdn(games),
    }
}
