use super::measured_agent::MeasuredAgent;
use super::rows::{game_row, opening_rows};
use super::runner::{EvaluationRunner, planned};
use super::starts::Starts;
use super::summary::Summary;
use super::tables::EvaluationTables;
use crate::config::TrainConfig;
use crate::progress::Progress;
use crate::run::{RunFolder, Scope, TaskOrder};
use anyhow::Result;
use quirkat_net::NetDevice;
use quirkat_play::Seed;
use quirkat_tables::{GameRow, OpeningRow, ProxyGameRow, Table, write_table};
use quirkat_variant::Variant;
use rayon::prelude::*;
use std::sync::atomic::AtomicBool;

/// The evaluation of a run's last checkpoints.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<'a> {
    /// What to measure.
    pub config: &'a TrainConfig,
    /// Where to.
    pub folder: &'a RunFolder,
    /// The networks.
    pub scopes: &'a [Scope],
    /// Where networks run.
    pub device: NetDevice,
    /// The order in which tasks are begun.
    pub order: TaskOrder,
}

impl<'s> Evaluation<'s> {
    /// Games that are still to be played.
    pub(crate) fn planned(&self) -> u64 {
        if self.is_done() {
            return 0;
        }
        let config = &self.config.evaluation;
        let settings = config.settings();
        let games: u64 = settings
            .iter()
            .map(|setting| planned(config, setting))
            .sum();
        let proxies = u64::from(config.proxy_games) * config.simulations.len() as u64;
        self.variants().count() as u64 * (games + proxies)
    }

    /// Whether the table is of the last checkpoints, and not of earlier ones of a run that grew. A
    /// table that cannot be read is made anew.
    fn is_done(&self) -> bool {
        let last = format!("iter-{:04}", self.config.iterations);
        let table = Table::read(&self.folder.evaluation(), "advantage.csv");
        let Ok(Some(table)) = table else {
            return false;
        };
        let mut checkpoints = table.rows().map(|row| row.text("checkpoint"));
        checkpoints.any(|checkpoint| checkpoint.rsplit('/').next() == Some(&*last))
    }

    fn variants(&self) -> impl Iterator<Item = (&'s Scope, &'s Variant)> {
        let of = |scope: &'s Scope| scope.variants.iter().map(move |variant| (scope, variant));
        self.scopes.iter().flat_map(of)
    }

    /// The start positions of all variants, found anew: a lack of them shows before training.
    ///
    /// # Errors
    /// When there are too few openings, or `stop` is raised.
    pub(crate) fn starts(&self, stop: &AtomicBool) -> Result<Vec<Starts>> {
        let find = |(_, variant): (&Scope, &Variant)| {
            let initial = self.config.start_of(variant)?;
            let seed = self.seed(variant);
            Starts::find(&self.config.evaluation, initial, variant, &seed, stop)
        };
        self.variants().map(find).collect()
    }

    /// Plays the games that are not there yet and writes all CSVs.
    ///
    /// # Errors
    /// [`quirkat_play::Stopped`] when `stop` is raised; anything that the file system refuses.
    pub fn run(&self, progress: &Progress, stop: &AtomicBool) -> Result<Summary> {
        let config = &self.config.evaluation;
        let starts = self.starts(stop)?;
        let agents = self.measured_agents(&starts)?;
        let runner = EvaluationRunner {
            config,
            training: self.config,
            device: self.device,
            order: self.order,
            progress,
            stop,
        };
        let mut games: Vec<GameRow> = Vec::new();
        for setting in config.settings() {
            let rows: Vec<Vec<GameRow>> = agents
                .par_iter()
                .with_max_len(1)
                .map(|agent| {
                    let played = runner.setting(agent, &setting, &[], None)?;
                    Ok(played
                        .iter()
                        .map(|game| game_row(agent, &setting, game))
                        .collect())
                })
                .collect::<Result<_>>()?;
            games.extend(rows.into_iter().flatten());
        }
        let mut proxy: Vec<ProxyGameRow> = Vec::new();
        for &simulations in &config.simulations {
            let rows: Vec<Vec<ProxyGameRow>> = agents
                .par_iter()
                .with_max_len(1)
                .map(|agent| runner.proxy(agent, simulations))
                .collect::<Result<_>>()?;
            proxy.extend(rows.into_iter().flatten());
        }
        let openings: Vec<OpeningRow> = agents
            .iter()
            .flat_map(|agent| {
                opening_rows(
                    agent.variant,
                    agent.starts,
                    config.opening_plies,
                    self.config.seed,
                )
            })
            .collect();
        let folder = self.folder.evaluation();
        write_table(&folder, "openings.csv", &openings, false)?;
        write_table(&folder, "games.csv", &games, false)?;
        write_table(&folder, "proxy_games.csv", &proxy, false)?;
        let hash = |name: &str| {
            let mut variants = self.variants();
            let found = variants.find(|(_, variant)| variant.name == name);
            found.map_or_else(String::new, |(_, variant)| variant.rules_hash())
        };
        let tables = EvaluationTables::of(self.config, &hash, &games, &proxy)?;
        tables.write(&folder)?;
        Ok(tables.summary())
    }

    fn measured_agents<'t>(&self, starts: &'t [Starts]) -> Result<Vec<MeasuredAgent<'t>>>
    where
        's: 't,
    {
        let agent = |((scope, variant), starts): ((&Scope, &'s Variant), &'t Starts)| {
            let checkpoint = self.folder.checkpoint(&scope.name, self.config.iterations);
            let (network, info) = checkpoint.network(self.device)?;
            let iteration = format!("iter-{:04}", info.iteration);
            Ok(MeasuredAgent {
                variant,
                network,
                weights: info.weights_blake3,
                checkpoint: format!("{}/{iteration}", scope.name),
                run_seed: self.config.seed,
                starts,
                seed: self.seed(variant),
                folder: self
                    .folder
                    .evaluation()
                    .folder(&format!("games/{}/{iteration}", variant.name)),
            })
        };
        self.variants().zip(starts).map(agent).collect()
    }

    fn seed(&self, variant: &Variant) -> Seed {
        Seed::new(self.config.seed)
            .named("evaluation")
            .named(&variant.name)
    }
}
