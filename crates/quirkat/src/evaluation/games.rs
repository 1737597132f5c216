use super::advantage::{AdvantageRow, Proxy, RowKey, Score};
use super::comparison::compare;
use super::plan::{Cell, Starts};
use super::records::{GameRow, OpeningRow, ProxyGameRow, write_checksums};
use super::rows::write_csv;
use super::summary::Summary;
use crate::config::{Estimand, TrainConfig};
use crate::play::{AgentSpec, Job, Mind, Minds, Played, Sampling};
use crate::progress::Progress;
use crate::run::{GamesHeader, RunFolder, Scope, Task, TaskOrder, run_tasks};
use crate::seed::Seed;
use crate::variant::Variant;
use anyhow::{Context, Result};
use quirkat_net::{CheckpointInfo, NetDevice, Network};
use quirkat_rules::Color;
use quirkat_stats::Wdl;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Games a task of an evaluation.
const GAMES_PER_TASK: usize = 64;

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

/// Everything measured, row by row.
#[derive(Default)]
struct Rows {
    advantage: Vec<AdvantageRow>,
    games: Vec<GameRow>,
    proxy: Vec<ProxyGameRow>,
    /// Scores of each cell, by variant.
    scores: Vec<Vec<(String, Option<Score>)>>,
}

/// A variant with the checkpoint that plays it.
struct Subject<'a> {
    scope: &'a Scope,
    variant: &'a Variant,
    network: Network,
    info: CheckpointInfo,
    starts: Starts,
    seed: Seed,
}

impl Evaluation<'_> {
    /// Games that are still to be played.
    pub(crate) fn planned(&self) -> u64 {
        let config = &self.config.evaluation;
        let per_cell = |cell: &Cell| match (cell.sampling, cell.estimand) {
            (Sampling::Sampled { .. }, _) => u64::from(config.games),
            (Sampling::Greedy, Estimand::Initial) => 1,
            (Sampling::Greedy, Estimand::Openings) => u64::from(config.openings),
            (Sampling::Greedy, Estimand::Tempo) => 2 * u64::from(config.openings),
        };
        let variants: usize = self.scopes.iter().map(|scope| scope.variants.len()).sum();
        let cells: u64 = Cell::all(config).iter().map(per_cell).sum();
        let proxies = u64::from(config.proxy_games) * config.simulations.len() as u64;
        if self.is_done() {
            return 0;
        }
        variants as u64 * (cells + proxies)
    }

    /// Whether the table is of the last checkpoints, and not of earlier ones of a run that grew.
    fn is_done(&self) -> bool {
        let table = std::fs::read_to_string(self.folder.evaluation().join("advantage.csv"));
        table.is_ok_and(|table| table.contains(&format!("/iter-{:04},", self.config.iterations)))
    }

    /// Finds the start positions of all variants, so that a lack of them shows before training.
    ///
    /// # Errors
    /// When there are too few openings, or `stop` is raised.
    pub(crate) fn check_starts(&self, stop: &AtomicBool) -> Result<()> {
        for variant in self.scopes.iter().flat_map(|scope| &scope.variants) {
            Starts::find(&self.config.evaluation, variant, &self.seed(variant), stop)?;
        }
        Ok(())
    }

    /// Plays the games that are not there yet and writes all CSVs.
    ///
    /// # Errors
    /// [`crate::play::Stopped`] when `stop` is raised; anything that the file system refuses.
    pub fn run(&self, progress: &Progress, stop: &AtomicBool) -> Result<Summary> {
        let subjects = self.subjects(stop)?;
        let mut rows = Rows::default();
        let config = &self.config.evaluation;
        for cell in Cell::all(config) {
            let mut scores = Vec::new();
            for subject in &subjects {
                let games = self.play_cell(subject, &cell, progress, stop)?;
                let score = Score::of(&games, cell.estimand, config.level)?;
                rows.games
                    .extend(games.iter().map(|game| self.game_row(subject, &cell, game)));
                let proxy =
                    self.proxy(subject, cell.simulations, progress, stop, &mut rows.proxy)?;
                let key = self.key(subject, &cell);
                rows.advantage.push(AdvantageRow::new(
                    &key,
                    &games,
                    score.as_ref(),
                    config.level,
                    &proxy,
                )?);
                scores.push((subject.variant.name.clone(), score));
            }
            rows.scores.push(scores);
        }
        self.write(&subjects, rows)
    }

    fn subjects(&self, stop: &AtomicBool) -> Result<Vec<Subject<'_>>> {
        let mut subjects = Vec::new();
        for scope in self.scopes {
            let checkpoint = self.folder.checkpoint(&scope.name, self.config.iterations);
            let (network, info) = checkpoint.network(self.device)?;
            for variant in &scope.variants {
                let seed = self.seed(variant);
                let starts = Starts::find(&self.config.evaluation, variant, &seed, stop)?;
                subjects.push(Subject {
                    scope,
                    variant,
                    network: network.clone(),
                    info: info.clone(),
                    starts,
                    seed,
                });
            }
        }
        Ok(subjects)
    }

    fn seed(&self, variant: &Variant) -> Seed {
        Seed::new(self.config.seed)
            .named("evaluation")
            .named(&variant.name)
    }

    fn play_cell(
        &self,
        subject: &Subject<'_>,
        cell: &Cell,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<Vec<Played>> {
        let jobs = subject.starts.jobs(cell, &self.config.evaluation);
        let minds = [self.mind(subject, cell.simulations)];
        let name = cell.file_name();
        self.play(
            subject,
            &jobs,
            &minds,
            cell.sampling,
            &name,
            cell.simulations,
            &cell.seed(&subject.seed),
            progress,
            stop,
        )
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "what tells a block of games from others"
    )]
    fn play(
        &self,
        subject: &Subject<'_>,
        jobs: &[Job],
        minds: &[Mind],
        sampling: Sampling,
        name: &str,
        simulations: u32,
        seed: &Seed,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<Vec<Played>> {
        let folder = self.games_folder(subject);
        let first = if self.config.evaluation.first == Color::White {
            ""
        } else {
            ", Black first"
        };
        let tasks = jobs
            .chunks(GAMES_PER_TASK)
            .enumerate()
            .map(|(index, jobs)| Task {
                variant: subject.variant,
                header: GamesHeader {
                    purpose: format!("evaluation {name}{first}"),
                    variant: subject.variant.name.clone(),
                    rules_hash: subject.variant.rules().hash(),
                    seed: self.config.seed,
                    weights: subject.info.weights_blake3.clone(),
                    simulations,
                    first: (index * GAMES_PER_TASK) as u64,
                    count: jobs.len() as u32,
                },
                jobs: jobs.to_vec(),
                minds,
                sampling,
                max_plies: self.config.max_plies,
                in_play: self.config.self_play.games_in_play,
                keep_targets: false,
                seed: seed.clone(),
                path: folder.join(format!("{name}-{index:05}.games")),
            })
            .collect();
        run_tasks(tasks, self.order, &progress.counters, stop)
            .with_context(|| format!("evaluation of {}, {name}", subject.variant.name))
    }

    /// The games against the proxy's opponent. They depend on the budget alone, so rows that share it
    /// share them; they are noted once.
    fn proxy(
        &self,
        subject: &Subject<'_>,
        simulations: u32,
        progress: &Progress,
        stop: &AtomicBool,
        noted: &mut Vec<ProxyGameRow>,
    ) -> Result<Proxy> {
        let config = &self.config.evaluation;
        let opponent = &config.proxy_opponent;
        let jobs = if config.proxy_games > 0 {
            subject.starts.proxy_jobs(config)
        } else {
            Vec::new()
        };
        let spec: AgentSpec = opponent.parse()?;
        let search = self.config.self_play.quiet_search();
        let minds = Minds {
            variant: subject.variant,
            simulations,
            search,
            device: self.device,
        };
        let minds = [self.mind(subject, simulations), minds.of(&spec)?];
        let name = format!(
            "proxy-{}-{simulations}",
            opponent.replace(['@', '/', '\\'], "-")
        );
        let seed = subject
            .seed
            .named("proxy")
            .named(opponent)
            .numbered(u64::from(simulations));
        let games = self.play(
            subject,
            &jobs,
            &minds,
            Sampling::Greedy,
            &name,
            simulations,
            &seed,
            progress,
            stop,
        )?;
        let mut counts = [0u64; 3];
        let known = noted
            .iter()
            .any(|row| row.variant == subject.variant.name && row.simulations == simulations);
        for (job, game) in jobs.iter().zip(&games) {
            let agent = if job.seats[0] == 0 {
                Color::White
            } else {
                Color::Black
            };
            if let Some(result) = game.result_for(agent) {
                counts[usize::from(result.half_points())] += 1;
            }
            if !known {
                noted.push(ProxyGameRow {
                    variant: subject.variant.name.clone(),
                    seed: self.config.seed,
                    checkpoint: checkpoint_name(subject),
                    simulations,
                    opponent: opponent.clone(),
                    game: game.number,
                    agent: agent.letter().to_string(),
                    opening: game.start.to_string(),
                    result: game.result(),
                    reason: game.reason().to_owned(),
                    plies: game.moves.len(),
                    moves: game.line(),
                });
            }
        }
        let [losses, draws, wins] = counts;
        let score = Wdl::new(wins, draws, losses)?.score();
        Ok(Proxy {
            opponent: opponent.clone(),
            games: games.len() as u64,
            score,
        })
    }

    fn mind(&self, subject: &Subject<'_>, simulations: u32) -> Mind {
        let search = self.config.self_play.quiet_search();
        Mind::net(subject.network.clone(), self.device, simulations, search)
    }

    fn games_folder(&self, subject: &Subject<'_>) -> PathBuf {
        let folder = self
            .folder
            .evaluation()
            .join("games")
            .join(&subject.variant.name);
        folder.join(format!("iter-{:04}", subject.info.iteration))
    }

    fn key(&self, subject: &Subject<'_>, cell: &Cell) -> RowKey {
        RowKey {
            variant: subject.variant.name.clone(),
            rules_hash: subject.variant.rules_hash(),
            estimand: cell.estimand,
            sampling: cell.sampling.to_string(),
            seed: self.config.seed,
            checkpoint: checkpoint_name(subject),
            simulations: cell.simulations,
        }
    }

    fn game_row(&self, subject: &Subject<'_>, cell: &Cell, game: &Played) -> GameRow {
        GameRow {
            variant: subject.variant.name.clone(),
            estimand: cell.estimand.name().to_owned(),
            sampling: cell.sampling.to_string(),
            seed: self.config.seed,
            checkpoint: checkpoint_name(subject),
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

    fn write(&self, subjects: &[Subject<'_>], rows: Rows) -> Result<Summary> {
        let folder = self.folder.evaluation();
        let config = &self.config.evaluation;
        let openings: Vec<OpeningRow<'_>> = subjects
            .iter()
            .flat_map(|subject| {
                subject.starts.openings.iter().enumerate().map(|(opening, found)| OpeningRow {
                    variant: &subject.variant.name,
                    rules_hash: subject.variant.rules_hash(),
                    opening,
                    position: found.position.to_string(),
                    plies: config.opening_plies,
                    seed: self.config.seed,
                    generator: "random moves; equal material; no capture for either side; nothing to huff",
                })
            })
            .collect();
        let mut comparisons = Vec::new();
        for (cell, scores) in Cell::all(config).iter().zip(&rows.scores) {
            comparisons.extend(compare(cell, scores)?);
        }
        write_csv(&folder.join("openings.csv"), &openings)?;
        write_csv(&folder.join("games.csv"), &rows.games)?;
        write_csv(&folder.join("proxy_games.csv"), &rows.proxy)?;
        write_csv(&folder.join("comparisons.csv"), &comparisons)?;
        write_csv(&folder.join("advantage.csv"), &rows.advantage)?;
        write_checksums(&folder)?;
        Ok(Summary::new(rows.advantage, config.level))
    }
}

fn checkpoint_name(subject: &Subject<'_>) -> String {
    format!("{}/iter-{:04}", subject.scope.name, subject.info.iteration)
}
