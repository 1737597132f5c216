use super::learn::{Learner, METRICS, STRENGTH, TIMINGS};
use super::strength::{Strength, ratings};
use super::{MetricsRow, RunFolder, Scope, TaskOrder, TimingsRow};
use crate::config::TrainConfig;
use crate::evaluation::{Evaluation, Summary, write_csv};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::variant::Variant;
use anyhow::{Context, Result};
use quirkat_net::NetDevice;
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

/// A training run to do.
#[derive(Debug)]
pub struct Train<'a> {
    /// What decides its results.
    pub config: &'a TrainConfig,
    /// Its rule sets, in the configuration's order.
    pub variants: &'a [Variant],
    /// Its folder.
    pub folder: &'a Path,
    /// Threads; 0 for as many as the machine has.
    pub threads: usize,
    /// The order in which tasks are begun.
    pub order: TaskOrder,
    /// Where networks run.
    pub device: NetDevice,
    /// No progress on stderr.
    pub quiet: bool,
}

/// Trains every network of the run, evaluates them and writes the CSVs; goes on where an earlier
/// process stopped.
///
/// # Errors
/// [`crate::play::Stopped`] after a signal; anything that the folder or the file system refuses.
pub fn train(run: &Train<'_>, interrupt: &Interrupt) -> Result<Summary> {
    let folder = RunFolder::open(run.folder, run.config, run.variants, run.device)?;
    let scopes = Scope::all(run.config, run.variants);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(run.threads)
        .thread_name(|index| format!("task-{index}"))
        .build()
        .context("cannot start threads")?;
    let evaluation = Evaluation {
        config: run.config,
        folder: &folder,
        scopes: &scopes,
        device: run.device,
        order: run.order,
    };
    evaluation.check_starts(interrupt.flag())?;
    let progress = Progress::new(
        planned(run.config, &scopes, &folder, &evaluation),
        run.quiet,
    );
    let metrics = Mutex::new(());
    let write = || {
        let _one_at_a_time = metrics.lock();
        write_metrics(&folder, &scopes, run.config.iterations)
    };
    let work = || -> Result<Summary> {
        run.order
            .arrange(scopes.iter().collect())
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|scope| {
                let learner = Learner {
                    config: run.config,
                    folder: &folder,
                    scope,
                    device: run.device,
                    order: run.order,
                    progress: &progress,
                    stop: interrupt.flag(),
                };
                learner.run(&write)
            })?;
        write()?;
        evaluation.run(&progress, interrupt.flag())
    };
    let result = std::thread::scope(|threads| {
        let (send, done) = std::sync::mpsc::channel::<()>();
        let ticker = &progress;
        threads.spawn(move || {
            while done.recv_timeout(Duration::from_millis(200))
                == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                ticker.tick();
            }
        });
        let result = pool.install(work);
        drop(send);
        result
    });
    progress.finish();
    result
}

/// Games that are still to be played.
fn planned(
    config: &TrainConfig,
    scopes: &[Scope],
    folder: &RunFolder,
    evaluation: &Evaluation<'_>,
) -> u64 {
    let training: u64 = scopes
        .iter()
        .map(|scope| {
            let done =
                super::folder::trained_iterations(folder, scope, config.iterations).unwrap_or(0);
            u64::from(config.iterations - done)
                * u64::from(config.games_per_iteration)
                * scope.variants.len() as u64
        })
        .sum();
    training + evaluation.planned()
}

/// `metrics.csv` and `timings.csv` from what the checkpoints hold, sorted by network and iteration.
fn write_metrics(folder: &RunFolder, scopes: &[Scope], iterations: u32) -> Result<()> {
    let mut metrics: Vec<MetricsRow> = Vec::new();
    let mut timings: Vec<TimingsRow> = Vec::new();
    for scope in scopes {
        let first = metrics.len();
        let mut measured: Vec<(u32, Vec<Strength>)> = Vec::new();
        for iteration in 1..=iterations {
            let checkpoint = folder.checkpoint(&scope.name, iteration);
            if !checkpoint.exists() {
                break;
            }
            let mut rows: Vec<MetricsRow> = read(&checkpoint.folder().join(METRICS))?;
            let weights = checkpoint.info()?.weights_blake3;
            for row in &mut rows {
                row.weights_blake3.clone_from(&weights);
            }
            metrics.extend(rows);
            timings.push(read(&checkpoint.folder().join(TIMINGS))?);
            measured.push((iteration, read(&checkpoint.folder().join(STRENGTH))?));
        }
        note_strength(&mut metrics[first..], &measured);
    }
    write_csv(&folder.path().join("metrics.csv"), &metrics)?;
    write_csv(&folder.path().join("timings.csv"), &timings)
}

/// Enters grades, and the Elo that all games between a network's checkpoints tell together.
fn note_strength(rows: &mut [MetricsRow], measured: &[(u32, Vec<Strength>)]) {
    for row in rows {
        let of_variant = measured.iter().flat_map(|(iteration, all)| {
            let own = all
                .iter()
                .filter(|strength| strength.variant == row.variant);
            own.map(move |strength| (*iteration, strength))
        });
        let of_variant: Vec<(u32, &Strength)> = of_variant.collect();
        let here = of_variant
            .iter()
            .find(|(iteration, _)| *iteration == row.iteration);
        if let Some((_, strength)) = here {
            row.measured(strength, ratings(&of_variant).get(&row.iteration));
        }
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = std::fs::read(path).with_context(|| path.display().to_string())?;
    serde_json::from_slice(&text).with_context(|| path.display().to_string())
}
