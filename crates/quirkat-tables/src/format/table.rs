use crate::{CsvRow, TableError};
use flate2::read::MultiGzDecoder;
use quirkat_store::{StoreError, StoreFolder};
use serde::de::DeserializeOwned;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A CSV read by column name. Columns that this build does not know are passed over, and columns
/// that it does not find are empty, so that tables of older and newer builds can be shown.
#[derive(Clone, Debug)]
pub struct Table {
    path: PathBuf,
    columns: Vec<String>,
    records: Vec<csv::StringRecord>,
}

impl Table {
    /// Reads a file, or else the file of this name with `.gz`; `None` when there is neither.
    ///
    /// # Errors
    /// Names the file and the line of a row that is not as long as the header, is not UTF-8 or
    /// breaks off before its line does; a file without a header; a compressed file that is not whole.
    pub fn read(folder: &StoreFolder, name: &str) -> Result<Option<Self>, TableError> {
        for file in [name, &format!("{name}.gz")] {
            if let Some(bytes) = folder.get(file)? {
                let path = folder.place_of(file);
                let bytes = unpacked(&path, bytes, LARGEST_FILE)?;
                return Self::parse(&path, &bytes).map(Some);
            }
        }
        Ok(None)
    }

    /// Reads the content of a file with this name.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, TableError> {
        let lines = bytes.split(|&byte| byte == b'\n').count() as u64;
        if bytes.last().is_some_and(|&last| last != b'\n') {
            // Every writer of ours ends its last row: a file that does not was cut.
            return Err(TableError::Line {
                path: path.to_owned(),
                line: lines,
                why: "the row breaks off".to_owned(),
            });
        }
        let at = |line: u64, why: String| TableError::Line {
            path: path.to_owned(),
            line,
            why,
        };
        if bytes.is_empty() {
            return Err(TableError::Malformed {
                path: path.to_owned(),
                why: "the file is empty; a header is expected".to_owned(),
            });
        }
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_reader(bytes);
        let mut records = Vec::new();
        for record in reader.records() {
            records.push(record.map_err(|error| explain(path, &error))?);
        }
        if records.is_empty() {
            return Err(at(1, "a header is expected".to_owned()));
        }
        let columns: Vec<String> = records.remove(0).iter().map(str::to_owned).collect();
        for (index, column) in columns.iter().enumerate() {
            if columns[..index].contains(column) {
                return Err(at(1, format!("the column `{column}` is there twice")));
            }
        }
        Ok(Self {
            path: path.to_owned(),
            columns,
            records,
        })
    }

    /// Where it was read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is a column of this name.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// The names of its columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(String::as_str)
    }

    /// Its rows below the header.
    pub fn rows(&self) -> impl Iterator<Item = TableRow<'_>> {
        self.records.iter().map(|record| TableRow {
            table: self,
            record,
        })
    }

    /// Its rows as values.
    ///
    /// # Errors
    /// Names the file and the columns that are missing, or the line and the field that hold something
    /// else.
    pub fn values<T: CsvRow + DeserializeOwned>(&self) -> Result<Vec<T>, TableError> {
        self.require(T::COLUMNS)?;
        let header = csv::StringRecord::from(self.columns.clone());
        let value = |record: &csv::StringRecord| {
            record
                .deserialize(Some(&header))
                .map_err(|error| explain(&self.path, &error))
        };
        self.records.iter().map(value).collect()
    }

    /// Refuses a table that lacks a column without which its rows say nothing.
    ///
    /// # Errors
    /// Names the file and the columns.
    pub fn require(&self, columns: &[&str]) -> Result<(), TableError> {
        match columns.iter().find(|column| !self.has(column)) {
            None => Ok(()),
            Some(column) => Err(TableError::Line {
                path: self.path.clone(),
                line: 1,
                why: format!("no column `{column}`; it has {}", self.columns.join(", ")),
            }),
        }
    }
}

/// A table of 400 million games of the family is smaller, and no machine of today holds its rows.
const LARGEST_FILE: u64 = 4 << 30;

/// The content of a file, unpacked when its name ends in `.gz`, of at most `limit` bytes either way.
///
/// # Errors
/// When the file cannot be read, is longer, or is not whole.
pub fn read_unpacked(path: &Path, limit: u64) -> Result<Vec<u8>, StoreError> {
    unpacked(path, quirkat_store::read(path, limit)?, limit)
}

/// The content of a file, unpacked when its name ends in `.gz`.
fn unpacked(path: &Path, bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, StoreError> {
    if path.extension().is_none_or(|extension| extension != "gz") {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    // A small file can unpack to any length.
    let reading = MultiGzDecoder::new(&*bytes)
        .take(limit + 1)
        .read_to_end(&mut unpacked);
    reading.map_err(|source| StoreError::Read {
        path: path.to_owned(),
        source,
    })?;
    if unpacked.len() as u64 > limit {
        return Err(StoreError::TooLong {
            path: path.to_owned(),
            limit,
        });
    }
    Ok(unpacked)
}

fn explain(path: &Path, error: &csv::Error) -> TableError {
    let line = error.position().map_or(1, csv::Position::line);
    let why = match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} fields where the header has {expected_len}"),
        csv::ErrorKind::Utf8 { .. } => "not UTF-8".to_owned(),
        csv::ErrorKind::Deserialize { err, .. } => match err.field() {
            Some(field) => format!("field {}: {}", field + 1, err.kind()),
            None => err.kind().to_string(),
        },
        _ => error.to_string().replace('\n', " "),
    };
    TableError::Line {
        path: path.to_owned(),
        line,
        why,
    }
}

/// No table has numbers beyond, and sums of such are still numbers.
const LARGEST: f64 = 1e15;

/// A row of a [`Table`].
#[derive(Clone, Copy, Debug)]
pub struct TableRow<'a> {
    table: &'a Table,
    record: &'a csv::StringRecord,
}

impl<'a> TableRow<'a> {
    /// The field of a column; empty when there is no such column.
    pub fn text(&self, column: &str) -> &'a str {
        let at = self.table.columns.iter().position(|name| name == column);
        at.and_then(|at| self.record.get(at)).unwrap_or_default()
    }

    /// A number of at most 1e15; `None` for an empty field or no such column.
    ///
    /// # Errors
    /// Names the file, the line and the column of anything else.
    pub fn number(&self, column: &str) -> Result<Option<f64>, TableError> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        match text.parse::<f64>() {
            Ok(number) if number.abs() <= LARGEST => Ok(Some(number)),
            _ => Err(self.wrong(column, "a number")),
        }
    }

    /// A count; `None` for an empty field or no such column.
    ///
    /// # Errors
    /// Names the file, the line and the column of anything else.
    pub fn count(&self, column: &str) -> Result<Option<u64>, TableError> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse()
            .map(Some)
            .map_err(|_| self.wrong(column, "a whole number"))
    }

    /// That this row is not what it should be.
    pub fn refused(&self, why: String) -> TableError {
        TableError::Line {
            path: self.table.path.clone(),
            line: self.record.position().map_or(0, csv::Position::line),
            why,
        }
    }

    /// That a field of this row is not what it should be.
    pub fn wrong(&self, column: &str, expected: &str) -> TableError {
        // A field of a broken file can be of any length.
        let shown: String = self.text(column).chars().take(40).collect();
        self.refused(format!("{column} is {shown:?}; {expected} is expected"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn parse(text: &str) -> Result<Table, TableError> {
        Table::parse(Path::new("some/games.csv"), text.as_bytes())
    }

    #[test]
    fn columns_are_found_by_name_and_missing_ones_are_empty() {
        let table = parse("b,a\n1.5,x\n,y\n").unwrap();
        let rows: Vec<TableRow<'_>> = table.rows().collect();
        assert_eq!((rows[0].text("a"), rows[1].text("a")), ("x", "y"));
        assert_eq!(rows[0].number("b").unwrap(), Some(1.5));
        assert_eq!(rows[1].number("b").unwrap(), None);
        assert_eq!(rows[0].count("c").unwrap(), None);
        assert!(table.has("b") && !table.has("c"));
    }

    #[test]
    fn a_broken_table_is_told_with_file_and_line() {
        for (text, parts) in [
            ("", &["games.csv", "empty"][..]),
            ("a,b\n1,2\n3", &["games.csv, line 3", "breaks off"]),
            ("a,b\n1,2\n3\n", &["games.csv, line 3", "1 fields", "2"]),
            ("a,a\n", &["games.csv, line 1", "`a`", "twice"]),
        ] {
            let error = parse(text).unwrap_err().to_string();
            for part in parts {
                assert!(error.contains(part), "`{part}` in {error}");
            }
        }
        let table = parse("a\n1\nmany\nNaN\n-3\n-1e300\n").unwrap();
        let rows: Vec<TableRow<'_>> = table.rows().collect();
        for row in [rows[1], rows[2], rows[4]] {
            let error = row.number("a").unwrap_err().to_string();
            assert!(error.contains("a number is expected"), "{error}");
        }
        let error = rows[3].count("a").unwrap_err().to_string();
        assert!(error.contains("line 5: a is \"-3\""), "{error}");
        let error = table.require(&["a", "z"]).unwrap_err().to_string();
        assert!(error.contains("no column `z`"), "{error}");
    }

    #[test]
    fn binary_content_is_refused_with_its_line() {
        let error = Table::parse(Path::new("x.csv"), b"a\n\xff\xfe\n").unwrap_err();
        assert!(
            error.to_string().contains("x.csv, line 2: not UTF-8"),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_no_table() {
        let nowhere = StoreFolder::local("/nowhere/at");
        assert!(Table::read(&nowhere, "all.csv").unwrap().is_none());
    }

    #[test]
    fn a_compressed_table_is_read_and_a_cut_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(b"a\n1\n").unwrap();
        let packed = encoder.finish().unwrap();
        let folder = StoreFolder::local(folder.path());
        folder.put("t.csv.gz", &packed).unwrap();
        let read = || Table::read(&folder, "t.csv");
        assert_eq!(read().unwrap().unwrap().rows().count(), 1);
        folder.put("t.csv.gz", &packed[..packed.len() - 9]).unwrap();
        let error = read().unwrap_err().to_string();
        assert!(error.contains("t.csv.gz"), "{error}");
    }
}
