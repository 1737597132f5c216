//! Speeds of the rules: `cargo bench -p quirkat-rules`. One item is a leaf of perft, a hop or a game.

use divan::Bencher;
use divan::counter::ItemsCount;
use quirkat_rules::{
    Action, ActionMask, Game, Geometry, PerftUnit, Playout, Position, Preset, StepBuffers, VecEnv,
    perft,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

fn main() {
    divan::main();
}

/// From the start position, the last ply counted.
#[divan::bench(args = [
    (Preset::Bell, 12),
    (Preset::Standard, 13),
    (Preset::Backward, 11),
    (Preset::Promotion, 12),
    (Preset::Huffing, 8),
    (Preset::PromotionFlying, 11),
], sample_count = 10)]
fn perft_from_the_start(bencher: Bencher, (preset, depth): (Preset, u32)) {
    let geometry = Geometry::new(preset.rules());
    let count = || perft(&geometry, &Position::START, PerftUnit::Action, depth);
    bencher.counter(ItemsCount::new(count())).bench(count);
}

/// One uniformly random hop in each of 1024 games: choice, step, mask and reset.
#[divan::bench(args = Preset::ALL)]
fn environment(bencher: Bencher, preset: Preset) {
    const GAMES: usize = 1024;
    let mut env = VecEnv::new(Arc::new(Geometry::new(preset.rules())), GAMES, true);
    let mut masks = vec![ActionMask::EMPTY; GAMES];
    let (mut rewards, mut outcomes) = (vec![0; GAMES], vec![None; GAMES]);
    let (mut actions, mut words) = (vec![Action::STOP; GAMES], vec![0u32; GAMES]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(move || {
            for pair in words.chunks_exact_mut(2) {
                let word = rng.next_u64();
                pair.copy_from_slice(&[word as u32, (word >> 32) as u32]);
            }
            let out = StepBuffers {
                masks: &mut masks,
                rewards: &mut rewards,
                outcomes: &mut outcomes,
            };
            env.choose(&words, &mut actions)
                .and_then(|()| env.step(&actions, out))
                .expect("buffers of the right length and legal actions");
        });
}

/// Random games from the start position to their ends.
#[divan::bench(args = Preset::ALL)]
fn playout(bencher: Bencher, preset: Preset) {
    const GAMES: usize = 256;
    let game = Game::new(Arc::new(Geometry::new(preset.rules())));
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        // The same games each time.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut playout = Playout::default();
        (0..GAMES)
            .map(|_| playout.play(&game, |count| rng.random_range(0..count)).ply)
            .sum::<u32>()
    });
}
