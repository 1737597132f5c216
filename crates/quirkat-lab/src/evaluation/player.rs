use super::plan::{Starts, setting_seed};
use crate::config::{EvaluationConfig, TrainConfig};
use crate::progress::Progress;
use crate::run::{GamesHeader, Task, TaskOrder, find_checkpoint, run_tasks};
use anyhow::{Context, Result};
use quirkat_net::{NetDevice, Network};
use quirkat_play::{Agent, AgentFactory, AgentSpec, PlannedGame, PlayedGame, Seed};
use quirkat_rules::Color;
use quirkat_tables::{GameRow, MovePolicy, OpeningRow, ProxyGameRow, Setting, StartSet};
use quirkat_variant::Variant;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Games a task of an evaluation.
const GAMES_PER_TASK: usize = 64;

/// An agent that is measured on one variant.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) network: Network,
    /// Hash of its weights.
    pub(crate) weights: String,
    /// As the CSVs name it: `bell/iter-0012`.
    pub(crate) checkpoint: String,
    /// The training seed.
    pub(crate) run_seed: u64,
    pub(crate) starts: &'a Starts,
    /// The place of its games' random streams.
    pub(crate) seed: Seed,
    /// Where its games are kept.
    pub(crate) folder: PathBuf,
}

/// Plays the games of evaluations, or reads them where they were played before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Player<'a> {
    /// What is played.
    pub(crate) config: &'a EvaluationConfig,
    /// How agents were trained: their search, the length of games.
    pub(crate) training: &'a TrainConfig,
    pub(crate) device: NetDevice,
    pub(crate) order: TaskOrder,
    pub(crate) progress: &'a Progress,
    pub(crate) stop: &'a AtomicBool,
}

/// Games of one purpose, whose files are named by it.
pub(crate) struct Series<'a> {
    pub(crate) name: String,
    pub(crate) jobs: Vec<PlannedGame>,
    pub(crate) agents: &'a [Agent],
    pub(crate) simulations: u32,
    pub(crate) seed: Seed,
    /// No task has games on both sides of one of these numbers.
    pub(crate) cuts: &'a [u64],
}

impl Player<'_> {
    /// The games of a cell; with `until`, only those with smaller numbers.
    pub(crate) fn cell(
        &self,
        subject: &Subject<'_>,
        cell: &Setting,
        cuts: &[u64],
        until: Option<u64>,
    ) -> Result<Vec<PlayedGame>> {
        let mut jobs = subject.starts.jobs(cell, self.config);
        jobs.truncate(until.map_or(jobs.len(), |until| until as usize));
        let agents = [self.agent(subject, cell.simulations, cell.move_policy)];
        self.series(
            subject,
            &Series {
                name: cell.file_name(),
                jobs,
                agents: &agents,
                simulations: cell.simulations,
                seed: setting_seed(cell, &subject.seed),
                cuts,
            },
        )
    }

    /// Plays or reads a series.
    pub(crate) fn series(
        &self,
        subject: &Subject<'_>,
        series: &Series<'_>,
    ) -> Result<Vec<PlayedGame>> {
        let first = if self.config.first == Color::White {
            ""
        } else {
            ", Black first"
        };
        let name = &series.name;
        let tasks = blocks(&series.jobs, series.cuts)
            .into_iter()
            .enumerate()
            .map(|(index, jobs)| Task {
                variant: subject.variant,
                header: GamesHeader {
                    purpose: format!("evaluation {name}{first}"),
                    variant: subject.variant.name.clone(),
                    rules_hash: subject.variant.rules().hash(),
                    seed: subject.run_seed,
                    weights: subject.weights.clone(),
                    simulations: series.simulations,
                    first: jobs[0].number,
                    count: jobs.len() as u32,
                },
                games: jobs.to_vec(),
                agents: series.agents,
                max_plies: self.training.max_plies,
                in_play: self.training.self_play.games_in_play,
                keep_targets: false,
                seed: series.seed.clone(),
                path: subject.folder.join(format!("{name}-{index:05}.games")),
            })
            .collect();
        run_tasks(tasks, self.order, &self.progress.counters, self.stop)
            .with_context(|| format!("evaluation of {}, {name}", subject.variant.name))
    }

    /// The games of the strength proxy at a budget: greedy, in pairs from one opening with colours
    /// swapped. They depend on the budget alone, so cells that share it share them.
    pub(crate) fn proxy(
        &self,
        subject: &Subject<'_>,
        simulations: u32,
    ) -> Result<Vec<ProxyGameRow>> {
        if self.config.proxy_games == 0 {
            return Ok(Vec::new());
        }
        let opponent = &self.config.proxy_opponent;
        let jobs = subject.starts.proxy_jobs(self.config);
        let spec: AgentSpec = opponent.parse()?;
        let factory = AgentFactory {
            variant: subject.variant,
            simulations,
            search: self.training.search(),
            move_policy: MovePolicy::Greedy,
            device: self.device,
            find_checkpoint,
            external: None,
        };
        let agent = self.agent(subject, simulations, MovePolicy::Greedy);
        let agents = [agent, factory.of(&spec)?];
        let seats: Vec<[usize; 2]> = jobs.iter().map(|job| job.seats).collect();
        let games = self.series(
            subject,
            &Series {
                name: format!(
                    "proxy-{}-{simulations}",
                    opponent.replace(['@', '/', '\\'], "-")
                ),
                jobs,
                agents: &agents,
                simulations,
                seed: subject
                    .seed
                    .named("proxy")
                    .named(opponent)
                    .numbered(u64::from(simulations)),
                cuts: &[],
            },
        )?;
        let row = |(seats, game): (&[usize; 2], &PlayedGame)| ProxyGameRow {
            variant: subject.variant.name.clone(),
            seed: subject.run_seed,
            checkpoint: subject.checkpoint.clone(),
            simulations,
            opponent: opponent.clone(),
            game: game.number,
            agent: if seats[0] == 0 { "w" } else { "b" }.to_owned(),
            opening: game.start.to_string(),
            result: game.result(),
            reason: game.reason().to_owned(),
            plies: game.moves.len(),
            moves: game.line(),
        };
        Ok(seats.iter().zip(&games).map(row).collect())
    }

    /// The agent at a budget, without noise.
    pub(crate) fn agent(
        &self,
        subject: &Subject<'_>,
        simulations: u32,
        move_policy: MovePolicy,
    ) -> Agent {
        Agent::net(
            subject.network.clone(),
            self.device,
            simulations,
            self.training.search(),
            move_policy,
        )
    }
}

/// Games of a cell that a configuration plans.
pub(crate) fn planned(config: &EvaluationConfig, cell: &Setting) -> u64 {
    match (cell.move_policy, cell.start_set) {
        (MovePolicy::Sampled { .. }, StartSet::Tempo) => {
            u64::from(config.games).next_multiple_of(2)
        }
        (MovePolicy::Sampled { .. }, _) => u64::from(config.games),
        (MovePolicy::Greedy, StartSet::Initial) => 1,
        (MovePolicy::Greedy, StartSet::Openings) => u64::from(config.openings),
        (MovePolicy::Greedy, StartSet::Tempo) => 2 * u64::from(config.openings),
    }
}

/// Blocks of at most [`GAMES_PER_TASK`] games that end at every cut.
fn blocks<'j>(jobs: &'j [PlannedGame], cuts: &[u64]) -> Vec<&'j [PlannedGame]> {
    let mut blocks = Vec::new();
    let mut rest = jobs;
    for &cut in cuts {
        let at = rest.partition_point(|job| job.number < cut);
        let (before, after) = rest.split_at(at);
        blocks.extend(before.chunks(GAMES_PER_TASK));
        rest = after;
    }
    blocks.extend(rest.chunks(GAMES_PER_TASK));
    blocks
}

/// The row of a game in a cell.
pub(crate) fn game_row(subject: &Subject<'_>, cell: &Setting, game: &PlayedGame) -> GameRow {
    GameRow {
        variant: subject.variant.name.clone(),
        start_set: cell.start_set.name().to_owned(),
        move_policy: cell.move_policy.to_string(),
        seed: subject.run_seed,
        checkpoint: subject.checkpoint.clone(),
        simulations: cell.simulations,
        game: game.number,
        opening: game.start.to_string(),
        result: game.result(),
        reason: game.reason().to_owned(),
        plies: game.moves.len(),
        decisions: game.decisions,
        moves: game.line(),
    }
}

/// The rows of a variant's openings.
pub(crate) fn opening_rows(
    variant: &Variant,
    starts: &Starts,
    plies: u32,
    seed: u64,
) -> Vec<OpeningRow> {
    let row = |(opening, found): (usize, &quirkat_play::Opening)| OpeningRow {
        variant: variant.name.clone(),
        rules_hash: variant.rules_hash(),
        opening,
        position: found.position.to_string(),
        plies,
        seed,
        generator: "random moves; equal material; no capture for either side; nothing to huff"
            .to_owned(),
    };
    starts.openings.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Position;

    #[test]
    fn games_of_an_early_look_are_whole_tasks_of_a_later_one() {
        let jobs = |count: u64| -> Vec<PlannedGame> {
            let job = |number| PlannedGame {
                number,
                start: Position::START,
                seats: [0, 0],
            };
            (0..count).map(job).collect()
        };
        let sizes = |jobs: &[PlannedGame], cuts: &[u64]| -> Vec<usize> {
            blocks(jobs, cuts).iter().map(|block| block.len()).collect()
        };
        let cuts = [100, 110, 500];
        assert_eq!(sizes(&jobs(100), &cuts), [64, 36]);
        assert_eq!(sizes(&jobs(110), &cuts), [64, 36, 10]);
        assert_eq!(sizes(&jobs(200), &cuts), [64, 36, 10, 64, 26]);
        assert_eq!(sizes(&jobs(130), &[]), [64, 64, 2]);
        assert_eq!(sizes(&[], &cuts), [] as [usize; 0]);
    }
}
