use super::ending::{Done, was_stopped};
use super::place::JobArguments;
use crate::build::{BUILD, task_order};
use crate::interrupt::Interrupt;
use anyhow::{Context, Result};
use clap::Args;
use quirkat_lab::config::{Overrides, load};
use quirkat_lab::progress::{duration, say};
use quirkat_lab::{Train, train};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Arguments of `train`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quirkat train configs/quick.toml
  quirkat train configs/full.toml --out runs/full-2 --set seed=2 --set 'variants=[\"bell\"]'

The same command goes on with a run that was interrupted, shows the result of a finished one, and
extends it when iterations grew.")]
pub(super) struct TrainArguments {
    /// Configuration file
    config: PathBuf,
    /// Folder of the run [default: runs/<name of the configuration>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Override a key of the configuration, for example --set evaluation.games=1000
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    job: JobArguments,
}

pub(super) fn run(arguments: &TrainArguments, out: &mut dyn Write) -> Result<Done> {
    let started = Instant::now();
    let interrupt = Interrupt::listen()?;
    let (config, variants) = load(&arguments.config, &Overrides(arguments.set.clone()))?;
    let folder = if let Some(folder) = &arguments.out {
        folder.clone()
    } else {
        let name = arguments
            .config
            .file_stem()
            .context("the configuration has no file name")?;
        PathBuf::from("runs").join(name)
    };
    let job = Train {
        config: &config,
        variants: &variants,
        folder: &folder,
        threads: arguments.job.threads,
        order: task_order(),
        build: BUILD,
        device: arguments.job.place.device(),
        quiet: arguments.job.quiet,
    };
    match train(&job, interrupt.flag()) {
        Ok(summary) => {
            write!(out, "{summary}")?;
            writeln!(
                out,
                "\nWritten to {}: evaluation/advantage.csv, comparisons.csv, games.csv; metrics.csv",
                folder.display()
            )?;
            if !arguments.job.quiet {
                say(&format!("done in {}", duration(started.elapsed())));
            }
            Ok(Done::Yes)
        }
        Err(error) if was_stopped(&error) => {
            say(&format!(
                "stopped; all finished work is saved in {}. The same command goes on from there.",
                folder.display()
            ));
            Ok(Done::Stopped(interrupt.exit_code()))
        }
        Err(error) => Err(error),
    }
}
