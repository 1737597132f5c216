use super::metrics::{IterationRecord, Learnt};
use super::strength::{Measurement, Strength};
use super::window::{Window, samples};
use crate::config::TrainConfig;
use crate::progress::Progress;
use crate::run::{GamesHeader, RunFolder, Scope, Task, TaskOrder, run_tasks, trained_iterations};
use anyhow::{Context, Result, anyhow, ensure};
use quirkat_net::{
    CheckpointError, CheckpointInfo, Extra, Losses, NetDevice, Network, Sample, Trainer,
};
use quirkat_play::{Agent, PlannedGame, PlayedGame, Seed, Stopped, random_position};
use quirkat_rules::Position;
use quirkat_tables::{MovePolicy, TimingsRow};
use quirkat_variant::Variant;
use rand::RngExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Trains one network through its iterations.
pub(crate) struct Learner<'a> {
    pub(crate) config: &'a TrainConfig,
    pub(crate) folder: &'a RunFolder,
    pub(crate) scope: &'a Scope,
    pub(crate) device: NetDevice,
    pub(crate) order: TaskOrder,
    pub(crate) progress: &'a Progress,
    pub(crate) stop: &'a AtomicBool,
}

/// Names of files that a checkpoint of a run holds beside the network.
pub(crate) const METRICS: &str = "metrics.json";
pub(crate) const TIMINGS: &str = "timings.json";
pub(crate) const STRENGTH: &str = "strength.json";

/// What helps when training leaves the finite numbers.
const ON_DIVERGENCE: &str =
    "lower training.learning-rate, or change the sizes in [network]; the last checkpoint is whole";

impl Learner<'_> {
    /// Goes on from the newest checkpoint to the last iteration; `after` is called after each.
    pub(crate) fn run(&self, after: &(dyn Fn() -> Result<()> + Sync)) -> Result<()> {
        let (mut trainer, mut info) = match self.newest()? {
            Some(newest) => newest,
            None => self.untrained()?,
        };
        let mut window = Window::default();
        for iteration in info.iteration + 1..=self.config.iterations {
            info = self
                .iterate(&mut trainer, &info, &mut window, iteration)
                .with_context(|| format!("{}, iteration {iteration}", self.scope.name))?;
            after()?;
        }
        Ok(())
    }

    /// The newest checkpoint that is whole. One that is damaged is passed over, loudly: its iteration is
    /// trained again, to the same bytes.
    fn newest(&self) -> Result<Option<(Trainer, CheckpointInfo)>> {
        let name = &self.scope.name;
        let Some(done) = trained_iterations(self.folder, self.scope, self.config.iterations) else {
            return Ok(None);
        };
        for iteration in 0..done {
            let checkpoint = self.folder.checkpoint(name, iteration);
            ensure!(
                checkpoint.exists(),
                "{}: this checkpoint is missing, though {name} has one of iteration {done}; put it back, or remove the later \
                 ones to have them trained again",
                checkpoint.folder().display()
            );
        }
        for iteration in (0..=done).rev() {
            let checkpoint = self.folder.checkpoint(name, iteration);
            match checkpoint.trainer(self.config.training, self.device) {
                Ok((trainer, info)) => {
                    ensure!(
                        info.network == self.config.network
                            && info.variants == self.variant_names(),
                        "{}: damaged checkpoint: a network ({}) for {}, which this run does not train",
                        checkpoint.folder().display(),
                        info.network,
                        info.variants.join(", ")
                    );
                    return Ok(Some((trainer, info)));
                }
                Err(
                    error @ (CheckpointError::Damaged { .. } | CheckpointError::Missing { .. }),
                ) => {
                    self.progress.line(&format!(
                        "warning: {error}; {name} goes on from the checkpoint before and trains iteration {iteration} again"
                    ));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    fn untrained(&self) -> Result<(Trainer, CheckpointInfo)> {
        let seed = self.seed().named("weights");
        let trainer = Trainer::new(
            self.config.network,
            self.config.training,
            self.device,
            seed.bytes(),
        );
        let checkpoint = self.folder.checkpoint(&self.scope.name, 0);
        let info = checkpoint.write(&trainer, &self.variant_names(), 0, 0, &[])?;
        Ok((trainer, info))
    }

    /// Self-play with the present network, then training on the window.
    fn iterate(
        &self,
        trainer: &mut Trainer,
        before: &CheckpointInfo,
        window: &mut Window,
        iteration: u32,
    ) -> Result<CheckpointInfo> {
        let play = &self.config.self_play;
        let oldest = iteration.saturating_sub(play.window_iterations.min(iteration));
        for earlier in oldest..iteration - 1 {
            if !window.holds(earlier) {
                let info = self.folder.checkpoint(&self.scope.name, earlier).info()?;
                let games = self.self_play(&info, &self.agents_of(earlier)?)?;
                window.push(earlier, self.samples(&games));
            }
        }
        let started = Instant::now();
        let agents = [self.agent(trainer.network())];
        let games = self.self_play(before, &agents)?;
        let self_play_seconds = started.elapsed().as_secs_f64();
        window.push(iteration - 1, self.samples(&games));
        window.drop_before(oldest);

        let started = Instant::now();
        let rate = self.learning_rate(iteration);
        let (steps, losses) = self.train(trainer, window, iteration, rate)?;
        let training_seconds = started.elapsed().as_secs_f64();

        let learnt = Learnt {
            window: window.len(),
            steps,
            learning_rate: rate,
            losses,
        };
        let mut records: Vec<IterationRecord> = Vec::new();
        for (variant, games) in self.scope.variants.iter().zip(&games) {
            let start = self.config.start_of(variant)?;
            let name = (&*self.scope.name, &*variant.name);
            records.push(IterationRecord::new(name, iteration, games, start, &learnt));
        }
        let timings = self.timings(
            iteration,
            &games,
            self_play_seconds,
            training_seconds,
            steps,
        );
        let checkpoint = self.folder.checkpoint(&self.scope.name, iteration);
        let strength = self.strength(trainer, iteration)?;
        let (learnt, took, strong) = (
            serde_json::to_vec_pretty(&records)?,
            serde_json::to_vec_pretty(&timings)?,
            serde_json::to_vec_pretty(&strength)?,
        );
        let extra = [
            Extra::checked(METRICS, &learnt),
            Extra::unchecked(TIMINGS, &took),
            Extra::checked(STRENGTH, &strong),
        ];
        let info = checkpoint.write(
            trainer,
            &self.variant_names(),
            iteration,
            before.steps + steps,
            &extra,
        )?;
        if let Some(last) = records.last() {
            let games = records.iter().map(IterationRecord::all_games).sum();
            let line = last.line(games, self.config.iterations);
            self.progress.iteration(&line, &timings);
        }
        for warning in records.iter().filter_map(IterationRecord::warning) {
            self.progress.line(&warning);
        }
        Ok(info)
    }

    /// The games of a checkpoint, by variant: played, or read when they exist.
    fn self_play(&self, info: &CheckpointInfo, agents: &[Agent]) -> Result<Vec<Vec<PlayedGame>>> {
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for variant in &self.scope.variants {
            let start = self.config.start_of(variant)?;
            tasks.extend(self.tasks(variant, info, agents, start)?);
        }
        let games = run_tasks(tasks, self.order, &self.progress.counters, self.stop)?;
        let count = self.config.games_per_iteration as usize;
        Ok(games.chunks(count).map(<[PlayedGame]>::to_vec).collect())
    }

    fn tasks<'m>(
        &'m self,
        variant: &'m Variant,
        info: &CheckpointInfo,
        agents: &'m [Agent],
        start: Position,
    ) -> Result<Vec<Task<'m>>> {
        let play = &self.config.self_play;
        let games = u64::from(self.config.games_per_iteration);
        let per_task = u64::from(play.games_per_task);
        let seed = self
            .seed()
            .named("self-play")
            .named(&variant.name)
            .numbered(u64::from(info.iteration));
        let folder = self.folder.games(&self.scope.name, info.iteration);
        let task = |index: u64| {
            let first = index * per_task;
            let last = games.min(first + per_task);
            self.go_on()?;
            Ok(Task {
                variant,
                header: GamesHeader {
                    purpose: "self-play".to_owned(),
                    variant: variant.name.clone(),
                    rules_hash: variant.rules().hash(),
                    seed: self.config.seed,
                    weights: info.weights_blake3.clone(),
                    simulations: self.config.simulations,
                    first,
                    count: (last - first) as u32,
                },
                games: (first..last)
                    .map(|number| PlannedGame {
                        number,
                        start: self.start(variant, start, &seed, number),
                        seats: [0, 0],
                    })
                    .collect(),
                agents,
                max_plies: self.config.max_plies,
                in_play: play.games_in_play,
                keep_targets: true,
                seed: seed.clone(),
                folder: folder.clone(),
                name: format!("{}-{index:05}.games", variant.name),
            })
        };
        (0..games.div_ceil(per_task)).map(task).collect()
    }

    /// # Errors
    /// [`Stopped`] after a signal: work that takes long asks here now and then.
    fn go_on(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Stopped.into());
        }
        Ok(())
    }

    /// The start position, or a random one: as many as the configured share, spread evenly over the
    /// games' numbers.
    fn start(&self, variant: &Variant, start: Position, seed: &Seed, number: u64) -> Position {
        let share = self.config.self_play.random_start_share;
        let before = |games: u64| (games as f64 * share).floor();
        if before(number + 1) > before(number) {
            let mut rng = seed.numbered(number).named("start").random();
            random_position(variant, start, self.config.max_plies, &mut rng)
        } else {
            start
        }
    }

    /// Measures the strength of what was learnt, at the iterations that the configuration names.
    fn strength(&self, trainer: &Trainer, iteration: u32) -> Result<Vec<Strength>> {
        let config = self.config.strength;
        if config.every == 0 || !iteration.is_multiple_of(config.every) {
            return Ok(Vec::new());
        }
        let network = trainer.network();
        let search = self.config.search();
        let greedy = |network: &Network, simulations: u32| {
            let network = network.clone();
            Agent::net(
                network,
                self.device,
                simulations,
                search,
                MovePolicy::Greedy,
            )
        };
        let mut earlier = Vec::new();
        for back in [1, 2] {
            let Some(past) = iteration.checked_sub(back * config.every) else {
                continue;
            };
            let (network, _) = self
                .folder
                .checkpoint(&self.scope.name, past)
                .network(self.device)?;
            earlier.push((past, greedy(&network, config.simulations)));
        }
        let measure = |variant: &Variant| {
            let measurement = Measurement {
                config,
                variant,
                start: self.config.start_of(variant)?,
                opening_plies: self.config.evaluation.opening_plies,
                max_plies: self.config.max_plies,
                in_play: self.config.self_play.games_in_play,
                seed: self
                    .seed()
                    .named("strength")
                    .named(&variant.name)
                    .numbered(u64::from(iteration)),
                stop: self.stop,
            };
            measurement.run(|simulations| greedy(&network, simulations), &earlier)
        };
        self.scope.variants.iter().map(measure).collect()
    }

    fn agents_of(&self, iteration: u32) -> Result<[Agent; 1]> {
        let checkpoint = self.folder.checkpoint(&self.scope.name, iteration);
        let (network, _) = checkpoint.network(self.device)?;
        Ok([self.agent(network)])
    }

    /// Who plays a network's games with itself.
    fn agent(&self, network: Network) -> Agent {
        let play = &self.config.self_play;
        Agent::net(
            network,
            self.device,
            self.config.simulations,
            play.search(),
            MovePolicy::Sampled {
                temperature: play.temperature,
                plies: Some(play.sampled_plies),
            },
        )
    }

    fn samples(&self, games: &[Vec<PlayedGame>]) -> Vec<Sample> {
        let share = self.config.self_play.search_value_share;
        let variants = self.scope.variants.iter().zip(games);
        variants
            .flat_map(|(variant, games)| samples(variant, games, share))
            .collect()
    }

    /// Steps on batches drawn uniformly from the window, each position mirrored or not by chance.
    fn train(
        &self,
        trainer: &mut Trainer,
        window: &Window,
        iteration: u32,
        rate: f64,
    ) -> Result<(u64, Option<Losses>)> {
        let batch_size = trainer.config().batch_size;
        let learnt = f64::from(self.config.self_play.position_reuse) * window.newest() as f64;
        let steps = (learnt / batch_size as f64).round() as u64;
        if steps == 0 || window.len() == 0 {
            return Ok((0, None));
        }
        let mut rng = self
            .seed()
            .named("batches")
            .numbered(u64::from(iteration))
            .random();
        let mut sum = Losses::default();
        for _ in 0..steps {
            self.go_on()?;
            let mut draw = || {
                let sample = window.get(rng.random_range(0..window.len()));
                if rng.random::<bool>() {
                    sample.mirrored()
                } else {
                    sample.clone()
                }
            };
            let batch: Vec<Sample> = (0..batch_size).map(|_| draw()).collect();
            let losses = trainer
                .step(&batch, rate)
                .map_err(|error| anyhow!("{error}; {ON_DIVERGENCE}"))?;
            sum.policy += losses.policy;
            sum.value += losses.value;
        }
        let mean = Losses {
            policy: sum.policy / steps as f64,
            value: sum.value / steps as f64,
        };
        Ok((steps, Some(mean)))
    }

    /// Independent of how many iterations are planned, so that a longer run begins like a shorter one.
    fn learning_rate(&self, iteration: u32) -> f64 {
        let training = &self.config.training;
        training.learning_rate / (1.0 + f64::from(iteration - 1) / training.learning_rate_half_life)
    }

    fn timings(
        &self,
        iteration: u32,
        games: &[Vec<PlayedGame>],
        self_play_seconds: f64,
        training_seconds: f64,
        steps: u64,
    ) -> TimingsRow {
        let count: usize = games.iter().map(Vec::len).sum();
        let played = games.iter().flatten();
        let positions: usize = played.clone().map(|game| game.moves.len()).sum();
        let evaluations: f64 = played.map(|game| f64::from(game.decisions)).sum::<f64>()
            * f64::from(self.config.simulations);
        let rate = |amount: f64, seconds: f64| if seconds > 0.0 { amount / seconds } else { 0.0 };
        TimingsRow {
            network: self.scope.name.clone(),
            iteration,
            self_play_seconds,
            training_seconds,
            games_per_second: rate(count as f64, self_play_seconds),
            positions_per_second: rate(positions as f64, self_play_seconds),
            simulations_per_second: rate(evaluations, self_play_seconds),
            trained_positions_per_second: rate(
                (steps * self.config.training.batch_size as u64) as f64,
                training_seconds,
            ),
        }
    }

    fn seed(&self) -> Seed {
        Seed::new(self.config.seed)
            .named("network")
            .named(&self.scope.name)
    }

    fn variant_names(&self) -> Vec<String> {
        self.scope
            .variants
            .iter()
            .map(|variant| variant.name.clone())
            .collect()
    }
}
