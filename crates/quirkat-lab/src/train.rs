//! A training run from its beginning to its tables.

use crate::config::TrainConfig;
use crate::evaluation::{Evaluation, Summary};
use crate::learn::{Networks, in_threads};
use crate::memory;
use crate::progress::Progress;
use crate::run::{Build, RunFolder, Scope, TaskOrder};
use anyhow::Result;
use quirkat_net::NetDevice;
use quirkat_variant::Variant;
use std::path::Path;
use std::sync::atomic::AtomicBool;

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
    /// The program, for the run's manifest.
    pub build: Build,
    /// No progress on stderr.
    pub quiet: bool,
}

/// Trains every network of the run, evaluates them and writes the CSVs; goes on where an earlier
/// process stopped.
///
/// # Errors
/// [`quirkat_play::Stopped`] after a signal; anything that the folder or the file system refuses.
pub fn train(run: &Train<'_>, stop: &AtomicBool) -> Result<Summary> {
    memory::check(run.config, run.variants.len(), run.threads)?;
    let folder = RunFolder::open(run.folder, run.config, run.variants, run.device, &run.build)?;
    let scopes = Scope::all(run.config, run.variants);
    let evaluation = Evaluation {
        config: run.config,
        folder: &folder,
        scopes: &scopes,
        device: run.device,
        order: run.order,
    };
    evaluation.starts(stop)?;
    let networks = Networks {
        config: run.config,
        folder: &folder,
        scopes: &scopes,
        device: run.device,
        order: run.order,
    };
    let progress = Progress::new(networks.planned() + evaluation.planned(), run.quiet);
    in_threads(run.threads, &progress, || {
        networks.learn(&progress, stop)?;
        evaluation.run(&progress, stop)
    })
}
