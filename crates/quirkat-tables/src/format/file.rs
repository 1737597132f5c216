use crate::{CsvRow, Table, TableError, csv_text};
use flate2::{Compression, GzBuilder};
use quirkat_store::{StoreError, StoreFolder};
use serde::de::DeserializeOwned;
use std::io::Write;
use std::path::Path;

/// The ending of compressed tables.
const COMPRESSED: &str = ".gz";

/// Writes `NAME`, or `NAME.gz` when compressed, and removes the other. Returns the file's name.
///
/// # Errors
/// When the file system refuses.
pub fn write_table<T: CsvRow>(
    folder: &StoreFolder,
    name: &str,
    rows: &[T],
    compress: bool,
) -> Result<String, StoreError> {
    let packed = format!("{name}{COMPRESSED}");
    let refused = |source: std::io::Error| StoreError::Write {
        path: folder.place_of(name),
        source,
    };
    let text = table_text(rows).map_err(refused)?;
    let (written, other) = if compress {
        // No name and no time in the header: equal rows are equal bytes.
        let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
        let packing = encoder.write_all(&text).and_then(|()| encoder.finish());
        folder.put(&packed, &packing.map_err(refused)?)?;
        (packed, name.to_owned())
    } else {
        folder.put(name, &text)?;
        (name.to_owned(), packed)
    };
    folder.remove(&other)?;
    Ok(written)
}

/// Writes a header and rows in one piece, to a file that the user names.
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

/// The name of a table's file: plain, or else compressed.
///
/// # Errors
/// When the folder cannot be asked.
pub fn find_table(folder: &StoreFolder, name: &str) -> Result<Option<String>, StoreError> {
    for file in [name.to_owned(), format!("{name}{COMPRESSED}")] {
        if folder.contains(&file)? {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// The rows of a table, plain or compressed; none when there is no file.
///
/// # Errors
/// One line that names the file and the line.
pub fn read_table<T: CsvRow + DeserializeOwned>(
    folder: &StoreFolder,
    name: &str,
) -> Result<Vec<T>, TableError> {
    match Table::read(folder, name)? {
        Some(table) => table.values(),
        None => Ok(Vec::new()),
    }
}
