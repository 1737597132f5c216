//! Agents of two training seeds against each other.

use super::balance_job::Replicate;
use super::work::Work;
use crate::evaluation::{GameSeries, pair_row};
use anyhow::Result;
use quirkat_play::{PlannedGame, PlayedGame, Seed};
use quirkat_tables::PairGameRow;
use rayon::prelude::*;

/// Agents of two seeds against each other, no seed twice.
pub(super) fn meet(work: &Work<'_>) -> Result<()> {
    let count = work.job.config.measure.pair_games;
    if count == 0 {
        return Ok(());
    }
    let meetings: Vec<(usize, &[Replicate])> = (0..work.job.variants.len())
        .flat_map(|variant| {
            work.replicates
                .chunks_exact(2)
                .map(move |two| (variant, two))
        })
        .collect();
    meetings
        .into_par_iter()
        .with_max_len(1)
        .try_for_each(|(variant, two)| {
            let rows = meeting(work, variant, &two[0], &two[1], u64::from(count))?;
            work.collected()
                .pairs
                .insert((variant, two[0].number), rows);
            Ok(())
        })
}

fn meeting(
    work: &Work<'_>,
    variant: usize,
    a: &Replicate,
    b: &Replicate,
    count: u64,
) -> Result<Vec<PairGameRow>> {
    let config = work.job.config;
    let setting = config.primary();
    let (seed_a, seed_b) = (a.config.seed, b.config.seed);
    let iteration = config.train.iterations;
    let mut agent = work.agent(a, variant, iteration)?;
    let other = work.agent(b, variant, iteration)?;
    let runner = work.runner(work.evaluation, &a.config);
    let agents = [
        runner.agent_at(&agent, setting.simulations, setting.move_policy),
        runner.agent_at(&other, setting.simulations, setting.move_policy),
    ];
    let openings = &work.starts[variant].openings;
    let games: Vec<PlannedGame> = (0..count)
        .map(|number| PlannedGame {
            number,
            start: openings[(number / 2) as usize % openings.len()].position,
            seats: if number % 2 == 0 { [0, 1] } else { [1, 0] },
        })
        .collect();
    let name = &work.job.variants[variant].name;
    agent.weights = format!("{} {}", agent.weights, other.weights);
    agent.folder = work.top.evaluation().folder(&format!(
        "games/pairs-{seed_a:04}-{seed_b:04}/{name}/iter-{iteration:04}"
    ));
    let seed = Seed::new(config.seed)
        .named("pairs")
        .named(name)
        .numbered(seed_a)
        .numbered(seed_b);
    let games = runner.series(
        &agent,
        &GameSeries {
            name: format!("pairs-{}-{}", setting.move_policy, setting.simulations)
                .replace(':', "-"),
            games,
            agents: &agents,
            simulations: setting.simulations,
            seed,
            cuts: &[],
        },
    )?;
    let row = |game: &PlayedGame| {
        let white = if game.number.is_multiple_of(2) {
            seed_a
        } else {
            seed_b
        };
        pair_row(
            &work.job.variants[variant],
            (seed_a, seed_b, white),
            &setting,
            game,
        )
    };
    Ok(games.iter().map(row).collect())
}
