use super::convert::rule_book;
use super::ending::{Done, was_stopped};
use super::place::JobArguments;
use crate::build::{BUILD, task_order};
use crate::interrupt::Interrupt;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use quirkat_lab::RunTables;
use quirkat_lab::balance::{BalanceJob, ExternalGames, Plan, Verdicts, holds, write_pilot};
use quirkat_lab::config::{BalanceConfig, Overrides, load_balance};
use quirkat_lab::progress::{duration, say};
use quirkat_store::StoreFolder;
use quirkat_variant::Variant;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  quirkat balance configs/balance.toml --plan         games, time, what it can show; runs nothing
  quirkat balance configs/balance.toml --pilot        a few seeds, and how many are needed
  quirkat balance configs/balance.toml                the whole job; the same command resumes
  quirkat balance configs/balance.toml --placebo      also every game mirrored: the sum must be 0.0
  quirkat balance --recompute runs/balance            all tables anew from the raw games
  quirkat balance --games mine.csv --where move_policy=greedy

Verdicts: first player favoured, second player favoured, balanced within the margin, undecided.
Exit code 1: the placebo is not exactly 0.0.")]
pub(super) struct BalanceArguments {
    /// Configuration file
    #[arg(required_unless_present_any = ["recompute", "games"])]
    config: Option<PathBuf>,
    /// Folder of the job [default: runs/<name of the configuration>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Override a key of the configuration, for example --set measure.games=1000
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Show games, time and what can be shown; run nothing
    #[arg(long, conflicts_with_all = ["pilot", "placebo"])]
    plan: bool,
    /// Run only so many training seeds, and say from their spread how many are needed
    #[arg(long, value_name = "SEEDS", num_args = 0..=1, require_equals = true, default_missing_value = "3")]
    pilot: Option<u32>,
    /// Play every game also from the colour-swapped start with Black first
    #[arg(long)]
    placebo: bool,
    /// Compute all tables of a job, or of a training run, anew from its raw games
    #[arg(long, value_name = "RUN", conflicts_with_all = ["config", "games", "out", "set", "plan", "pilot", "placebo"])]
    recompute: Option<PathBuf>,
    /// Analyse games from elsewhere: PDN, or a CSV with the columns variant and result, perhaps seed,
    /// moves, …
    #[arg(long, value_name = "FILE", conflicts_with_all = ["config", "out", "set", "plan", "pilot", "placebo"])]
    games: Option<PathBuf>,
    /// Of --games, only the rows with this value
    #[arg(long = "where", value_name = "COLUMN=VALUE", requires = "games")]
    only: Vec<String>,
    /// Rule set of games that name none, or whose name is no preset's: a name or a path to a TOML
    /// file; may be repeated
    #[arg(long, value_name = "R", requires = "games")]
    rules: Vec<String>,
    /// Level of intervals for --games
    #[arg(long, value_name = "LEVEL", default_value_t = 0.95, requires = "games")]
    level: f64,
    /// Percentage points of advantage that count as balance for --games
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, requires = "games")]
    margin: f64,
    #[command(flatten)]
    job: JobArguments,
}

pub(super) fn run(arguments: &BalanceArguments, out: &mut dyn Write) -> Result<Done> {
    if let Some(folder) = &arguments.recompute {
        let run = StoreFolder::local(folder);
        let tables = RunTables::recomputed(&run)?;
        tables.write(&run)?;
        write!(out, "{tables}")?;
        return Ok(Done::Yes);
    }
    if let Some(path) = &arguments.games {
        return outside(arguments, path, out);
    }
    let path = arguments
        .config
        .as_ref()
        .context("a configuration file is needed")?;
    let (config, variants) = load_balance(path, &Overrides(arguments.set.clone()))?;
    let folder = if let Some(folder) = &arguments.out {
        folder.clone()
    } else {
        let name = path
            .file_stem()
            .context("the configuration has no file name")?;
        PathBuf::from("runs").join(name)
    };
    measure(arguments, &config, &variants, &folder, out)
}

fn outside(arguments: &BalanceArguments, path: &Path, out: &mut dyn Write) -> Result<Done> {
    ensure!(
        (0.51..=0.9999).contains(&arguments.level),
        "--level: allowed are 0.51 to 0.9999"
    );
    ensure!(
        (0.01..=50.0).contains(&arguments.margin),
        "--margin: allowed are 0.01 to 50"
    );
    let mut only = Vec::new();
    for text in &arguments.only {
        let Some((column, value)) = text.split_once('=') else {
            bail!("--where {text}: expected COLUMN=VALUE, for example move_policy=greedy");
        };
        only.push((column.to_owned(), value.to_owned()));
    }
    let games = ExternalGames {
        path,
        rules: rule_book(&arguments.rules)?,
        only: &only,
        level: arguments.level,
        margin: arguments.margin,
    };
    let (tables, design) = games.tables()?;
    write!(out, "{}", Verdicts::new(&tables, &design, &[]))?;
    Ok(Done::Yes)
}

fn measure(
    arguments: &BalanceArguments,
    config: &BalanceConfig,
    variants: &[Variant],
    folder: &Path,
    out: &mut dyn Write,
) -> Result<Done> {
    let started = Instant::now();
    let interrupt = Interrupt::listen()?;
    let device = arguments.job.place.device();
    let replicates = match arguments.pilot {
        Some(seeds) => {
            ensure!(
                (2..=config.replicates).contains(&seeds),
                "--pilot: {seeds} training seeds; allowed are 2 to replicates ({})",
                config.replicates
            );
            seeds
        }
        None => config.replicates,
    };
    if arguments.plan {
        let plan = Plan {
            config,
            variants,
            folder,
            replicates,
            threads: arguments.job.threads,
            device,
        };
        return match plan.write(out, interrupt.flag()) {
            Err(error) if was_stopped(&error) => Ok(Done::Stopped(interrupt.exit_code())),
            written => written.map(|()| Done::Yes),
        };
    }
    let job = BalanceJob {
        config,
        variants,
        folder,
        replicates,
        placebo: arguments.placebo,
        threads: arguments.job.threads,
        order: task_order(),
        build: BUILD,
        device,
        quiet: arguments.job.quiet,
    };
    match job.run(interrupt.flag()) {
        Ok(found) => {
            write!(out, "{}", found.summary())?;
            if arguments.pilot.is_some() {
                write_pilot(&found.tables.variants, config, out)?;
            }
            writeln!(
                out,
                "\nWritten to {}: evaluation/variants.csv, curve.csv, comparisons.csv, effects.csv, first_moves.csv, …",
                folder.display()
            )?;
            if !arguments.job.quiet {
                say(&format!("done in {}", duration(started.elapsed())));
            }
            let fine = holds(&found.placebo);
            Ok(if fine { Done::Yes } else { Done::No })
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
