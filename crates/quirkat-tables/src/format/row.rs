use serde::Serialize;

/// A row of a CSV file with fixed columns.
pub trait CsvRow: Serialize {
    /// The header, in order; the row serialises into as many fields.
    const COLUMNS: &'static [&'static str];
}

/// A row type: its columns are its fields, in their order. Every column has a doc comment, which is also
/// what the data dictionary says of it, and a unit in brackets where it has one. Rows of raw data derive
/// `Deserialize` too; a table of results is only written by its type, and read by column name.
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
        $(#[derive($($derived:path),+)])?
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
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        $(#[derive($($derived),+)])?
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
                &[$(csv_row!(@column $field $($column)?)),*];
        }

        impl $name {
            /// What the table and its columns mean.
            pub const TABLE: $crate::TableInfo = $crate::TableInfo {
                name: $file,
                about: concat!($($row_about),+).trim_ascii(),
                columns: &[$(
                    $crate::ColumnInfo {
                        name: csv_row!(@column $field $($column)?),
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
