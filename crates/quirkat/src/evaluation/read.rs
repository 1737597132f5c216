//! Reading tables back, plain or compressed.

use super::{CsvRow, GameRow, csv_text};
use crate::run::write_atomically;
use anyhow::{Context, Result, anyhow, bail, ensure};
use flate2::read::MultiGzDecoder;
use flate2::{Compression, GzBuilder};
use serde::de::DeserializeOwned;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The ending of compressed tables.
const COMPRESSED: &str = ".gz";

/// Writes `NAME`, or `NAME.gz` when compressed, and removes the other. Returns the file's name.
pub(crate) fn write_table<T: CsvRow>(
    folder: &Path,
    name: &str,
    rows: &[T],
    compress: bool,
) -> Result<String> {
    let plain = folder.join(name);
    let packed = folder.join(format!("{name}{COMPRESSED}"));
    let text = csv_text(rows)?;
    let (written, other) = if compress {
        // No name and no time in the header: equal rows are equal bytes.
        let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
        encoder.write_all(&text)?;
        write_atomically(&packed, &encoder.finish()?)?;
        (format!("{name}{COMPRESSED}"), plain)
    } else {
        write_atomically(&plain, &text)?;
        (name.to_owned(), packed)
    };
    if other.exists() {
        std::fs::remove_file(&other).with_context(|| other.display().to_string())?;
    }
    Ok(written)
}

/// The file of a table: plain, or else compressed.
pub(crate) fn find_table(folder: &Path, name: &str) -> Option<PathBuf> {
    [
        folder.join(name),
        folder.join(format!("{name}{COMPRESSED}")),
    ]
    .into_iter()
    .find(|path| path.is_file())
}

/// The rows of a table; none when there is no file.
///
/// # Errors
/// One line that names the file and the line.
pub(crate) fn read_table<T: CsvRow + DeserializeOwned>(
    folder: &Path,
    name: &str,
) -> Result<Vec<T>> {
    match find_table(folder, name) {
        Some(path) => read_rows(&path),
        None => Ok(Vec::new()),
    }
}

/// The text of a file, unpacked when its name ends in `.gz`.
///
/// # Errors
/// When it cannot be read or is no text.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let shown = || path.display().to_string();
    let mut text = String::new();
    let mut file = std::fs::File::open(path).with_context(shown)?;
    if path.to_string_lossy().ends_with(COMPRESSED) {
        MultiGzDecoder::new(file)
            .read_to_string(&mut text)
            .with_context(shown)?;
    } else {
        file.read_to_string(&mut text).with_context(shown)?;
    }
    Ok(text)
}

fn read_rows<T: CsvRow + DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let text = read_text(path)?;
    rows_of(&text).with_context(|| path.display().to_string())
}

/// Refuses a text that ends within a line, which a reader of CSV may take for a whole one.
fn check_last_line(text: &str) -> Result<()> {
    ensure!(
        text.is_empty() || text.ends_with('\n'),
        "line {}: the file ends in the middle of a line; it was truncated",
        text.lines().count()
    );
    Ok(())
}

fn rows_of<T: CsvRow + DeserializeOwned>(text: &str) -> Result<Vec<T>> {
    check_last_line(text)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| csv_error(&error))?.clone();
    for column in T::COLUMNS {
        ensure!(
            header.iter().any(|name| name == *column),
            "line 1: there is no column `{column}`"
        );
    }
    reader
        .into_deserialize()
        .collect::<Result<_, _>>()
        .map_err(|error| csv_error(&error))
}

/// In one line, beginning with the place.
pub(crate) fn csv_error(error: &csv::Error) -> anyhow::Error {
    let place = error
        .position()
        .map_or_else(String::new, |place| format!("line {}: ", place.line()));
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => anyhow!("{place}{len} fields, {expected_len} expected; the file was cut or edited"),
        csv::ErrorKind::Deserialize { err, .. } => {
            let field = err
                .field()
                .map_or_else(String::new, |field| format!("field {}: ", field + 1));
            anyhow!("{place}{field}{}", err.kind())
        }
        csv::ErrorKind::Utf8 { .. } => anyhow!("{place}not UTF-8"),
        _ => anyhow!("{place}{error}"),
    }
}

/// The games of a run, each checked to be whole in itself.
///
/// # Errors
/// One line that names the file and the line.
pub(crate) fn read_games(folder: &Path) -> Result<Vec<GameRow>> {
    let Some(path) = find_table(folder, "games.csv") else {
        bail!(
            "{}: there is no games.csv and no games.csv.gz",
            folder.display()
        );
    };
    let games: Vec<GameRow> = read_rows(&path)?;
    for (index, game) in games.iter().enumerate() {
        check_game(game).with_context(|| format!("{}: line {}", path.display(), index + 2))?;
    }
    Ok(games)
}

fn check_game(game: &GameRow) -> Result<()> {
    check_result(&game.result)?;
    let moves = game.moves.split_whitespace().count();
    ensure!(
        moves == game.plies,
        "{} plies, but {moves} moves",
        game.plies
    );
    Ok(())
}

/// A result as the CSVs have it.
pub(crate) fn check_result(result: &str) -> Result<()> {
    ensure!(
        matches!(result, "w" | "b" | "d" | ""),
        "result: `{result}` is none; allowed are w, b, d, and nothing for a game that was cut"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> GameRow {
        GameRow {
            variant: "standard".to_owned(),
            game: number,
            result: "w".to_owned(),
            plies: 2,
            moves: "d2-c3 b4-c3".to_owned(),
            ..GameRow::default()
        }
    }

    #[test]
    fn a_table_reads_back_plain_and_compressed_and_only_one_of_both_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let games = [game(0), game(1)];
        for compress in [true, false, true] {
            let name = write_table(folder.path(), "games.csv", &games, compress).unwrap();
            assert_eq!(name == "games.csv.gz", compress);
            assert_eq!(read_games(folder.path()).unwrap(), games);
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_damaged_table_is_refused_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        write_table(folder.path(), "games.csv", &[game(0), game(1)], false).unwrap();
        let path = folder.path().join("games.csv");
        let whole = std::fs::read_to_string(&path).unwrap();
        for (text, parts) in [
            (whole[..whole.len() - 20].to_owned(), &["line 3"][..]),
            (
                whole[..whole.len() - 1].to_owned(),
                &["line 3", "truncated"],
            ),
            (whole.replacen(",w,", ",x,", 1), &["line 2", "`x`"]),
            (
                whole.replacen(",2,", ",3,", 1),
                &["line 2", "3 plies", "2 moves"],
            ),
            (
                whole.replacen(",2,", ",two,", 1),
                &["line 2", "invalid digit"],
            ),
            (whole.replacen("moves", "move", 1), &["line 1", "`moves`"]),
            (String::new(), &["line 1", "`variant`"]),
        ] {
            std::fs::write(&path, &text).unwrap();
            let error = format!("{:#}", read_games(folder.path()).unwrap_err());
            assert!(
                error.contains("games.csv") && !error.contains('\n'),
                "{error}"
            );
            for part in parts {
                assert!(error.contains(part), "`{part}` in {error}");
            }
        }
    }
}
