use super::ending::Done;
use anyhow::{Result, bail};
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_lab::recompute_tables;
use quirkat_report::{
    Report, TABLES, check_place, derived_differences, page, slug, write_page, write_tables,
};
use quirkat_store::StoreFolder;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quirkat report runs/quick                           runs/quick/report/index.html
  quirkat report runs/quick runs/seed-2 --out both    two runs on one page

The page needs no network and prints well; its figures are also files. All tables are computed anew from
the raw games, into DIR/tables, and compared with those of the run. Runs are only read.
Exit code 1: a table of the run is not, byte for byte, what follows from its games.")]
pub(super) struct ReportArguments {
    /// Folders of runs of `quirkat train` or `quirkat balance`, finished or not
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
    /// Folder of the report [default: RUN/report]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &ReportArguments, out: &mut dyn Write) -> Result<Done> {
    let folder = match (&arguments.out, arguments.runs.as_slice()) {
        (Some(folder), _) => folder.clone(),
        (None, [run]) => run.join("report"),
        (None, _) => bail!("several runs on one page need a folder for it: --out DIR"),
    };
    let report = Report::read(&arguments.runs)?;
    check_place(&folder)?;
    let page = page(&report)?;
    let finished = || {
        report
            .runs()
            .iter()
            .enumerate()
            .filter(|(_, run)| run.is_finished())
    };
    let derived = finished()
        .map(|(_, run)| recompute_tables(&StoreFolder::local(&run.folder)))
        .collect::<Result<Vec<_>>>()?;
    let index = write_page(&page, &folder)?;
    let mut same = true;
    for ((at, run), derived) in finished().zip(&derived) {
        let mut tables = folder.join(TABLES);
        if report.runs().len() > 1 {
            tables.push(slug(report.run_name(at)));
        }
        write_tables(&tables, derived)?;
        for table in derived_differences(&run.folder.join("evaluation"), derived)? {
            same = false;
            say(&format!(
                "{}: evaluation/{table} is not what follows from the games; see {}",
                run.folder.display(),
                tables.join(&table).display()
            ));
        }
    }
    for run in report.runs().iter().filter(|run| !run.is_finished()) {
        say(&format!(
            "warning: {} has no evaluation yet; the report has what there is",
            run.folder.display()
        ));
    }
    for run in report.runs() {
        for name in &run.changed {
            say(&format!(
                "warning: {}: {name} is not what the run wrote (checksums.txt)",
                run.folder.display()
            ));
        }
    }
    writeln!(out, "{}", index.display())?;
    Ok(if same { Done::Yes } else { Done::No })
}
