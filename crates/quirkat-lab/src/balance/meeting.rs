//! What is measured of agents beside their games with themselves: pairs of agents, grades.

use super::job::{Replicate, Work};
use crate::evaluation::{Player, Series, Subject};
use crate::grading::{Grader, published_for};
use anyhow::{Context, Result};
use quirkat_play::{PlannedGame, Seed};
use quirkat_tables::{AgentGradeRow, MovePolicy, PairGameRow};
use rayon::prelude::*;

impl Work<'_> {
    /// Agents of two seeds against each other, no seed twice.
    pub(super) fn meet(&self) -> Result<()> {
        let count = self.job.config.measure.pair_games;
        if count == 0 {
            return Ok(());
        }
        let meetings: Vec<(usize, &[Replicate])> = (0..self.job.variants.len())
            .flat_map(|variant| {
                self.replicates
                    .chunks_exact(2)
                    .map(move |two| (variant, two))
            })
            .collect();
        meetings
            .into_par_iter()
            .with_max_len(1)
            .try_for_each(|(variant, two)| {
                let rows = self.meeting(variant, &two[0], &two[1], u64::from(count))?;
                self.store().pairs.insert((variant, two[0].number), rows);
                Ok(())
            })
    }

    fn meeting(
        &self,
        variant: usize,
        a: &Replicate,
        b: &Replicate,
        count: u64,
    ) -> Result<Vec<PairGameRow>> {
        let config = self.job.config;
        let cell = config.primary();
        let (seed_a, seed_b) = (a.config.seed, b.config.seed);
        let iteration = config.train.iterations;
        let mut subject = self.subject(a, variant, iteration)?;
        let other = self.subject(b, variant, iteration)?;
        let player = self.player(self.evaluation, &a.config);
        let agents = [
            player.agent(&subject, cell.simulations, cell.move_policy),
            player.agent(&other, cell.simulations, cell.move_policy),
        ];
        let openings = &self.starts[variant].openings;
        let jobs: Vec<PlannedGame> = (0..count)
            .map(|number| PlannedGame {
                number,
                start: openings[(number / 2) as usize % openings.len()].position,
                seats: if number % 2 == 0 { [0, 1] } else { [1, 0] },
            })
            .collect();
        let name = &self.job.variants[variant].name;
        subject.weights = format!("{} {}", subject.weights, other.weights);
        subject.folder = self
            .top
            .evaluation()
            .join("games")
            .join(format!("pairs-{seed_a:04}-{seed_b:04}"))
            .join(name)
            .join(format!("iter-{iteration:04}"));
        let seed = Seed::new(config.seed)
            .named("pairs")
            .named(name)
            .numbered(seed_a)
            .numbered(seed_b);
        let games = player.series(
            &subject,
            &Series {
                name: format!("pairs-{}-{}", cell.move_policy, cell.simulations).replace(':', "-"),
                jobs,
                agents: &agents,
                simulations: cell.simulations,
                seed,
                cuts: &[],
            },
        )?;
        let row = |game: &quirkat_play::PlayedGame| PairGameRow {
            variant: name.clone(),
            seed_a,
            seed_b,
            move_policy: cell.move_policy.to_string(),
            simulations: cell.simulations,
            game: game.number,
            white: if game.number.is_multiple_of(2) {
                seed_a
            } else {
                seed_b
            },
            opening: game.start.to_string(),
            result: game.result(),
            reason: game.reason().to_owned(),
            plies: game.moves.len(),
            moves: game.line(),
        };
        Ok(games.iter().map(row).collect())
    }

    /// How often an agent keeps the exact value, where there are published positions.
    pub(super) fn grade(
        &self,
        player: &Player<'_>,
        subject: &Subject<'_>,
        simulations: u32,
    ) -> Result<Option<AgentGradeRow>> {
        let Some(positions) = published_for(subject.variant)? else {
            return Ok(None);
        };
        let path = subject.folder.join(format!("grade-{simulations}.json"));
        let shown = || path.display().to_string();
        if path.is_file() {
            let text = std::fs::read(&path).with_context(shown)?;
            let (weights, row): (String, AgentGradeRow) =
                serde_json::from_slice(&text).with_context(shown)?;
            if weights == subject.weights {
                return Ok(Some(row));
            }
        }
        let grader = Grader {
            variant: subject.variant,
            positions: &positions,
            level: self.job.config.level,
            seed: subject.seed.named("grade"),
        };
        let agent = player.agent(subject, simulations, MovePolicy::Greedy);
        let rows = grader.grade("agent", Some(simulations), &agent, self.stop)?;
        // All strata together come last.
        let all = rows.last().context("a grade has rows")?;
        let row = AgentGradeRow {
            variant: subject.variant.name.clone(),
            seed: subject.run_seed,
            checkpoint: subject.checkpoint.clone(),
            simulations,
            positions: all.positions as u64,
            preserved: all.preserved.parse().context("a count")?,
        };
        quirkat_store::write(&path, &serde_json::to_vec(&(&subject.weights, &row))?)?;
        Ok(Some(row))
    }
}
