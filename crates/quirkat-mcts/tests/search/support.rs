//! Random rule sets and positions, and searches run to their end.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use quirkat_mcts::{Evaluations, Evaluator, Search, SearchConfig};
use quirkat_rules::{Game, Geometry, Position, Rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

pub(crate) use crate::random_rules::random_rules;

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The same rule sets at every run, for tests that also count what they met.
pub(crate) fn sampled_rules(count: usize) -> Vec<Rules> {
    let mut runner = TestRunner::deterministic();
    let strategy = random_rules();
    (0..count)
        .map(|_| strategy.new_tree(&mut runner).unwrap().current())
        .collect()
}

pub(crate) fn geometry(rules: Rules) -> Arc<Geometry> {
    Arc::new(Geometry::new(rules))
}

pub(crate) fn from_fen(rules: Rules, fen: &str) -> Game {
    let geometry = geometry(rules);
    let position = Position::parse(fen, &geometry).unwrap();
    Game::from_position(geometry, position)
}

/// A game played at random hop by hop up to a decision, as often as not in the middle of a capture.
pub(crate) fn random_decision(rules: Rules, seed: u64) -> Game {
    let mut rng = rng(seed);
    let mut game = Game::new(geometry(rules));
    let (mut at_ply_ends, mut inside_captures) = (Vec::new(), Vec::new());
    for _ in 0..120 {
        let legal = game.legal_actions();
        if legal.is_empty() {
            break;
        }
        if legal.len() > 1 {
            let found = if game.position().is_capturing() {
                &mut inside_captures
            } else {
                &mut at_ply_ends
            };
            found.push(game.clone());
        }
        game.play_legal(legal.nth(rng.random_range(0..legal.len())).unwrap());
    }
    if inside_captures.is_empty() || rng.random() {
        // The start position is a decision under all rules.
        at_ply_ends.swap_remove(rng.random_range(0..at_ply_ends.len()))
    } else {
        inside_captures.swap_remove(rng.random_range(0..inside_captures.len()))
    }
}

pub(crate) fn searched(
    game: &Game,
    config: SearchConfig,
    budget: u32,
    seed: u64,
    evaluator: &mut dyn Evaluator,
) -> Search {
    let mut search = Search::new(config);
    search.start(game, budget, seed);
    finish(&mut search, evaluator);
    search
}

pub(crate) fn finish(search: &mut Search, evaluator: &mut dyn Evaluator) {
    let mut out = Evaluations::default();
    while search.next_leaf() {
        evaluator.evaluate(&[search.leaf()], &mut out);
        let (priors, wdl) = out.get(0);
        search.apply(priors, wdl);
    }
}
