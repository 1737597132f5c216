//! What a job will cost and can show, before it is run.

use super::job::{MeasuredSetting, measured_games};
use crate::config::{BalanceConfig, NetworkScope};
use crate::evaluation::planned;
use crate::learn::samples;
use crate::progress::duration;
use anyhow::{Context, Result};
use quirkat_net::{NetDevice, Sample, Trainer};
use quirkat_play::{Agent, Counters, GameBlock, PlannedGame, Seed, play_block};
use quirkat_rules::Color;
use quirkat_stats::{
    Comparison, half_width, seed_mean_sd, seeds_for_half_width, smallest_detectable,
    smallest_margin,
};
use quirkat_store::StoreFolder;
use quirkat_tables::{MovePolicy, Table, VariantRow};
use quirkat_variant::Variant;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A job that may be run.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// What decides its results.
    pub config: &'a BalanceConfig,
    /// Its rule sets.
    pub variants: &'a [Variant],
    /// Its folder, where a pilot may lie.
    pub folder: &'a Path,
    /// How many replicates.
    pub replicates: u32,
    /// Threads; 0 for as many as the machine has.
    pub threads: usize,
    /// Where networks run.
    pub device: NetDevice,
}

/// Spread between seeds in percentage points, when there is no pilot: of a calm and of a restless
/// variant.
const GUESSED: [f64; 2] = [2.0, 5.0];

/// The spread of one game's score at most: no draws, even chances.
const GAME_SD: f64 = 50.0;

/// Probability with which a difference shall be found.
const POWER: f64 = 0.8;

impl Plan<'_> {
    /// Writes the plan; nothing is run but a calibration of seconds.
    ///
    /// # Errors
    /// When writing fails or `stop` is raised.
    pub fn write(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<()> {
        self.write_games(out)?;
        self.write_time(out, stop)?;
        self.write_precision(out)
    }

    fn training_games(&self) -> u64 {
        u64::from(self.replicates)
            * self.config.trained().len() as u64
            * u64::from(self.config.train.iterations)
            * u64::from(self.config.train.games_per_iteration)
    }

    fn write_games(&self, out: &mut dyn Write) -> Result<()> {
        let config = self.config;
        let evaluation = config.evaluation(Color::White);
        let networks = match config.train.network_scope {
            NetworkScope::PerVariant => config.trained().len() as u64,
            NetworkScope::Shared => 1,
        } * u64::from(self.replicates);
        writeln!(
            out,
            "{} rule sets, {} training seeds, {networks} networks",
            self.variants.len(),
            self.replicates
        )?;
        writeln!(out, "self-play games   {:>10}", self.training_games())?;
        writeln!(
            out,
            "evaluation games  {:>10}",
            measured_games(config, &evaluation, self.replicates)
        )?;
        writeln!(out, "of each rule set and seed:")?;
        for (place, measured) in MeasuredSetting::all(config).iter().enumerate() {
            writeln!(
                out,
                "  {:<10}{:<14}{:>5} simulations, iteration {:>3}: {:>6} games{}",
                measured.setting.start_set.name(),
                measured.setting.move_policy.to_string(),
                measured.setting.simulations,
                measured.iteration,
                planned(&evaluation, &measured.setting),
                if place == 0 { "  (primary)" } else { "" }
            )?;
        }
        let looks = config.looks();
        if looks.len() > 1 {
            writeln!(
                out,
                "looks at {looks:?} games of the primary setting; it stops when all intervals are within ±{} points",
                config.stopping.target_half_width
            )?;
        }
        Ok(())
    }

    fn write_time(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<()> {
        let rates = self.calibrate(stop)?;
        let config = self.config;
        let train = &config.train;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if self.threads == 0 {
            cores
        } else {
            self.threads.min(cores)
        } as f64;
        let game = |simulations: u32| {
            rates.decisions_per_game * f64::from(simulations + 1) / rates.evaluations_per_second
        };
        let self_play = self.training_games() as f64 * game(train.simulations) / threads;
        let learnt = self.training_games() as f64
            * rates.decisions_per_game
            * f64::from(train.self_play.position_reuse);
        let at_once = match train.network_scope {
            NetworkScope::PerVariant => config.trained().len(),
            NetworkScope::Shared => 1,
        } as f64
            * f64::from(self.replicates);
        let training = learnt / rates.trained_per_second / threads.min(at_once);
        let evaluation = config.evaluation(Color::White);
        let seeds = f64::from(self.replicates) * self.variants.len() as f64;
        let settings: f64 = MeasuredSetting::all(config)
            .iter()
            .map(|measured| {
                planned(&evaluation, &measured.setting) as f64 * game(measured.setting.simulations)
            })
            .sum();
        let proxies: f64 = MeasuredSetting::budgets(config)
            .iter()
            .map(|&(_, simulations)| f64::from(evaluation.proxy_games) * game(simulations) / 2.0)
            .sum();
        let pairs = f64::from(config.measure.pair_games) * game(config.primary().simulations) / 2.0;
        let measuring = seeds * (settings + proxies + pairs) / threads;
        let shown = |seconds: f64| duration(Duration::from_secs_f64(seconds.clamp(0.0, 1e12)));
        writeln!(
            out,
            "time              about {} on {threads} threads: self-play {}, learning {}, evaluation {} (an estimate from a few \
             games of an untrained network: {:.0} evaluations and {:.0} learnt positions a second and thread, {:.0} decisions \
             a game; opponents of the proxy not counted)",
            shown(self_play + training + measuring),
            shown(self_play),
            shown(training),
            shown(measuring),
            rates.evaluations_per_second,
            rates.trained_per_second,
            rates.decisions_per_game,
        )?;
        Ok(())
    }

    fn write_precision(&self, out: &mut dyn Write) -> Result<()> {
        let config = self.config;
        let games = planned(&config.evaluation(Color::White), &config.primary());
        let (level, alpha) = (config.level, 1.0 - config.level);
        let seeds = u64::from(self.replicates);
        writeln!(
            out,
            "\nwhat it can show at {} %, over {seeds} seeds of {games} games, in percentage points of advantage",
            100.0 * level
        )?;
        if seeds < 2 {
            writeln!(
                out,
                "one training seed says nothing about a rule set, only about its agent (±{:.1})",
                // Two seeds' worth of degrees of freedom do not exist: the normal interval of games.
                1.96 * GAME_SD / (games as f64).sqrt()
            )?;
            return Ok(());
        }
        let mut spreads = Vec::new();
        for sd in GUESSED {
            let label = format!("if seeds spread by {sd}");
            spreads.push((label, seed_mean_sd(sd, GAME_SD, games)?));
        }
        if let Some(found) = Spread::read(&StoreFolder::local(self.folder.join("evaluation")))? {
            spreads.push((format!("from the pilot ({:.1})", found.sd), found.sd));
        }
        // Each rule set against 50 % and against `standard`; Holm is at its strictest when all are
        // false, at its mildest when one is left.
        let planned = 2 * self.variants.len() as u64 - 1;
        let pairing = match config.train.network_scope {
            NetworkScope::PerVariant => (Comparison::Independent, "two rule sets"),
            NetworkScope::Shared => (
                Comparison::Paired,
                "two rule sets (same spread of differences)",
            ),
        };
        writeln!(
            out,
            "{:<28}{:>12}{:>24}{:>24}{:>16}",
            "", "half-width", "smallest advantage", "smallest difference", "margin"
        )?;
        for (label, sd) in &spreads {
            if *sd <= 0.0 {
                continue;
            }
            let found =
                |comparison, alpha| smallest_detectable(comparison, *sd, seeds, POWER, alpha);
            let strict = alpha / planned as f64;
            let shown = |points: f64| {
                if points > 50.0 {
                    "> 50".to_owned()
                } else {
                    format!("{points:.1}")
                }
            };
            let range = |comparison| -> Result<String> {
                let (alone, hardest) = (found(comparison, alpha)?, found(comparison, strict)?);
                Ok(format!("{} to {}", shown(alone), shown(hardest)))
            };
            writeln!(
                out,
                "{label:<28}{:>12}{:>24}{:>24}{:>16}",
                format!("±{:.1}", half_width(*sd, seeds, level)?),
                range(Comparison::Single)?,
                range(pairing.0)?,
                shown(smallest_margin(
                    Comparison::Single,
                    *sd,
                    seeds,
                    POWER,
                    alpha
                )?),
            )?;
        }
        writeln!(
            out,
            "smallest: found with probability {POWER}, alone and as the hardest of {planned} planned comparisons after Holm; \
             difference: between {}; margin: within which an even rule set is shown balanced (wanted here: {}). Games are \
             counted as without draws, which is the worst case.",
            pairing.1, config.equivalence_margin
        )?;
        Ok(())
    }

    fn calibrate(&self, stop: &AtomicBool) -> Result<Rates> {
        const GAMES: u64 = 16;
        let config = self.config.replicate(0);
        let seed = Seed::new(self.config.seed).named("plan");
        let mut trainer = Trainer::new(config.network, config.training, self.device, seed.bytes());
        let agents = [Agent::net(
            trainer.network(),
            self.device,
            8,
            config.self_play.search(),
            MovePolicy::DEFAULT,
        )];
        let counters = Counters::default();
        let (mut decisions, mut games) = (0u64, 0u64);
        let mut learnt: Vec<Sample> = Vec::new();
        let started = Instant::now();
        // The first variants stand for all.
        for variant in self.variants.iter().take(4) {
            let start = config.start_of(variant)?;
            let planned: Vec<PlannedGame> = (0..GAMES)
                .map(|number| PlannedGame {
                    number,
                    start,
                    seats: [0, 0],
                })
                .collect();
            let block = GameBlock {
                geometry: &variant.geometry,
                agents: &agents,
                games: &planned,
                max_plies: config.max_plies,
                in_play: GAMES as usize,
                keep_targets: true,
                seed: &seed,
            };
            let played = play_block(&block, &counters, stop)?;
            games += GAMES;
            decisions += played
                .iter()
                .map(|game| u64::from(game.decisions))
                .sum::<u64>();
            learnt.extend(samples(
                variant,
                &played,
                config.self_play.search_value_share,
            ));
        }
        let seconds = started.elapsed().as_secs_f64();
        let batch: Vec<Sample> = learnt
            .iter()
            .cycle()
            .take(config.training.batch_size)
            .cloned()
            .collect();
        let mut trained_per_second = f64::INFINITY;
        if !batch.is_empty() {
            // The first step pays for what is set up once.
            trainer.step(&batch, 0.0)?;
            let started = Instant::now();
            trainer.step(&batch, 0.0)?;
            trained_per_second = batch.len() as f64 / started.elapsed().as_secs_f64().max(1e-6);
        }
        Ok(Rates {
            decisions_per_game: decisions as f64 / games.max(1) as f64,
            evaluations_per_second: counters.evaluations.load(Ordering::Relaxed) as f64
                / seconds.max(1e-6),
            trained_per_second,
        })
    }
}

/// Speeds of one thread.
struct Rates {
    decisions_per_game: f64,
    evaluations_per_second: f64,
    trained_per_second: f64,
}

/// The spread between seeds that was seen, pooled over variants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// In percentage points, games' noise included.
    pub sd: f64,
    /// Degrees of freedom.
    pub df: usize,
}

impl Spread {
    /// From the rows of `variants.csv`; `None` when no variant has two seeds.
    pub fn of(rows: &[VariantRow]) -> Option<Self> {
        let rows = rows.iter();
        Self::pooled(rows.filter_map(|row| Some((row.seed_sd_pp?.value(), row.seeds))))
    }

    /// From the `variants.csv` of an earlier process; `None` when there is none.
    fn read(evaluation: &StoreFolder) -> Result<Option<Self>> {
        let Some(table) = Table::read(evaluation, "variants.csv")? else {
            return Ok(None);
        };
        let mut seen = Vec::new();
        for row in table.rows() {
            if let (Some(sd), Some(seeds)) = (row.number("seed_sd_pp")?, row.count("seeds")?) {
                seen.push((sd, seeds as usize));
            }
        }
        Ok(Self::pooled(seen.into_iter()))
    }

    /// Of the spread and the number of seeds of each variant.
    fn pooled(variants: impl Iterator<Item = (f64, usize)>) -> Option<Self> {
        let (mut squares, mut df) = (0.0, 0);
        for (sd, seeds) in variants.filter(|(_, seeds)| *seeds > 1) {
            squares += sd * sd * (seeds - 1) as f64;
            df += seeds - 1;
        }
        (df > 0).then(|| Self {
            sd: (squares / df as f64).sqrt(),
            df,
        })
    }
}

/// Writes what a pilot says about the number of seeds.
///
/// # Errors
/// When writing fails.
pub fn write_pilot(rows: &[VariantRow], config: &BalanceConfig, out: &mut dyn Write) -> Result<()> {
    let spread = Spread::of(rows).context("a pilot needs two training seeds")?;
    writeln!(
        out,
        "\nPilot: seeds spread by {:.2} points ({} degrees of freedom, pooled over {} rule sets; games' noise included)",
        spread.sd,
        spread.df,
        rows.len()
    )?;
    let mut targets = vec![config.equivalence_margin];
    if config.stopping.target_half_width > 0.0 {
        targets.insert(0, config.stopping.target_half_width);
    }
    for target in targets {
        let needed = if spread.sd > 0.0 {
            seeds_for_half_width(spread.sd, target, config.level)?
        } else {
            2
        };
        writeln!(
            out,
            "intervals within ±{target} points need {} seeds; set replicates = {}",
            needed,
            needed.max(6)
        )?;
    }
    if spread.sd > 0.0 {
        let planned = u64::from(config.replicates).max(2);
        writeln!(
            out,
            "the {planned} seeds of this configuration give ±{:.1} points",
            half_width(spread.sd, planned, config.level)?
        )?;
    }
    writeln!(
        out,
        "At least 6 seeds for a published claim. Fix the number now: seeds are never added because a result is close."
    )?;
    Ok(())
}
