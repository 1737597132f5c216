use crate::{CsvRow, Table, TableError, csv_text};
use flate2::{Compression, GzBuilder};
use quirkat_store::StoreError;
use serde::de::DeserializeOwned;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The ending of compressed tables.
const COMPRESSED: &str = ".gz";

/// Writes `NAME`, or `NAME.gz` when compressed, and removes the other. Returns the file's name.
///
/// # Errors
/// When the file system refuses.
pub fn write_table<T: CsvRow>(
    folder: &Path,
    name: &str,
    rows: &[T],
    compress: bool,
) -> Result<String, StoreError> {
    let plain = folder.join(name);
    let packed = folder.join(format!("{name}{COMPRESSED}"));
    let refused = |source: std::io::Error| StoreError::Write {
        path: plain.clone(),
        source,
    };
    let text = table_text(rows).map_err(refused)?;
    let (written, other) = if compress {
        // No name and no time in the header: equal rows are equal bytes.
        let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
        let packing = encoder.write_all(&text).and_then(|()| encoder.finish());
        quirkat_store::write(&packed, &packing.map_err(refused)?)?;
        (format!("{name}{COMPRESSED}"), plain)
    } else {
        quirkat_store::write(&plain, &text)?;
        (name.to_owned(), packed)
    };
    match std::fs::remove_file(&other) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(StoreError::Write {
            path: other,
            source,
        }),
        _ => Ok(written),
    }
}

/// Writes a header and rows in one piece.
///
/// # Errors
/// When the file system refuses.
pub fn write_csv<T: CsvRow>(path: &Path, rows: &[T]) -> Result<(), StoreError> {
    let text = table_text(rows).map_err(|source| StoreError::Write {
        path: path.to_owned(),
        source,
    })?;
    quirkat_store::write(path, &text)
}

/// A header and rows in memory, as [`write_table`] writes them.
///
/// # Errors
/// When a row does not serialise into fields.
pub fn table_text<T: CsvRow>(rows: &[T]) -> std::io::Result<Vec<u8>> {
    csv_text(rows).map_err(std::io::Error::other)
}

/// The file of a table: plain, or else compressed.
pub fn find_table(folder: &Path, name: &str) -> Option<PathBuf> {
    [
        folder.join(name),
        folder.join(format!("{name}{COMPRESSED}")),
    ]
    .into_iter()
    .find(|path| path.is_file())
}

/// The rows of a table, plain or compressed; none when there is no file.
///
/// # Errors
/// One line that names the file and the line.
pub fn read_table<T: CsvRow + DeserializeOwned>(
    folder: &Path,
    name: &str,
) -> Result<Vec<T>, TableError> {
    match Table::read(&folder.join(name))? {
        Some(table) => table.values(),
        None => Ok(Vec::new()),
    }
}
