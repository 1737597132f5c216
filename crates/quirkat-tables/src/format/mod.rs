//! CSV: the one reader and the one writer, numbers with fixed decimals, checksums.

mod checksums;
mod error;
mod file;
mod fixed;
mod info;
mod row;
mod table;

pub use checksums::{changed_tables, require_unchanged, write_checksums};
pub use error::TableError;
pub use file::{find_table, read_table, table_text, write_csv, write_table};
pub use fixed::{Fixed, Shortest};
pub use info::{ColumnInfo, TableInfo};
pub(crate) use row::csv_row;
pub use row::{CsvRow, csv_text};
pub use table::{Table, TableRow, read_unpacked};
