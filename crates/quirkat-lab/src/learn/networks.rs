use super::learner::{Learner, METRICS, STRENGTH, TIMINGS};
use super::metrics;
use super::strength::{Strength, ratings};
use crate::config::TrainConfig;
use crate::progress::Progress;
use crate::run::{RunFolder, Scope, TaskOrder, trained_iterations};
use anyhow::{Context, Result};
use quirkat_net::{Checkpoint, CheckpointInfo, NetDevice};
use quirkat_play::{on_threads, start_scoped_thread};
use quirkat_tables::{MetricsRow, TimingsRow, write_csv};
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
        let first = metrics.len();
        let mut measured: Vec<(u32, Vec<Strength>)> = Vec::new();
        for iteration in 1..=iterations {
            let checkpoint = folder.checkpoint(&scope.name, iteration);
            if !checkpoint.exists() {
                break;
            }
            let info = checkpoint.info()?;
            let mut rows: Vec<MetricsRow> = read(&checkpoint, &info, METRICS)?;
            for row in &mut rows {
                row.weights_blake3.clone_from(&info.weights_blake3);
            }
            metrics.extend(rows);
            timings.push(read(&checkpoint, &info, TIMINGS)?);
            measured.push((iteration, read(&checkpoint, &info, STRENGTH)?));
        }
        note_strength(&mut metrics[first..], &measured);
    }
    write_csv(&folder.path().join("metrics.csv"), &metrics)?;
    write_csv(&folder.path().join("timings.csv"), &timings)?;
    Ok(())
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
            metrics::note_strength(row, strength, ratings(&of_variant).get(&row.iteration));
        }
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
