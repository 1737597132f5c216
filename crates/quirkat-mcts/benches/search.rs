//! Speed of searches and playouts from the start position, one core:
//! `cargo bench -p quirkat-mcts`.

use divan::Bencher;
use divan::counter::ItemsCount;
use quirkat_mcts::{Evaluator, Rollout, Search, SearchConfig, Uniform, run};
use quirkat_rules::{Game, Geometry, Playout, Preset};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

const SIMULATIONS: u32 = 800;

fn main() {
    divan::main();
}

fn start(preset: Preset) -> Game {
    Game::new(Arc::new(Geometry::new(preset.rules())))
}

/// Items are simulations.
fn decisions(bencher: Bencher<'_, '_>, preset: Preset, evaluator: &mut impl Evaluator) {
    let game = start(preset);
    let mut search = Search::new(SearchConfig::default());
    let mut seed = 0;
    bencher
        .counter(ItemsCount::new(SIMULATIONS))
        .bench_local(|| {
            seed += 1;
            search.start(&game, SIMULATIONS, seed);
            run(&mut search, evaluator);
            assert_eq!(search.simulations(), SIMULATIONS);
        });
}

#[divan::bench(args = Preset::ALL)]
fn uniform_search(bencher: Bencher<'_, '_>, preset: Preset) {
    decisions(bencher, preset, &mut Uniform);
}

#[divan::bench(args = Preset::ALL)]
fn rollout_search(bencher: Bencher<'_, '_>, preset: Preset) {
    decisions(bencher, preset, &mut Rollout::default());
}

/// Items are games.
#[divan::bench(args = Preset::ALL)]
fn playout(bencher: Bencher<'_, '_>, preset: Preset) {
    let game = start(preset);
    let mut playout = Playout::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    bencher
        .counter(ItemsCount::new(1u32))
        .bench_local(|| playout.play(&game, |count| rng.random_range(0..count)));
}
