use super::peak::{operations, peak_gflops};
use quirkat_mcts::{
    Evaluations, Evaluator, HashEvaluator, Leaf, Rollout, RootNoise, Search, SearchConfig, Uniform,
    run,
};
use quirkat_net::{
    Architecture, Kernel, NetDevice, NetEvaluator, PerceptronSize, Sample, Trainer, TrainingConfig,
    count_ones,
};
use quirkat_play::{Agent, Counters, GameBlock, PlannedGame, Seed, play_block};
use quirkat_rules::{
    Action, ActionMask, Game, Geometry, PLANES, PerftUnit, Position, Preset, StepBuffers, VecEnv,
    perft, write_planes,
};
use quirkat_tables::MovePolicy;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The figures, each for one core.
#[derive(Clone, Debug, Serialize)]
pub struct Bench {
    /// Perft of `standard` from the start, depth 13: leaves a second, the last ply counted.
    pub perft_nodes_per_s: f64,
    /// `VecEnv` of `standard`, batch 1024: uniformly random hops a second with step, mask and reset.
    pub env_hops_per_s: f64,
    /// Searches of `standard` from the start with random playouts.
    pub rollout_simulations_per_s: f64,
    /// Searches of `standard` from the start, 800 simulations, uniform evaluator.
    pub uniform_simulations_per_s: f64,
    /// Self-play of `standard` by an untrained default network: simulations a second.
    pub selfplay_simulations_per_s: f64,
    /// The same: moves a second.
    pub selfplay_positions_per_s: f64,
    /// The same: games a second.
    pub selfplay_games_per_s: f64,
    /// The same: positions that the network evaluated a second.
    pub selfplay_evaluations_per_s: f64,
    /// The same: share of the leaves whose evaluation came from the cache.
    pub selfplay_cache_hit_rate: f64,
    /// Evaluations of the default network at the batch size of self-play.
    pub inference_positions_per_s: f64,
    /// The same by batch size.
    pub inference_by_batch: Vec<(usize, f64)>,
    /// The same by burn's own forward pass at the batch size of self-play.
    pub burn_inference_positions_per_s: f64,
    /// Operations a second of one core with nothing else to do, in 10⁹, by the kernel's instructions.
    pub peak_gflops: f64,
    /// Share of these that inference at the batch size of self-play reaches, counting only the
    /// operations that its sparse input and its legal actions need.
    pub inference_share_of_peak: f64,
    /// Training steps of the default network, batch 1024.
    pub training_positions_per_s: f64,
    /// Checksum of plain searches with the hash evaluator over fixed positions of every named rule set.
    pub signature: String,
    /// The same of searches as agents with a network make them.
    pub signature_guided: String,
}

/// Batch size of self-play in the default configuration.
const BATCH: usize = 32;

/// Measures everything; `tell` is called with the name of each part before it is measured.
pub fn bench(device: NetDevice, mut tell: impl FnMut(&str)) -> Bench {
    let standard = Arc::new(Geometry::new(Preset::DEFAULT.rules()));
    tell("perft");
    let perft_nodes_per_s = rate(|| perft(&standard, &Position::START, PerftUnit::Action, 13));
    tell("environment");
    let env_hops_per_s = env_hops(&standard);
    tell("search");
    let rollout_simulations_per_s = simulations(&standard, &mut Rollout::default(), 800);
    let uniform_simulations_per_s = simulations(&standard, &mut Uniform, 800);
    tell("network");
    let size = PerceptronSize::default();
    let mut trainer = Trainer::new(
        Architecture::Perceptron(size),
        TrainingConfig::default(),
        device,
        [1; 32],
    );
    let samples = random_samples(1024);
    let training_positions_per_s = rate(|| {
        // A step that fails trains nothing.
        trainer.step(&samples, 1e-3).map_or(0, |_| 1024)
    });
    let network = trainer.network();
    let by_batch = |batch: usize| {
        (
            batch,
            inference(
                &mut NetEvaluator::new(&network, device, batch).without_cache(),
                batch,
            ),
        )
    };
    let inference_by_batch: Vec<(usize, f64)> = [1, 4, 16, BATCH, 64, 256].map(by_batch).into();
    let inference_positions_per_s = by_batch(BATCH).1;
    let peak_gflops = peak_gflops(device.kernel().unwrap_or(Kernel::PORTABLE));
    let gflops = inference_positions_per_s * operations_per_position(size) / 1e9;
    let burn_inference_positions_per_s = inference(
        &mut NetEvaluator::burn(network.clone(), device, BATCH).without_cache(),
        BATCH,
    );
    tell("self-play");
    let search = SearchConfig {
        noise: Some(RootNoise {
            concentration: 8.0,
            fraction: 0.25,
        }),
        ..SearchConfig::default()
    };
    let agent = Agent::net(network, device, 64, search, MovePolicy::DEFAULT);
    let play = self_play(&standard, &[agent]);
    Bench {
        perft_nodes_per_s,
        env_hops_per_s,
        rollout_simulations_per_s,
        uniform_simulations_per_s,
        selfplay_simulations_per_s: play.simulations,
        selfplay_positions_per_s: play.positions,
        selfplay_games_per_s: play.games,
        selfplay_evaluations_per_s: play.evaluations,
        selfplay_cache_hit_rate: play.hit_rate,
        inference_positions_per_s,
        inference_by_batch,
        burn_inference_positions_per_s,
        peak_gflops,
        inference_share_of_peak: gflops / peak_gflops,
        training_positions_per_s,
        signature: format!("{:016x}", signature(SearchConfig::default())),
        signature_guided: format!("{:016x}", signature(SearchConfig::guided())),
    }
}

/// Median rate of five rounds of at least 0.3 s; `work` returns how much it did.
fn rate(mut work: impl FnMut() -> u64) -> f64 {
    work();
    let mut rates: Vec<f64> = (0..5)
        .map(|_| {
            let started = Instant::now();
            let mut done = 0;
            while started.elapsed() < Duration::from_millis(300) {
                done += work();
            }
            done as f64 / started.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[2]
}

fn env_hops(geometry: &Arc<Geometry>) -> f64 {
    const COUNT: usize = 1024;
    let mut env = VecEnv::new(Arc::clone(geometry), COUNT, true);
    let mut masks = vec![ActionMask::EMPTY; COUNT];
    let (mut rewards, mut outcomes) = (vec![0; COUNT], vec![None; COUNT]);
    let mut actions = vec![Action::STOP; COUNT];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    if env.write_masks(&mut masks).is_err() {
        return 0.0;
    }
    let mut words = vec![0u32; COUNT];
    rate(|| {
        words.fill_with(|| rng.random());
        if env.choose(&words, &mut actions).is_err() {
            return 0;
        }
        let out = StepBuffers {
            masks: &mut masks,
            rewards: &mut rewards,
            outcomes: &mut outcomes,
        };
        env.step(&actions, out).map_or(0, |()| COUNT as u64)
    })
}

fn simulations(geometry: &Arc<Geometry>, evaluator: &mut impl Evaluator, budget: u32) -> f64 {
    let game = Game::new(Arc::clone(geometry));
    let mut search = Search::new(SearchConfig::default());
    let mut seed = 0;
    rate(|| {
        seed += 1;
        search.start(&game, budget, seed);
        run(&mut search, evaluator);
        u64::from(search.simulations())
    })
}

/// So many decisions of random games of `standard`, always the same ones.
pub fn random_decisions(count: usize) -> Vec<Game> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let geometry = Arc::new(Geometry::new(Preset::DEFAULT.rules()));
    let mut game = Game::new(geometry);
    let mut games = Vec::with_capacity(count);
    while games.len() < count {
        let legal = game.legal_actions();
        if legal.len() > 1 {
            games.push(game.clone());
        }
        match legal.nth(rng.random_range(0..legal.len().max(1))) {
            Some(action) => game.play_legal(action),
            None => game.restart(Position::START),
        }
    }
    games
}

/// The same as positions to learn from, each legal action as good as the others.
pub fn random_samples(count: usize) -> Vec<Sample> {
    random_decisions(count)
        .iter()
        .map(|game| {
            let mut planes = [0; PLANES];
            write_planes(game, &mut planes);
            let legal: Vec<Action> = game.legal_actions().iter().collect();
            let share = 1.0 / legal.len() as f32;
            let policy = legal.into_iter().map(|action| (action, share)).collect();
            Sample {
                planes,
                policy,
                wdl: quirkat_mcts::Wdl::UNKNOWN,
            }
        })
        .collect()
}

fn inference(evaluator: &mut NetEvaluator, batch: usize) -> f64 {
    let games = random_decisions(batch);
    let actions: Vec<Vec<Action>> = games
        .iter()
        .map(|game| game.legal_actions().iter().collect())
        .collect();
    let leaves: Vec<Leaf<'_>> = games
        .iter()
        .zip(&actions)
        .map(|(game, actions)| Leaf {
            game,
            actions,
            seed: 0,
        })
        .collect();
    let mut out = Evaluations::default();
    rate(|| {
        evaluator.evaluate(&leaves, &mut out);
        batch as u64
    })
}

/// Mean operations for a position of [`inference`].
fn operations_per_position(size: PerceptronSize) -> f64 {
    let of = |game: &Game| {
        let mut planes = [0; PLANES];
        write_planes(game, &mut planes);
        operations(size, count_ones(&planes), game.legal_actions().len())
    };
    random_decisions(BATCH).iter().map(of).sum::<u64>() as f64 / BATCH as f64
}

/// Rates a second.
struct SelfPlay {
    simulations: f64,
    positions: f64,
    games: f64,
    evaluations: f64,
    hit_rate: f64,
}

fn self_play(geometry: &Arc<Geometry>, agents: &[Agent]) -> SelfPlay {
    let planned: Vec<PlannedGame> = (0..BATCH as u64)
        .map(|number| PlannedGame {
            number,
            start: Position::START,
            seats: [0, 0],
        })
        .collect();
    let mut round = 0;
    let counters = Counters::default();
    let (mut simulations, mut positions, mut games) = (0.0, 0.0, 0.0);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(2) {
        round += 1;
        let block = GameBlock {
            geometry,
            agents,
            games: &planned,
            max_plies: 400,
            in_play: BATCH,
            keep_targets: true,
            seed: &Seed::new(round),
        };
        let Ok(played) = play_block(&block, &counters, &AtomicBool::new(false)) else {
            break;
        };
        for game in played {
            simulations += 64.0 * f64::from(game.decisions);
            positions += game.moves.len() as f64;
            games += 1.0;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let leaves = counters.evaluations.load(Ordering::Relaxed) as f64;
    let cache_hits = counters.cache_hits.load(Ordering::Relaxed) as f64;
    SelfPlay {
        simulations: simulations / seconds,
        positions: positions / seconds,
        games: games / seconds,
        evaluations: (leaves - cache_hits) / seconds,
        hit_rate: cache_hits / leaves.max(1.0),
    }
}

/// FNV-1a over the visits of searches with the hash evaluator, at every eighth ply of a game that
/// the searches themselves play, for every named rule set.
pub fn signature(config: SearchConfig) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut note = |word: u64| hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    for preset in Preset::ALL {
        let mut game = Game::new(Arc::new(Geometry::new(preset.rules())));
        let mut search = Search::new(config);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        while game.outcome().is_none() && game.ply() < 60 {
            search.start(&game, 64, u64::from(game.ply()));
            run(&mut search, &mut HashEvaluator);
            let root = search.root();
            for edge in &root.edges {
                note(u64::from(edge.action.id()) << 32 | u64::from(edge.visits));
            }
            let only = game.legal_actions().nth(0);
            let Some(action) = root.best(&mut rng).or(only) else {
                break;
            };
            game.play_legal(action);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_behaviour_signatures_are_as_stated() {
        // Rules, planes, hash evaluator or search behave differently when one of these changes: say so
        // in the change that does it.
        let of = |config| format!("{:016x}", signature(config));
        assert_eq!(of(SearchConfig::default()), "ad2762fea8a53bfb");
        assert_eq!(of(SearchConfig::guided()), "134ed2c27aee1efc");
    }
}
