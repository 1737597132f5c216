use super::measured_setting::MeasuredSetting;
use crate::config::{BalanceConfig, EvaluationConfig, TrainConfig};
use crate::evaluation::{Starts, planned};
use crate::learn::Networks;
use crate::run::{Build, RunFolder, Scope, TaskOrder};
use anyhow::Result;
use quirkat_net::NetDevice;
use quirkat_play::Seed;
use quirkat_variant::Variant;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// A balance job to do.
#[derive(Clone, Copy, Debug)]
pub struct BalanceJob<'a> {
    /// What decides its results.
    pub config: &'a BalanceConfig,
    /// Its rule sets, in the configuration's order.
    pub variants: &'a [Variant],
    /// Its folder.
    pub folder: &'a Path,
    /// How many of its replicates.
    pub replicates: u32,
    /// Whether every game is also played from the colour-swapped start with Black first.
    pub placebo: bool,
    /// Threads; 0 for as many as the machine has.
    pub threads: usize,
    /// The order in which tasks are begun.
    pub order: TaskOrder,
    /// Where networks run.
    pub device: NetDevice,
    /// The program, for the manifests.
    pub build: Build,
    /// No progress on stderr.
    pub quiet: bool,
}

/// A training run of the job.
pub(super) struct Replicate {
    pub(super) number: u32,
    pub(super) config: TrainConfig,
    pub(super) folder: RunFolder,
    pub(super) scopes: Vec<Scope>,
}

impl BalanceJob<'_> {
    pub(super) fn starts(
        &self,
        evaluation: &EvaluationConfig,
        stop: &AtomicBool,
    ) -> Result<Vec<Starts>> {
        let config = self.config.replicate(0);
        self.variants
            .iter()
            .map(|variant| {
                let initial = config.start_of(variant)?;
                let seed = Seed::new(self.config.seed)
                    .named("evaluation")
                    .named(&variant.name);
                Starts::find(evaluation, initial, variant, &seed, stop)
            })
            .collect()
    }

    pub(super) fn replicate(&self, number: u32) -> Result<Replicate> {
        let config = self.config.replicate(number);
        let trained: Vec<Variant> = self
            .config
            .variants
            .iter()
            .zip(self.variants)
            .filter(|(name, _)| self.config.trained().contains(name))
            .map(|(_, variant)| variant.clone())
            .collect();
        let path = self.folder.join("replicates").join(seed_name(config.seed));
        Ok(Replicate {
            number,
            folder: RunFolder::open(&path, &config, &trained, self.device, &self.build)?,
            scopes: Scope::all(&config, &trained),
            config,
        })
    }

    /// Games that are still to be played, when the tables hold so many seeds.
    pub(super) fn planned(
        &self,
        evaluation: &EvaluationConfig,
        replicates: &[Replicate],
        known: u32,
    ) -> u64 {
        let training: u64 = replicates
            .iter()
            .map(|replicate| self.networks(replicate).planned())
            .sum();
        let measured = |count| measured_games(self.config, evaluation, count);
        training + measured(self.replicates) - measured(known)
    }

    pub(super) fn networks<'n>(&self, replicate: &'n Replicate) -> Networks<'n> {
        Networks {
            config: &replicate.config,
            folder: &replicate.folder,
            scopes: &replicate.scopes,
            device: self.device,
            order: self.order,
        }
    }
}

/// Games of the evaluation of so many replicates.
pub(crate) fn measured_games(
    config: &BalanceConfig,
    evaluation: &EvaluationConfig,
    replicates: u32,
) -> u64 {
    let games: u64 = MeasuredSetting::all(config)
        .iter()
        .map(|measured| planned(evaluation, &measured.setting))
        .sum();
    let proxies = u64::from(evaluation.proxy_games) * MeasuredSetting::budgets(config).len() as u64;
    let pairs = u64::from(config.measure.pair_games) * u64::from(replicates / 2);
    config.variants.len() as u64 * (u64::from(replicates) * (games + proxies) + pairs)
}

/// The name of a training seed in paths.
pub(super) fn seed_name(seed: u64) -> String {
    format!("seed-{seed:04}")
}
