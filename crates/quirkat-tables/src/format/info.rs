/// What is known of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// The file's name; it may be compressed, with `.gz` behind.
    pub name: &'static str,
    /// What a row is, as a sentence.
    pub about: &'static str,
    /// Its columns, in order.
    pub columns: &'static [ColumnInfo],
}

/// What is known of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnInfo {
    /// Its name in the header.
    pub name: &'static str,
    /// What it holds, as sentences.
    pub about: &'static str,
    /// The unit of its numbers; empty where there is none.
    pub unit: &'static str,
}
