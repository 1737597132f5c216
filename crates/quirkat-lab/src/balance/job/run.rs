use super::balance_job::{BalanceJob, Replicate};
use super::collected::CollectedRows;
use super::measured_setting::MeasuredSetting;
use super::meeting::meet;
use super::work::Work;
use crate::balance::design::{Design, RULES, rules_row};
use crate::balance::summary::Verdicts;
use crate::balance::tables::BalanceTables;
use crate::evaluation::opening_rows;
use crate::learn::in_threads;
use crate::memory;
use crate::progress::Progress;
use crate::run::{Contents, RunFolder, resolved};
use anyhow::Result;
use quirkat_rules::Color;
use quirkat_tables::{OpeningRow, PlaceboRow, Table, write_table};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// What a job found.
#[derive(Clone, Debug)]
pub struct BalanceOutcome {
    /// Every table.
    pub tables: BalanceTables,
    /// What they rest on.
    pub design: Design,
    /// The negative control, when it was asked for.
    pub placebo: Vec<PlaceboRow>,
}

impl BalanceOutcome {
    /// For people.
    pub fn summary(&self) -> Verdicts<'_> {
        Verdicts::new(&self.tables, &self.design, &self.placebo)
    }
}

impl BalanceJob<'_> {
    /// Trains and measures what is not there yet, and writes all tables.
    ///
    /// # Errors
    /// [`quirkat_play::Stopped`] after a signal; anything that the folder or the file system refuses.
    pub fn run(&self, stop: &AtomicBool) -> Result<BalanceOutcome> {
        let contents = Contents {
            resolved: resolved(self.config, self.variants)?,
            seed: self.config.seed,
            may_grow: "replicates",
        };
        let networks = self.variants.len() * self.replicates as usize;
        memory::check(&self.config.train, networks, self.threads)?;
        let evaluation = self.config.evaluation(Color::White);
        let starts = self.starts(&evaluation, stop)?;
        let top = RunFolder::open_with(self.folder, &contents, self.device, &self.build)?;
        let known = known_seeds(&top)?;
        // A pilot of a job that is further on is about all its seeds.
        let job = BalanceJob {
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
            measured: MeasuredSetting::all(job.config),
            progress: &progress,
            stop,
            collected: Mutex::new(CollectedRows::default()),
        };
        in_threads(self.threads, &progress, || work.run(known))
    }
}

/// How many seeds the tables of an earlier process hold.
fn known_seeds(top: &RunFolder) -> Result<u32> {
    let Some(table) = Table::read(&top.evaluation(), "advantage.csv")? else {
        return Ok(0);
    };
    let mut seeds = BTreeSet::new();
    for row in table.rows() {
        seeds.insert(row.count("seed")?);
    }
    Ok(seeds.len() as u32)
}

impl Work<'_> {
    /// `known` seeds are in the tables of an earlier process, which are not replaced by smaller ones.
    fn run(&self, known: u32) -> Result<BalanceOutcome> {
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
                    self.top.evaluation().place().display()
                ));
            }
        }
        self.look_again(&looks)?;
        meet(self)?;
        let placebo = if self.job.placebo {
            self.placebo()?
        } else {
            Vec::new()
        };
        self.write(&placebo)
    }

    /// Writes the raw data that there are, then everything that follows from them.
    fn write(&self, placebo: &[PlaceboRow]) -> Result<BalanceOutcome> {
        let config = self.job.config;
        let folder = self.top.evaluation();
        let raw = self.collected().raw();
        raw.write(&folder, config.compress)?;
        let mut rules = Vec::new();
        let mut openings: Vec<OpeningRow> = Vec::new();
        for (place, (variant, starts)) in self.job.variants.iter().zip(self.starts).enumerate() {
            rules.push(rules_row(config, place, variant)?);
            let plies = config.measure.opening_plies;
            openings.extend(opening_rows(variant, starts, plies, config.seed));
        }
        write_table(&folder, RULES, &rules, false)?;
        write_table(&folder, "openings.csv", &openings, false)?;
        if !placebo.is_empty() {
            write_table(&folder, "placebo.csv", placebo, false)?;
        }
        let design = Design::new(config, rules);
        let tables = BalanceTables::of(&raw, &design)?;
        tables.write(&folder)?;
        Ok(BalanceOutcome {
            tables,
            design,
            placebo: placebo.to_vec(),
        })
    }
}
