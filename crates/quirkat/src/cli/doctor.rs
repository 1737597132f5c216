use super::ending::Done;
use anyhow::{Context, Result};
use clap::Args;
use quirkat_lab::doctor::examine;
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `run doctor`.
#[derive(Debug, Args)]
#[command(
    after_help = "Compares every checksum, version and series of files of a run, a balance job or a folder of endgame
tables, says in words what is wrong and what to do, and changes nothing. With --repair it removes what
is made again from what is whole: damaged files of games, and the rest of interrupted writes.
Exit code 0: all is well; 1: something is not.

Example: quirkat run doctor runs/quick"
)]
pub(super) struct DoctorArguments {
    /// Folder of a run, a balance job or endgame tables
    folder: PathBuf,
    /// Remove what can be made again
    #[arg(long)]
    repair: bool,
}

pub(super) fn run(arguments: &DoctorArguments, out: &mut dyn Write) -> Result<Done> {
    let examination = examine(&arguments.folder)?;
    for line in &examination.seen {
        writeln!(out, "{line}")?;
    }
    let mut wrong = 0;
    for finding in &examination.findings {
        writeln!(out, "\nwrong: {}\n   do: {}", finding.what, finding.advice)?;
        if arguments.repair && !finding.removable.is_empty() {
            for path in &finding.removable {
                std::fs::remove_file(path)
                    .with_context(|| format!("cannot remove {}", path.display()))?;
                writeln!(out, "   removed {}", path.display())?;
            }
        } else {
            wrong += 1;
        }
    }
    if examination.findings.is_empty() {
        writeln!(out, "all is well")?;
    }
    Ok(if wrong == 0 { Done::Yes } else { Done::No })
}
