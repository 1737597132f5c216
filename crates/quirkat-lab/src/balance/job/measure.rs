//! The games of every setting, and when the primary one has enough.

use super::grade::grade;
use super::job::Replicate;
use super::measured_setting::MeasuredSetting;
use super::work::Work;
use crate::balance::conclude::pooled::Pooled;
use crate::evaluation::{EvaluationRunner, Group, MeasuredAgent, by_setting, game_row, groups};
use anyhow::{Context, Result};
use quirkat_tables::GameRow;
use rayon::prelude::*;

impl Work<'_> {
    /// All settings, proxies and grades of a replicate; of the primary setting the games up to the first
    /// look.
    pub(super) fn measure(&self, replicate: &Replicate, looks: &[u64]) -> Result<()> {
        let runner = self.runner(self.evaluation, &replicate.config);
        (0..self.job.variants.len())
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|variant| {
                let mut agents: Vec<(u32, MeasuredAgent<'_>)> = Vec::new();
                for iteration in MeasuredSetting::iterations(self.job.config) {
                    agents.push((iteration, self.agent(replicate, variant, iteration)?));
                }
                let of = |wanted: u32| {
                    let found = agents.iter().find(|(iteration, _)| *iteration == wanted);
                    found
                        .map(|(_, agent)| agent)
                        .context("an iteration that is measured")
                };
                for (place, measured) in self.measured.iter().enumerate() {
                    let agent = of(measured.iteration)?;
                    let rows = if place == 0 {
                        self.primary(&runner, agent, looks, 0)?
                    } else {
                        let games = runner.setting(agent, &measured.setting, &[], None)?;
                        let row = |game| game_row(agent, &measured.setting, game);
                        games.iter().map(row).collect()
                    };
                    self.collected()
                        .games
                        .insert((place, variant, replicate.number), rows);
                }
                let budgets = MeasuredSetting::budgets(self.job.config);
                for (place, &(iteration, simulations)) in budgets.iter().enumerate() {
                    let agent = of(iteration)?;
                    let rows = runner.proxy(agent, simulations)?;
                    self.collected()
                        .proxy
                        .insert((place, variant, replicate.number), rows);
                    if self.job.config.measure.grade {
                        let row = grade(self, &runner, agent, simulations)?;
                        self.collected()
                            .grades
                            .insert((place, variant, replicate.number), row);
                    }
                }
                Ok(())
            })
    }

    /// The games of the primary setting up to a look.
    fn primary(
        &self,
        runner: &EvaluationRunner<'_>,
        agent: &MeasuredAgent<'_>,
        looks: &[u64],
        look: usize,
    ) -> Result<Vec<GameRow>> {
        let setting = self.job.config.primary();
        let (cuts, last) = looks.split_at(looks.len() - 1);
        debug_assert_eq!(last.len(), 1, "all games are the last look");
        let games = runner.setting(agent, &setting, cuts, cuts.get(look).copied())?;
        Ok(games
            .iter()
            .map(|game| game_row(agent, &setting, game))
            .collect())
    }

    /// From look to look, until the intervals of all variants are narrow enough or all games are
    /// played. Every replicate plays the same numbers; nothing but precision decides.
    pub(super) fn look_again(&self, looks: &[u64]) -> Result<()> {
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
                    let runner = self.runner(self.evaluation, &replicate.config);
                    let iteration = self.job.config.train.iterations;
                    (0..self.job.variants.len()).try_for_each(|variant| -> Result<()> {
                        let agent = self.agent(replicate, variant, iteration)?;
                        let rows = self.primary(&runner, &agent, looks, look)?;
                        self.collected()
                            .games
                            .insert((0, variant, replicate.number), rows);
                        Ok(())
                    })
                })?;
        }
        Ok(())
    }

    /// Whether every variant's interval at the primary setting is as narrow as was asked for.
    fn is_precise(&self) -> Result<bool> {
        let config = self.job.config;
        let games = self.collected().primary_games();
        let groups = groups(&games)?;
        let all: Vec<&Group<'_>> = groups.iter().collect();
        for (_, variants) in by_setting(&all) {
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
}
