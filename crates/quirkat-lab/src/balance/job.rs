//! The job: training replicates, then the games of every cell, then the tables.

use super::design::{Design, RULES, rules_row};
use super::measured::{Measured, Store};
use super::placebo;
use super::tables::{Tables, compute};
use super::variants::Pooled;
use crate::config::{BalanceConfig, EvaluationConfig, NetworkScope, TrainConfig};
use crate::evaluation::{Group, Player, Starts, Subject, by_cell, game_row, groups, opening_rows};
use crate::learn::{Networks, in_threads};
use crate::progress::Progress;
use crate::run::{Build, Contents, RunFolder, Scope, TaskOrder, resolved};
use anyhow::{Context, Result};
use quirkat_net::{Checkpoint, NetDevice};
use quirkat_play::Seed;
use quirkat_rules::Color;
use quirkat_tables::{AdvantageRow, GameRow, OpeningRow, PlaceboRow, read_table, write_csv};
use quirkat_variant::Variant;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// A balance job to do.
#[derive(Clone, Copy, Debug)]
pub struct Balance<'a> {
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

/// What a job found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Every table.
    pub tables: Tables,
    /// What they rest on.
    pub design: Design,
    /// The negative control, when it was asked for.
    pub placebo: Vec<PlaceboRow>,
}

/// A training run of the job.
pub(super) struct Replicate {
    pub(super) number: u32,
    pub(super) config: TrainConfig,
    pub(super) folder: RunFolder,
    pub(super) scopes: Vec<Scope>,
}

/// What all parts of the work share.
pub(super) struct Work<'a> {
    pub(super) job: &'a Balance<'a>,
    pub(super) evaluation: &'a EvaluationConfig,
    pub(super) top: &'a RunFolder,
    pub(super) starts: &'a [Starts],
    pub(super) replicates: &'a [Replicate],
    pub(super) measured: Vec<Measured>,
    pub(super) progress: &'a Progress,
    pub(super) stop: &'a AtomicBool,
    pub(super) store: Mutex<Store>,
}

impl Balance<'_> {
    /// Trains and measures what is not there yet, and writes all tables.
    ///
    /// # Errors
    /// [`quirkat_play::Stopped`] after a signal; anything that the folder or the file system refuses.
    pub fn run(&self, stop: &AtomicBool) -> Result<Found> {
        let contents = Contents {
            resolved: resolved(self.config, self.variants)?,
            seed: self.config.seed,
            may_grow: "replicates",
        };
        let evaluation = self.config.evaluation(Color::White);
        let starts = self.starts(&evaluation, stop)?;
        let top = RunFolder::open_with(self.folder, &contents, self.device, &self.build)?;
        let known = known_seeds(&top)?;
        // A pilot of a job that is further on is about all its seeds.
        let job = Balance {
            replicates: self.replicates.max(known),
            ..*self
        };
        let replicates: Vec<Replicate> = (0..job.replicates)
            .map(|number| job.replicate(number))
            .collect::<Result<_>>()?;
        let planned = job.planned(&evaluation, &replicates, known);
        let progress = Progress::new(planned, job.quiet);
        let work = Work {
            job: &job,
            evaluation: &evaluation,
            top: &top,
            starts: &starts,
            replicates: &replicates,
            measured: Measured::all(job.config),
            progress: &progress,
            stop,
            store: Mutex::default(),
        };
        in_threads(self.threads, &progress, || work.run(known))
    }

    fn starts(&self, evaluation: &EvaluationConfig, stop: &AtomicBool) -> Result<Vec<Starts>> {
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

    fn replicate(&self, number: u32) -> Result<Replicate> {
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
    fn planned(&self, evaluation: &EvaluationConfig, replicates: &[Replicate], known: u32) -> u64 {
        let training: u64 = replicates
            .iter()
            .map(|replicate| self.networks(replicate).planned())
            .sum();
        let measured = |count| measured_games(self.config, evaluation, count);
        training + measured(self.replicates) - measured(known)
    }

    fn networks<'n>(&self, replicate: &'n Replicate) -> Networks<'n> {
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
    let games: u64 = Measured::all(config)
        .iter()
        .map(|measured| crate::evaluation::planned(evaluation, &measured.cell))
        .sum();
    let proxies = u64::from(evaluation.proxy_games) * Measured::budgets(config).len() as u64;
    let pairs = u64::from(config.measure.pair_games) * u64::from(replicates / 2);
    config.variants.len() as u64 * (u64::from(replicates) * (games + proxies) + pairs)
}

/// How many seeds the tables of an earlier process hold.
fn known_seeds(top: &RunFolder) -> Result<u32> {
    let rows: Vec<AdvantageRow> = read_table(&top.evaluation(), "advantage.csv")?;
    let seeds: BTreeSet<u64> = rows.iter().map(|row| row.seed).collect();
    Ok(seeds.len() as u32)
}

fn seed_name(seed: u64) -> String {
    format!("seed-{seed:04}")
}

impl Work<'_> {
    /// `known` seeds are in the tables of an earlier process, which are not replaced by smaller ones.
    fn run(&self, known: u32) -> Result<Found> {
        let threads = rayon::current_num_threads();
        let networks = self.replicates.first().map_or(1, |r| r.scopes.len());
        // As many replicates at a time as keep all threads learning, and no more, so that the first
        // ones are finished early.
        let at_a_time = threads.div_ceil(networks.max(1)).max(1);
        let looks = self.job.config.looks();
        for some in self.replicates.chunks(at_a_time) {
            some.par_iter().with_max_len(1).try_for_each(|replicate| {
                self.job
                    .networks(replicate)
                    .learn(self.progress, self.stop)?;
                self.measure(replicate, &looks)
            })?;
            let done = some.last().map_or(0, |replicate| replicate.number + 1);
            if done > known && done < self.job.replicates {
                self.write(&[])?;
                self.progress.line(&format!(
                    "{done} of {} replicates done; tables so far are in {}",
                    self.replicates.len(),
                    self.top.evaluation().display()
                ));
            }
        }
        self.look_again(&looks)?;
        self.meet()?;
        let placebo = if self.job.placebo {
            self.placebo()?
        } else {
            Vec::new()
        };
        self.write(&placebo)
    }

    pub(super) fn player<'p>(
        &'p self,
        config: &'p EvaluationConfig,
        training: &'p TrainConfig,
    ) -> Player<'p> {
        Player {
            config,
            training,
            device: self.job.device,
            order: self.job.order,
            progress: self.progress,
            stop: self.stop,
        }
    }

    /// The agent of a replicate and iteration on a variant.
    pub(super) fn subject<'s>(
        &'s self,
        replicate: &Replicate,
        place: usize,
        iteration: u32,
    ) -> Result<Subject<'s>> {
        let variant = &self.job.variants[place];
        let network = match self.job.config.train.network_scope {
            NetworkScope::PerVariant => &*variant.name,
            NetworkScope::Shared => "shared",
        };
        let checkpoint: Checkpoint = replicate.folder.checkpoint(network, iteration);
        let (loaded, info) = checkpoint.network(self.job.device)?;
        let name = format!("iter-{iteration:04}");
        let seed = replicate.config.seed;
        Ok(Subject {
            variant,
            network: loaded,
            weights: info.weights_blake3,
            checkpoint: format!("{network}/{name}"),
            run_seed: seed,
            starts: &self.starts[place],
            seed: Seed::new(seed).named("evaluation").named(&variant.name),
            folder: self
                .top
                .evaluation()
                .join("games")
                .join(seed_name(seed))
                .join(&variant.name)
                .join(name),
        })
    }

    /// All cells, proxies and grades of a replicate; of the primary cell the games up to the first
    /// look.
    fn measure(&self, replicate: &Replicate, looks: &[u64]) -> Result<()> {
        let player = self.player(self.evaluation, &replicate.config);
        (0..self.job.variants.len())
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|variant| {
                let mut subjects: Vec<(u32, Subject<'_>)> = Vec::new();
                for iteration in Measured::iterations(self.job.config) {
                    subjects.push((iteration, self.subject(replicate, variant, iteration)?));
                }
                let of = |wanted: u32| {
                    let found = subjects.iter().find(|(iteration, _)| *iteration == wanted);
                    found
                        .map(|(_, subject)| subject)
                        .context("an iteration that is measured")
                };
                for (place, measured) in self.measured.iter().enumerate() {
                    let subject = of(measured.iteration)?;
                    let rows = if place == 0 {
                        self.primary(&player, subject, looks, 0)?
                    } else {
                        let games = player.cell(subject, &measured.cell, &[], None)?;
                        let row = |game| game_row(subject, &measured.cell, game);
                        games.iter().map(row).collect()
                    };
                    self.store()
                        .games
                        .insert((place, variant, replicate.number), rows);
                }
                let budgets = Measured::budgets(self.job.config);
                for (place, &(iteration, simulations)) in budgets.iter().enumerate() {
                    let subject = of(iteration)?;
                    let rows = player.proxy(subject, simulations)?;
                    self.store()
                        .proxy
                        .insert((place, variant, replicate.number), rows);
                    if self.job.config.measure.grade {
                        let row = self.grade(&player, subject, simulations)?;
                        self.store()
                            .grades
                            .insert((place, variant, replicate.number), row);
                    }
                }
                Ok(())
            })
    }

    pub(super) fn store(&self) -> std::sync::MutexGuard<'_, Store> {
        // A thread that panicked ends the process's work anyway.
        self.store
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The games of the primary cell up to a look.
    fn primary(
        &self,
        player: &Player<'_>,
        subject: &Subject<'_>,
        looks: &[u64],
        look: usize,
    ) -> Result<Vec<GameRow>> {
        let cell = self.job.config.primary();
        let (cuts, last) = looks.split_at(looks.len() - 1);
        debug_assert_eq!(last.len(), 1, "all games are the last look");
        let games = player.cell(subject, &cell, cuts, cuts.get(look).copied())?;
        Ok(games
            .iter()
            .map(|game| game_row(subject, &cell, game))
            .collect())
    }

    /// From look to look, until the intervals of all variants are narrow enough or all games are
    /// played. Every replicate plays the same numbers; nothing but precision decides.
    fn look_again(&self, looks: &[u64]) -> Result<()> {
        for look in 1..looks.len() {
            if self.is_precise()? {
                self.progress.line(&format!(
                    "precise enough at {} games a replicate",
                    looks[look - 1]
                ));
                return Ok(());
            }
            self.replicates
                .par_iter()
                .with_max_len(1)
                .try_for_each(|replicate| {
                    let player = self.player(self.evaluation, &replicate.config);
                    let iteration = self.job.config.train.iterations;
                    (0..self.job.variants.len()).try_for_each(|variant| -> Result<()> {
                        let subject = self.subject(replicate, variant, iteration)?;
                        let rows = self.primary(&player, &subject, looks, look)?;
                        self.store()
                            .games
                            .insert((0, variant, replicate.number), rows);
                        Ok(())
                    })
                })?;
        }
        Ok(())
    }

    /// Whether every variant's interval at the primary cell is as narrow as was asked for.
    fn is_precise(&self) -> Result<bool> {
        let config = self.job.config;
        let games = self.store().primary_games();
        let groups = groups(&games)?;
        let all: Vec<&Group<'_>> = groups.iter().collect();
        for (_, variants) in by_cell(&all) {
            for seeds in &variants {
                let pooled = Pooled::new(&all, seeds, config.level)?;
                let narrow = pooled.advantage.is_some_and(|(_, interval)| {
                    interval.half_width() <= config.stopping.target_half_width
                });
                if !narrow {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Every cell of the last checkpoints again from the colour-swapped starts.
    fn placebo(&self) -> Result<Vec<PlaceboRow>> {
        let config = self.job.config;
        let swapped = config.evaluation(Color::Black);
        let looks = config.looks();
        let mut rows = Vec::new();
        let last: Vec<&Measured> = self
            .measured
            .iter()
            .filter(|measured| measured.iteration == config.train.iterations)
            .collect();
        for (variant, _) in self.job.variants.iter().enumerate() {
            for (place, measured) in last.iter().enumerate() {
                for replicate in self.replicates {
                    let mut subject = self.subject(replicate, variant, measured.iteration)?;
                    let cuts = if place == 0 {
                        &looks[..looks.len() - 1]
                    } else {
                        &[]
                    };
                    let key = (place, variant, replicate.number);
                    let count = self.store().games.get(&key).map_or(0, Vec::len) as u64;
                    let white = self.player(self.evaluation, &replicate.config).cell(
                        &subject,
                        &measured.cell,
                        cuts,
                        Some(count),
                    )?;
                    let name = subject.variant.name.clone();
                    subject.folder = self
                        .top
                        .evaluation()
                        .join("games-black-first")
                        .join(seed_name(replicate.config.seed))
                        .join(name);
                    let black = self.player(&swapped, &replicate.config).cell(
                        &subject,
                        &measured.cell,
                        cuts,
                        Some(count),
                    )?;
                    let row = PlaceboRow {
                        variant: subject.variant.name.clone(),
                        start_set: measured.cell.start_set.name().to_owned(),
                        move_policy: measured.cell.move_policy.to_string(),
                        simulations: measured.cell.simulations,
                        seed: replicate.config.seed,
                        ..PlaceboRow::default()
                    };
                    rows.push(placebo::compared(row, &white, &black));
                }
            }
        }
        Ok(rows)
    }

    /// Writes the raw data that there are, then everything that follows from them.
    fn write(&self, placebo: &[PlaceboRow]) -> Result<Found> {
        let config = self.job.config;
        let folder = self.top.evaluation();
        let raw = self.store().raw();
        raw.write(&folder, config.compress)?;
        let mut rules = Vec::new();
        let mut openings: Vec<OpeningRow> = Vec::new();
        for (place, (variant, starts)) in self.job.variants.iter().zip(self.starts).enumerate() {
            rules.push(rules_row(config, place, variant)?);
            let plies = config.measure.opening_plies;
            openings.extend(opening_rows(variant, starts, plies, config.seed));
        }
        write_csv(&folder.join(RULES), &rules)?;
        write_csv(&folder.join("openings.csv"), &openings)?;
        if !placebo.is_empty() {
            write_csv(&folder.join("placebo.csv"), placebo)?;
        }
        let (tables, design) = compute(self.top.path())?;
        Ok(Found {
            tables,
            design,
            placebo: placebo.to_vec(),
        })
    }
}
