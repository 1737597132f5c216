//! What the columns of all tables mean.

use crate::{
    AdvantageRow, AgentGradeRow, ComparisonRow, CurveRow, EffectRow, FirstMoveRow, GameRow,
    MetricsRow, OpeningRow, PairGameRow, PairRow, PlaceboRow, ProxyGameRow, RulesRow, TableInfo,
    TimingsRow, VariantRow,
};
use std::fmt::Write;

/// All tables of training and balance runs: results first, then the raw data they follow from.
const TABLES: &[TableInfo] = &[
    VariantRow::TABLE,
    CurveRow::TABLE,
    AdvantageRow::TABLE,
    ComparisonRow::TABLE,
    FirstMoveRow::TABLE,
    EffectRow::TABLE,
    PairRow::TABLE,
    PlaceboRow::TABLE,
    AgentGradeRow::TABLE,
    RulesRow::TABLE,
    GameRow::TABLE,
    PairGameRow::TABLE,
    ProxyGameRow::TABLE,
    OpeningRow::TABLE,
    MetricsRow::TABLE,
    TimingsRow::TABLE,
];

/// All tables of training and balance runs: results first, then the raw data they follow from.
pub const fn all_tables() -> &'static [TableInfo] {
    TABLES
}

/// The data dictionary as a page of Markdown.
pub fn tables_page() -> String {
    let mut page = String::from(
        "# Tables\n\n\
         The tables of a run are CSV files with a header. Shares and scores run from 0 to 1. Columns whose name ends in \
         `_pp` are percentage points. A value that does not exist is an empty field. Numbers have fixed decimals, so equal \
         results are equal bytes. The ends of an interval have the level of their row. Tables of games may be compressed, \
         with `.gz` behind their name.\n\n\
         `quirkat-tables` writes this page from its row types.\n",
    );
    for table in all_tables() {
        // Writing to a string cannot fail.
        let _ = write!(
            page,
            "\n## `{}`\n\n{}\n\n| column | unit | meaning |\n|---|---|---|\n",
            table.name, table.about
        );
        for column in table.columns {
            let _ = writeln!(
                page,
                "| `{}` | {} | {} |",
                column.name, column.unit, column.about
            );
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_table_and_column_is_told_once_and_in_sentences() {
        for (place, table) in all_tables().iter().enumerate() {
            let before = &all_tables()[..place];
            assert!(before.iter().all(|other| other.name != table.name));
            assert!(table.about.ends_with('.'), "{}", table.name);
            for (place, column) in table.columns.iter().enumerate() {
                let before = &table.columns[..place];
                let name = format!("{} of {}", column.name, table.name);
                assert!(
                    before.iter().all(|other| other.name != column.name),
                    "{name}"
                );
                assert!(column.about.ends_with('.'), "{name}: {}", column.about);
            }
        }
    }

    /// `UPDATE_DOCS=1` writes the page anew.
    #[test]
    fn the_page_of_tables_is_what_the_row_types_say() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tables.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            quirkat_store::write(&path, tables_page().as_bytes()).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            written == tables_page(),
            "docs/tables.md is not what the row types say; write it anew with UPDATE_DOCS=1"
        );
    }
}
