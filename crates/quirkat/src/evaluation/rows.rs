use crate::run::write_atomically;
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

/// A row of a CSV file with fixed columns.
pub trait CsvRow: Serialize {
    /// The header, in order; the row serialises into as many fields.
    const COLUMNS: &'static [&'static str];
}

/// A row of a CSV whose columns are its fields, in their order. What they mean is told in one table
/// of the README, not at each field.
macro_rules! csv_row {
    ($(#[$attribute:meta])* $name:ident { $($field:ident $(as $column:literal)?: $type:ty,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "the columns are documented in one table of the README")]
        pub struct $name {
            $($(#[serde(rename = $column)])? pub $field: $type,)*
        }

        impl $crate::evaluation::CsvRow for $name {
            const COLUMNS: &'static [&'static str] =
                &[$($crate::evaluation::csv_row!(@column $field $($column)?)),*];
        }
    };
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
}
pub(crate) use csv_row;

/// Writes a header and rows in one piece.
///
/// # Errors
/// When the file system refuses.
pub fn write_csv<T: CsvRow>(path: &Path, rows: &[T]) -> Result<()> {
    write_atomically(path, &csv_text(rows)?)
}

/// A header and rows in memory.
///
/// # Errors
/// When a row does not serialise into fields.
pub fn csv_text<T: CsvRow>(rows: &[T]) -> Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.write_record(T::COLUMNS)?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer.into_inner().context("CSV in memory")
}

/// Numbers in CSVs have fixed decimals, so that equal results are equal bytes.
pub(crate) fn decimals<const N: usize>(value: f64) -> String {
    // No "-0.000000".
    let text = format!("{value:.N$}");
    if text
        .trim_start_matches('-')
        .chars()
        .all(|c| c == '0' || c == '.')
    {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}

/// The same for a value that may be missing: an empty field.
pub(crate) fn optional<const N: usize>(value: Option<f64>) -> String {
    value.map(decimals::<N>).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_has_no_sign() {
        assert_eq!(decimals::<2>(-0.001), "0.00");
        assert_eq!(decimals::<2>(-0.011), "-0.01");
        assert_eq!(optional::<1>(None), "");
    }
}
