use super::measured_agent::MeasuredAgent;
use super::rows::proxy_row;
use super::starts::setting_seed;
use crate::config::{EvaluationConfig, TrainConfig};
use crate::progress::Progress;
use crate::run::{GamesHeader, Task, TaskOrder, find_checkpoint, run_tasks};
use anyhow::{Context, Result};
use quirkat_net::NetDevice;
use quirkat_play::{Agent, AgentFactory, AgentSpec, PlannedGame, PlayedGame, Seed};
use quirkat_rules::Color;
use quirkat_tables::{MovePolicy, ProxyGameRow, Setting, StartSet};
use std::sync::atomic::AtomicBool;

/// Games a task of an evaluation.
const GAMES_PER_TASK: usize = 64;

/// Plays the games of evaluations, or reads them where they were played before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvaluationRunner<'a> {
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
pub(crate) struct GameSeries<'a> {
    pub(crate) name: String,
    pub(crate) games: Vec<PlannedGame>,
    pub(crate) agents: &'a [Agent],
    pub(crate) simulations: u32,
    pub(crate) seed: Seed,
    /// No task has games on both sides of one of these numbers.
    pub(crate) cuts: &'a [u64],
}

impl EvaluationRunner<'_> {
    /// The games of a setting; with `until`, only those with smaller numbers.
    pub(crate) fn setting(
        &self,
        agent: &MeasuredAgent<'_>,
        setting: &Setting,
        cuts: &[u64],
        until: Option<u64>,
    ) -> Result<Vec<PlayedGame>> {
        let mut games = agent.starts.planned_games(setting, self.config);
        games.truncate(until.map_or(games.len(), |until| until as usize));
        let agents = [self.agent_at(agent, setting.simulations, setting.move_policy)];
        self.series(
            agent,
            &GameSeries {
                name: setting.file_name(),
                games,
                agents: &agents,
                simulations: setting.simulations,
                seed: setting_seed(setting, &agent.seed),
                cuts,
            },
        )
    }

    /// Plays or reads a series.
    pub(crate) fn series(
        &self,
        agent: &MeasuredAgent<'_>,
        series: &GameSeries<'_>,
    ) -> Result<Vec<PlayedGame>> {
        let first = if self.config.first == Color::White {
            ""
        } else {
            ", Black first"
        };
        let name = &series.name;
        let tasks = blocks(&series.games, series.cuts)
            .into_iter()
            .enumerate()
            .map(|(index, block)| Task {
                variant: agent.variant,
                header: GamesHeader {
                    purpose: format!("evaluation {name}{first}"),
                    variant: agent.variant.name.clone(),
                    rules_hash: agent.variant.rules().hash(),
                    seed: agent.run_seed,
                    weights: agent.weights.clone(),
                    simulations: series.simulations,
                    first: block[0].number,
                    count: block.len() as u32,
                },
                games: block.to_vec(),
                agents: series.agents,
                max_plies: self.training.max_plies,
                in_play: self.training.self_play.games_in_play,
                keep_targets: false,
                seed: series.seed.clone(),
                folder: agent.folder.clone(),
                name: format!("{name}-{index:05}.games"),
            })
            .collect();
        run_tasks(tasks, self.order, &self.progress.counters, self.stop)
            .with_context(|| format!("evaluation of {}, {name}", agent.variant.name))
    }

    /// The games of the strength proxy at a budget: greedy, in pairs from one opening with colours
    /// swapped. They depend on the budget alone, so settings that share it share them.
    pub(crate) fn proxy(
        &self,
        agent: &MeasuredAgent<'_>,
        simulations: u32,
    ) -> Result<Vec<ProxyGameRow>> {
        if self.config.proxy_games == 0 {
            return Ok(Vec::new());
        }
        let opponent = &self.config.proxy_opponent;
        let planned = agent.starts.planned_proxy_games(self.config);
        let spec: AgentSpec = opponent.parse()?;
        let factory = AgentFactory {
            variant: agent.variant,
            simulations,
            search: self.training.search(),
            move_policy: MovePolicy::Greedy,
            device: self.device,
            find_checkpoint,
            external: None,
        };
        let agents = [
            self.agent_at(agent, simulations, MovePolicy::Greedy),
            factory.of(&spec)?,
        ];
        let seats: Vec<[usize; 2]> = planned.iter().map(|game| game.seats).collect();
        let games = self.series(
            agent,
            &GameSeries {
                name: format!(
                    "proxy-{}-{simulations}",
                    opponent.replace(['@', '/', '\\'], "-")
                ),
                games: planned,
                agents: &agents,
                simulations,
                seed: agent
                    .seed
                    .named("proxy")
                    .named(opponent)
                    .numbered(u64::from(simulations)),
                cuts: &[],
            },
        )?;
        let row = |(seats, game): (&[usize; 2], &PlayedGame)| {
            let color = if seats[0] == 0 {
                Color::White
            } else {
                Color::Black
            };
            proxy_row(agent, (opponent, simulations), color, game)
        };
        Ok(seats.iter().zip(&games).map(row).collect())
    }

    /// The agent at a budget, without noise.
    pub(crate) fn agent_at(
        &self,
        agent: &MeasuredAgent<'_>,
        simulations: u32,
        move_policy: MovePolicy,
    ) -> Agent {
        let search = self.training.search();
        let network = agent.network.clone();
        Agent::net(network, self.device, simulations, search, move_policy)
    }
}

/// Games of a setting that a configuration plans.
pub(crate) fn planned(config: &EvaluationConfig, setting: &Setting) -> u64 {
    match (setting.move_policy, setting.start_set) {
        // Nothing can be played from it.
        (_, StartSet::Given) => 0,
        (MovePolicy::Sampled { .. }, StartSet::Tempo) => {
            u64::from(config.games).next_multiple_of(2)
        }
        (MovePolicy::Sampled { .. }, _) => u64::from(config.games),
        (MovePolicy::Greedy | MovePolicy::Given, StartSet::Initial) => 1,
        (MovePolicy::Greedy | MovePolicy::Given, StartSet::Openings) => u64::from(config.openings),
        (MovePolicy::Greedy | MovePolicy::Given, StartSet::Tempo) => 2 * u64::from(config.openings),
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
