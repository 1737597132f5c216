use crate::dictionary::{File, dictionary as tables};
use crate::page::{Grid, Section, code};
use crate::report::Report;

/// What the columns mean, of the tables that these runs have.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("dictionary", "Data dictionary");
    section.prose(
        "The tables are CSV with a header. Shares and scores run from 0 to 1; `_pp` are percentage points; a value that does \
         not exist is an empty field; ends of intervals have the level of their row.",
    );
    let has = |file: &File| {
        report.runs().iter().any(|run| {
            let packed = format!("{}.gz", file.name);
            let folders = [run.folder.join("evaluation"), run.folder.clone()];
            let there = |name: &str| folders.iter().any(|folder| folder.join(name).is_file());
            there(file.name)
                || there(&packed)
                || (file.name == "metrics.csv" && !run.metrics.is_empty())
        })
    };
    for file in tables().filter(|file| has(file)) {
        let mut table = Grid::new(
            format!("{}: {}", code(file.name), file.about),
            &["column", "meaning", "unit"],
        );
        for (name, meaning, unit) in file.columns {
            table
                .rows
                .push(vec![code(name), (*meaning).to_owned(), (*unit).to_owned()]);
        }
        section.table(table);
    }
    section
}
