use serde::Serialize;

/// A row of a CSV file with fixed columns.
pub trait CsvRow: Serialize {
    /// The header, in order; the row serialises into as many fields.
    const COLUMNS: &'static [&'static str];
}

/// A row type: its columns are its fields, in their order. Every column has a doc comment, which is also
/// what the data dictionary says of it, and a unit in brackets where it has one.
///
/// ```text
/// csv_row! {
///     /// A game.
///     GameRow of "games.csv" {
///         /// Its length, in moves of the notation.
///         plies: usize ["plies"],
///     }
/// }
/// ```
macro_rules! csv_row {
    (
        $(#[doc = $row_about:literal])+
        $name:ident of $file:literal {
            $(
                $(#[doc = $about:literal])+
                $field:ident $(as $column:literal)?: $type:ty $([$unit:literal])?,
            )*
        }
    ) => {
        $(#[doc = $row_about])+
        ///
        #[doc = concat!("A row of `", $file, "`.")]
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $(
                $(#[doc = $about])+
                $(#[doc = concat!("\n\nUnit: ", $unit, ".")])?
                $(#[serde(rename = $column)])?
                pub $field: $type,
            )*
        }

        impl $crate::CsvRow for $name {
            const COLUMNS: &'static [&'static str] =
                &[$($crate::row::csv_row!(@column $field $($column)?)),*];
        }

        impl $name {
            /// What the table and its columns mean.
            pub const TABLE: $crate::TableInfo = $crate::TableInfo {
                name: $file,
                about: concat!($($row_about),+).trim_ascii(),
                columns: &[$(
                    $crate::ColumnInfo {
                        name: $crate::row::csv_row!(@column $field $($column)?),
                        about: concat!($($about),+).trim_ascii(),
                        unit: concat!("" $(, $unit)?),
                    },
                )*],
            };
        }
    };
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
}
pub(crate) use csv_row;

/// A header and rows in memory.
///
/// # Errors
/// When a row does not serialise into fields.
pub fn csv_text<T: CsvRow>(rows: &[T]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.write_record(T::COLUMNS)?;
    for row in rows {
        writer.serialize(row)?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// Numbers in CSVs have fixed decimals, so that equal results are equal bytes.
pub fn decimals<const N: usize>(value: f64) -> String {
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
pub fn optional<const N: usize>(value: Option<f64>) -> String {
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
