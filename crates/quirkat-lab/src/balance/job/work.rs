use super::balance_job::{BalanceJob, Replicate, seed_name};
use super::collected::CollectedRows;
use super::measured_setting::MeasuredSetting;
use crate::config::{EvaluationConfig, NetworkScope, TrainConfig};
use crate::evaluation::{EvaluationRunner, MeasuredAgent, Starts};
use crate::progress::Progress;
use crate::run::RunFolder;
use anyhow::Result;
use quirkat_net::Checkpoint;
use quirkat_play::Seed;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What all parts of the work share.
pub(super) struct Work<'a> {
    pub(super) job: &'a BalanceJob<'a>,
    pub(super) evaluation: &'a EvaluationConfig,
    pub(super) top: &'a RunFolder,
    pub(super) starts: &'a [Starts],
    pub(super) replicates: &'a [Replicate],
    pub(super) measured: Vec<MeasuredSetting>,
    pub(super) progress: &'a Progress,
    pub(super) stop: &'a AtomicBool,
    pub(super) collected: Mutex<CollectedRows>,
}

impl Work<'_> {
    pub(super) fn runner<'p>(
        &'p self,
        config: &'p EvaluationConfig,
        training: &'p TrainConfig,
    ) -> EvaluationRunner<'p> {
        EvaluationRunner {
            config,
            training,
            device: self.job.device,
            order: self.job.order,
            progress: self.progress,
            stop: self.stop,
        }
    }

    /// The agent of a replicate and iteration on a variant.
    pub(super) fn agent<'s>(
        &'s self,
        replicate: &Replicate,
        place: usize,
        iteration: u32,
    ) -> Result<MeasuredAgent<'s>> {
        let variant = &self.job.variants[place];
        let network = match self.job.config.train.network_scope {
            NetworkScope::PerVariant => &*variant.name,
            NetworkScope::Shared => "shared",
        };
        let checkpoint: Checkpoint = replicate.folder.checkpoint(network, iteration);
        let (loaded, info) = checkpoint.network(self.job.device)?;
        let name = format!("iter-{iteration:04}");
        let seed = replicate.config.seed;
        Ok(MeasuredAgent {
            variant,
            network: loaded,
            weights: info.weights_blake3,
            checkpoint: format!("{network}/{name}"),
            run_seed: seed,
            starts: &self.starts[place],
            seed: Seed::new(seed).named("evaluation").named(&variant.name),
            folder: self.top.evaluation().folder(&format!(
                "games/{}/{}/{name}",
                seed_name(seed),
                variant.name
            )),
        })
    }

    pub(super) fn collected(&self) -> MutexGuard<'_, CollectedRows> {
        // A thread that panicked ends the process's work anyway.
        self.collected
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
