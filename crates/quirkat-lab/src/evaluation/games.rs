use super::advantage::{Proxy, advantage_row};
use super::comparison::{Comparing, Seeds, compare};
use super::group::{Group, groups};
use super::plan::Starts;
use super::player::{Player, Subject, game_row, opening_rows, planned};
use super::summary::Summary;
use crate::config::{NetworkScope, TrainConfig};
use crate::progress::Progress;
use crate::run::{RunFolder, Scope, TaskOrder};
use anyhow::{Context, Result, ensure};
use quirkat_net::NetDevice;
use quirkat_play::Seed;
use quirkat_rules::Rules;
use quirkat_tables::{
    ComparisonRow, GameRow, OpeningRow, ProxyGameRow, read_games, read_table, write_checksums,
    write_csv,
};
use quirkat_variant::Variant;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
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
        let cells = config.settings();
        let games: u64 = cells.iter().map(|cell| planned(config, cell)).sum();
        let proxies = u64::from(config.proxy_games) * config.simulations.len() as u64;
        self.variants().count() as u64 * (games + proxies)
    }

    /// Whether the table is of the last checkpoints, and not of earlier ones of a run that grew.
    fn is_done(&self) -> bool {
        let table = std::fs::read_to_string(self.folder.evaluation().join("advantage.csv"));
        table.is_ok_and(|table| table.contains(&format!("/iter-{:04},", self.config.iterations)))
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
        let subjects = self.subjects(&starts)?;
        let player = Player {
            config,
            training: self.config,
            device: self.device,
            order: self.order,
            progress,
            stop,
        };
        let mut games: Vec<GameRow> = Vec::new();
        for cell in config.settings() {
            let rows: Vec<Vec<GameRow>> = subjects
                .par_iter()
                .with_max_len(1)
                .map(|subject| {
                    let played = player.cell(subject, &cell, &[], None)?;
                    Ok(played
                        .iter()
                        .map(|game| game_row(subject, &cell, game))
                        .collect())
                })
                .collect::<Result<_>>()?;
            games.extend(rows.into_iter().flatten());
        }
        let mut proxy: Vec<ProxyGameRow> = Vec::new();
        for &simulations in &config.simulations {
            let rows: Vec<Vec<ProxyGameRow>> = subjects
                .par_iter()
                .with_max_len(1)
                .map(|subject| player.proxy(subject, simulations))
                .collect::<Result<_>>()?;
            proxy.extend(rows.into_iter().flatten());
        }
        let openings: Vec<OpeningRow> = subjects
            .iter()
            .flat_map(|subject| {
                opening_rows(
                    subject.variant,
                    subject.starts,
                    config.opening_plies,
                    self.config.seed,
                )
            })
            .collect();
        let folder = self.folder.evaluation();
        write_csv(&folder.join("openings.csv"), &openings)?;
        write_csv(&folder.join("games.csv"), &games)?;
        write_csv(&folder.join("proxy_games.csv"), &proxy)?;
        let hash = |name: &str| {
            let mut variants = self.variants();
            let found = variants.find(|(_, variant)| variant.name == name);
            found.map_or_else(String::new, |(_, variant)| variant.rules_hash())
        };
        tables(&folder, self.config, &hash, &games, &proxy)
    }

    fn subjects<'t>(&self, starts: &'t [Starts]) -> Result<Vec<Subject<'t>>>
    where
        's: 't,
    {
        let subject = |((scope, variant), starts): ((&Scope, &'s Variant), &'t Starts)| {
            let checkpoint = self.folder.checkpoint(&scope.name, self.config.iterations);
            let (network, info) = checkpoint.network(self.device)?;
            let iteration = format!("iter-{:04}", info.iteration);
            let games = self.folder.evaluation().join("games");
            Ok(Subject {
                variant,
                network,
                weights: info.weights_blake3,
                checkpoint: format!("{}/{iteration}", scope.name),
                run_seed: self.config.seed,
                starts,
                seed: self.seed(variant),
                folder: games.join(&variant.name).join(iteration),
            })
        };
        self.variants().zip(starts).map(subject).collect()
    }

    fn seed(&self, variant: &Variant) -> Seed {
        Seed::new(self.config.seed)
            .named("evaluation")
            .named(&variant.name)
    }
}

/// Everything that follows from the games of a training run; `hash` names the rules of a variant.
fn tables(
    folder: &Path,
    config: &TrainConfig,
    hash: &dyn Fn(&str) -> String,
    games: &[GameRow],
    proxy: &[ProxyGameRow],
) -> Result<Summary> {
    let measure = &config.evaluation;
    let groups = groups(games)?;
    let mut advantage = Vec::new();
    for group in &groups {
        let proxy = Proxy::of(group.key(), proxy, &measure.proxy_opponent)?;
        let rules_hash = hash(&group.key().variant);
        advantage.push(advantage_row(group, &rules_hash, measure.level, &proxy)?);
    }
    let how = Comparing {
        level: measure.level,
        shared: config.network_scope == NetworkScope::Shared,
    };
    let all: Vec<&Group<'_>> = groups.iter().collect();
    write_csv(&folder.join("comparisons.csv"), &comparisons(&all, how)?)?;
    write_csv(&folder.join("advantage.csv"), &advantage)?;
    write_checksums(
        folder,
        &[
            "advantage.csv",
            "comparisons.csv",
            "games.csv",
            "openings.csv",
            "proxy_games.csv",
        ],
    )?;
    Ok(Summary::new(advantage, measure.level))
}

/// Computes the tables of a training run anew from its raw games (`config.toml`,
/// `evaluation/games.csv`, `proxy_games.csv`) and writes them beside these: the same bytes as the run
/// wrote.
///
/// # Errors
/// One line that names the file and the line; nothing is written then.
pub fn recompute(folder: &Path) -> Result<Summary> {
    let path = folder.join("config.toml");
    let shown = || path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(shown)?;
    let mut table: toml::Table = text.parse().with_context(shown)?;
    let rules: BTreeMap<String, Rules> = match table.remove("rules") {
        Some(rules) => rules.try_into().with_context(shown)?,
        None => BTreeMap::new(),
    };
    let config: TrainConfig = table.try_into().with_context(shown)?;
    let evaluation = folder.join("evaluation");
    let games = read_games(&evaluation)?;
    ensure!(
        !games.is_empty(),
        "{}: no games: nothing was measured",
        evaluation.display()
    );
    let hash = |name: &str| {
        rules
            .get(name)
            .map_or_else(String::new, |rules| format!("{:016x}", rules.hash()))
    };
    let proxy = read_table(&evaluation, "proxy_games.csv")?;
    tables(&evaluation, &config, &hash, &games, &proxy)
}

/// The comparisons of each cell, in the order in which cells and variants first appear.
pub(crate) fn comparisons(groups: &[&Group<'_>], how: Comparing) -> Result<Vec<ComparisonRow>> {
    let mut rows = Vec::new();
    for (cell, variants) in by_cell(groups) {
        rows.extend(compare(&cell, &variants, how)?);
    }
    Ok(rows)
}

/// Cells with the results of their variants by seed.
pub(crate) fn by_cell(groups: &[&Group<'_>]) -> Vec<(super::group::CellKey, Vec<Seeds>)> {
    let mut cells: Vec<(super::group::CellKey, Vec<Seeds>)> = Vec::new();
    for group in groups {
        let cell = group.cell();
        let at = cells.iter().position(|(key, _)| *key == cell);
        let at = at.unwrap_or_else(|| {
            cells.push((cell, Vec::new()));
            cells.len() - 1
        });
        let variants = &mut cells[at].1;
        let variant = &group.key().variant;
        let place = variants.iter().position(|seeds| seeds.variant == *variant);
        let place = place.unwrap_or_else(|| {
            variants.push(Seeds {
                variant: variant.clone(),
                seeds: Vec::new(),
            });
            variants.len() - 1
        });
        let seeds = &mut variants[place].seeds;
        seeds.push((group.key().seed, group.results));
        seeds.sort_by_key(|(seed, _)| *seed);
    }
    cells
}
