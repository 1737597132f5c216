use super::{load, report::Report};
use crate::cli::ending::Done;
use anyhow::Result;
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_solver::{Certificate, Control, Error, verify, verify_tables};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `exact verify`.
#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyArguments {
    /// The certificate
    file: PathBuf,
    /// Folder of the endgame tables that it ends in
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Threads; 0 for as many as there are cores. Changes no result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::cli::place::parse_threads)]
    threads: usize,
}

/// Arguments of `exact verify-tables`.
#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyTablesArguments {
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: String,
    /// Folder of endgame tables
    #[arg(long, value_name = "DIR")]
    tables: PathBuf,
    /// Threads; 0 for as many as there are cores. Changes no result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::cli::place::parse_threads)]
    threads: usize,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &VerifyArguments, out: &mut dyn Write) -> Result<Done> {
    let certificate = Certificate::read(&arguments.file)?;
    let folder = match certificate.tables {
        None => None,
        Some(_) => arguments.tables.as_deref(),
    };
    let tables = load::tables(folder, &certificate.rules)?;
    judge(arguments.threads, true, out, |control, out| {
        let verified = verify(&certificate, tables.as_ref(), control)?;
        for claim in &verified.claims {
            let verb = if claim.wins { "wins" } else { "does not win" };
            let line = format!("{} {verb} from `{}`", claim.attacker, claim.position);
            out.push(line);
        }
        out.push(format!("verified: {} positions", verified.positions));
        Ok(())
    })
}

pub(super) fn run_tables(arguments: &VerifyTablesArguments, out: &mut dyn Write) -> Result<Done> {
    let variant = load::rules(&arguments.rules)?;
    let Some(tables) = load::tables(Some(&arguments.tables), variant.rules())? else {
        return Ok(Done::No);
    };
    judge(arguments.threads, arguments.quiet, out, |control, out| {
        let checked = verify_tables(&tables, variant.rules(), control)?;
        out.push(format!(
            "verified: {checked} positions of the {}-man tables agree with their successors",
            tables.men()
        ));
        Ok(())
    })
}

/// Verified is yes, disproved is no, anything else could not be judged.
fn judge(
    threads: usize,
    quiet: bool,
    out: &mut dyn Write,
    check: impl FnOnce(&Control<'_>, &mut Vec<String>) -> Result<(), Error> + Send,
) -> Result<Done> {
    let interrupt = load::interrupt()?;
    let report = Report::new(quiet);
    let show = |progress| report.show(&progress);
    let control = Control {
        stop: interrupt.flag(),
        report: &show,
    };
    let started = Instant::now();
    let mut lines = Vec::new();
    let checked = load::on_threads(threads, || check(&control, &mut lines))?;
    report.finish();
    match checked {
        Ok(()) => {
            for line in lines {
                writeln!(out, "{line}")?;
            }
            say(&format!("{:.1} s", started.elapsed().as_secs_f64()));
            Ok(Done::Yes)
        }
        Err(Error::Disproved(why)) => {
            writeln!(out, "refuted: {why}")?;
            Ok(Done::No)
        }
        Err(Error::Interrupted) => {
            say("stopped; a check keeps nothing");
            Ok(Done::Stopped(interrupt.exit_code()))
        }
        Err(error) => Err(error.into()),
    }
}
