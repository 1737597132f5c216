use super::learner::{Learner, METRICS, STRENGTH, TIMINGS};
use super::metrics::IterationRecord;
use super::strength::{Strength, ratings};
use crate::config::TrainConfig;
use crate::progress::Progress;
use crate::run::{RunFolder, Scope, TaskOrder, trained_iterations};
use anyhow::{Context, Result};
use quirkat_net::{Checkpoint, CheckpointInfo, NetDevice};
use quirkat_play::{on_threads, start_scoped_thread};
use quirkat_tables::{MetricsRow, TimingsRow, write_table};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Does work on so many threads (0: as many as the machine has) while the progress is shown.
pub(crate) fn in_threads<T: Send>(
    threads: usize,
    progress: &Progress,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let result = std::thread::scope(|scope| {
        let (send, done) = std::sync::mpsc::channel::<()>();
        start_scoped_thread(scope, "progress", move || {
            while done.recv_timeout(Duration::from_millis(200))
                == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                progress.tick();
            }
        })?;
        let result = on_threads(threads, work);
        drop(send);
        result?
    });
    progress.finish();
    result
}

/// The networks of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Networks<'a> {
    pub(crate) config: &'a TrainConfig,
    pub(crate) folder: &'a RunFolder,
    pub(crate) scopes: &'a [Scope],
    pub(crate) device: NetDevice,
    pub(crate) order: TaskOrder,
}

impl Networks<'_> {
    /// Self-play games that are still to be played.
    pub(crate) fn planned(&self) -> u64 {
        let iterations = self.config.iterations;
        let missing = |scope: &Scope| {
            let done = trained_iterations(self.folder, scope, iterations).unwrap_or(0);
            u64::from(iterations - done)
                * u64::from(self.config.games_per_iteration)
                * scope.variants.len() as u64
        };
        self.scopes.iter().map(missing).sum()
    }

    /// Trains every network to the last iteration, on the threads of the pool it is called in.
    ///
    /// # Errors
    /// [`quirkat_play::Stopped`] when `stop` is raised; anything that the file system refuses.
    pub(crate) fn learn(&self, progress: &Progress, stop: &AtomicBool) -> Result<()> {
        let metrics = Mutex::new(());
        let write = || {
            let _one_at_a_time = metrics.lock();
            write_metrics(self.folder, self.scopes, self.config.iterations)
        };
        self.order
            .arrange(self.scopes.iter().collect())
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|scope| {
                let learner = Learner {
                    config: self.config,
                    folder: self.folder,
                    scope,
                    device: self.device,
                    order: self.order,
                    progress,
                    stop,
                };
                learner.run(&write)
            })?;
        write()
    }
}

/// `metrics.csv` and `timings.csv` from what the checkpoints hold, sorted by network and iteration.
fn write_metrics(folder: &RunFolder, scopes: &[Scope], iterations: u32) -> Result<()> {
    let mut metrics: Vec<MetricsRow> = Vec::new();
    let mut timings: Vec<TimingsRow> = Vec::new();
    for scope in scopes {
        let mut learnt: Vec<(IterationRecord, String)> = Vec::new();
        let mut measured: Vec<(u32, Vec<Strength>)> = Vec::new();
        let done = trained_iterations(folder, scope, iterations).unwrap_or(0);
        for iteration in 1..=done {
            let checkpoint = folder.checkpoint(&scope.name, iteration);
            let info = checkpoint.info()?;
            let records: Vec<IterationRecord> = read(&checkpoint, &info, METRICS)?;
            let weights = &info.weights_blake3;
            learnt.extend(records.into_iter().map(|record| (record, weights.clone())));
            timings.push(read(&checkpoint, &info, TIMINGS)?);
            measured.push((iteration, read(&checkpoint, &info, STRENGTH)?));
        }
        let rows = learnt.into_iter();
        metrics.extend(rows.map(|(record, weights)| row(record, &weights, &measured)));
    }
    write_table(folder.files(), "metrics.csv", &metrics, false)?;
    write_table(folder.files(), "timings.csv", &timings, false)?;
    Ok(())
}

/// With its grades, and the Elo that all games between a network's checkpoints tell together.
fn row(record: IterationRecord, weights: &str, measured: &[(u32, Vec<Strength>)]) -> MetricsRow {
    let of_variant = measured.iter().flat_map(|(iteration, all)| {
        let own = all
            .iter()
            .filter(|strength| strength.variant == record.variant);
        own.map(move |strength| (*iteration, strength))
    });
    let of_variant: Vec<(u32, &Strength)> = of_variant.collect();
    let here = of_variant
        .iter()
        .find(|(iteration, _)| *iteration == record.iteration);
    match here {
        Some((_, strength)) => {
            let elo = ratings(&of_variant);
            let elo = elo.get(&record.iteration);
            record.row(weights, Some(strength), elo)
        }
        None => record.row(weights, None, None),
    }
}

fn read<T: DeserializeOwned>(
    checkpoint: &Checkpoint,
    info: &CheckpointInfo,
    name: &str,
) -> Result<T> {
    let text = checkpoint.extra(info, name)?;
    let path = || checkpoint.folder().join(name).display().to_string();
    serde_json::from_slice(&text).with_context(path)
}
