use crate::page::{Grid, Section, code};
use crate::report::Report;
use quirkat_store::StoreFolder;
use quirkat_tables::{ColumnInfo, TableInfo, all_tables, find_table};

/// What the columns mean, of the tables that these runs have.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("dictionary", "Data dictionary");
    section.prose(
        "The tables are CSV with a header. Shares and scores run from 0 to 1; `_pp` are percentage points; a value that does \
         not exist is an empty field; ends of intervals have the level of their row.",
    );
    for table in all_tables().iter().filter(|table| is_there(report, table)) {
        let mut grid = Grid::new(
            format!("{}: {}", code(table.name), table.about),
            &["column", "meaning", "unit"],
        );
        let row = |column: &ColumnInfo| {
            vec![
                code(column.name),
                column.about.to_owned(),
                column.unit.to_owned(),
            ]
        };
        grid.rows = table.columns.iter().map(row).collect();
        section.table(grid);
    }
    section
}

/// Whether a run has the table, in its folder or in that of its evaluation; metrics may be those of its
/// replicates.
fn is_there(report: &Report, table: &TableInfo) -> bool {
    report.runs().iter().any(|run| {
        let files = StoreFolder::local(&run.folder);
        let found = |folder: &StoreFolder| matches!(find_table(folder, table.name), Ok(Some(_)));
        found(&files.folder("evaluation"))
            || found(&files)
            || (table.name == "metrics.csv" && !run.metrics.is_empty())
    })
}
