use super::{load, report::Report};
use crate::cli::ending::Done;
use anyhow::{Context, Result};
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_solver::{BuildOptions, Control, Error, build_tables};
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `exact tables`.
#[derive(Debug, Args)]
pub(in crate::cli) struct TablesArguments {
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: String,
    /// The largest number of men and kings on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=12))]
    men: u8,
    /// Folder for the tables of all rule sets
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Hold distances to the next capture, promotion or end, too: a byte a position
    #[arg(long)]
    distance: bool,
    /// Threads; 0 for as many as there are cores. Changes no result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = crate::cli::place::parse_threads)]
    threads: usize,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn run(arguments: &TablesArguments) -> Result<Done> {
    let variant = load::rules(&arguments.rules)?;
    let options = BuildOptions {
        rules: *variant.rules(),
        men: arguments.men,
        folder: arguments.out.clone(),
        distances: arguments.distance,
    };
    let interrupt = load::interrupt()?;
    let report = Report::new(arguments.quiet);
    let show = |progress| report.show(&progress);
    let control = Control {
        stop: interrupt.flag(),
        report: &show,
    };
    let started = Instant::now();
    let built = load::on_threads(arguments.threads, || build_tables(&options, &control))?;
    report.finish();
    match built {
        Err(Error::Interrupted) => {
            say(&format!(
                "stopped; finished levels are saved in {}: the same command goes on",
                arguments.out.display()
            ));
            Ok(Done::Stopped(interrupt.exit_code()))
        }
        built => {
            let tables = built.with_context(|| format!("tables of `{}`", variant.name))?;
            if !arguments.quiet {
                say(&format!(
                    "{}-man tables of `{}` in {}: {:.1} s, digest {}",
                    tables.men(),
                    variant.name,
                    arguments.out.display(),
                    started.elapsed().as_secs_f64(),
                    load::hex(&tables.digest(tables.men())[..8]),
                ));
            }
            Ok(Done::Yes)
        }
    }
}
