//! Root noise, shares and sampling.

use crate::support::{from_fen, random_decision, random_rules, rng, searched};
use proptest::prelude::*;
use quirkat_mcts::{HashEvaluator, Root, RootNoise, SearchConfig, Uniform};
use quirkat_rules::{Game, Rules};

fn noisy(fraction: f32) -> SearchConfig {
    SearchConfig {
        noise: Some(RootNoise {
            concentration: 10.83,
            fraction,
        }),
        ..SearchConfig::default()
    }
}

fn start() -> Game {
    Game::new(crate::support::geometry(Rules::STANDARD))
}

#[test]
fn the_same_seed_gives_the_same_noise_and_another_seed_another() {
    let game = start();
    let root = |seed| searched(&game, noisy(0.25), 80, seed, &mut HashEvaluator).root();
    let first = root(1);
    assert_eq!(first, root(1));
    for seed in 2..30 {
        let priors = |root: &Root| root.edges.iter().map(|e| e.prior).collect::<Vec<_>>();
        assert_ne!(priors(&first), priors(&root(seed)));
    }
}

#[test]
fn without_noise_in_the_configuration_the_seed_changes_nothing() {
    let game = start();
    let root = |seed| searched(&game, SearchConfig::default(), 80, seed, &mut HashEvaluator).root();
    for seed in 2..30 {
        assert_eq!(root(1), root(seed));
    }
}

/// That noise touches no prior below the root is part of the comparison with the reference search.
#[test]
fn noise_of_no_weight_leaves_the_tree_as_it_is() {
    let game = start();
    let plain = searched(&game, SearchConfig::default(), 300, 1, &mut HashEvaluator);
    let quiet = searched(&game, noisy(0.0), 300, 1, &mut HashEvaluator);
    assert_eq!(plain.root(), quiet.root());
}

#[test]
fn the_concentration_is_shared_among_the_actions() {
    // Each of n components of a symmetric Dirichlet vector with total concentration c has mean
    // 1/n and variance (1/n)(1 - 1/n)/(c + 1).
    let game = start();
    let (n, count) = (4.0, 4000);
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 0..count {
        let root = searched(&game, noisy(1.0), 0, seed, &mut HashEvaluator).root();
        let prior = f64::from(root.edges[0].prior);
        sum += prior;
        squares += prior * prior;
    }
    let mean = sum / count as f64;
    let variance = squares / count as f64 - mean * mean;
    let expected = (1.0 / n) * (1.0 - 1.0 / n) / (10.83 + 1.0);
    assert!((mean - 1.0 / n).abs() < 0.01, "{mean}");
    assert!(
        (variance / expected - 1.0).abs() < 0.1,
        "{variance} is not {expected}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn policies_and_noisy_priors_sum_to_one(rules in random_rules(), seed: u64, budget in 0u32..60) {
        let game = random_decision(rules, seed);
        for config in [SearchConfig::default(), noisy(0.25), SearchConfig::guided()] {
            let root = searched(&game, config, budget, seed, &mut HashEvaluator).root();
            let policy = root.policy();
            prop_assert_eq!(policy.len(), root.edges.len());
            prop_assert!(policy.iter().all(|&share| share >= 0.0));
            prop_assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            prop_assert!((root.edges.iter().map(|e| e.prior).sum::<f32>() - 1.0).abs() < 1e-5);
            let best = root.best(&mut rng(seed)).unwrap();
            let at = root.edges.iter().position(|edge| edge.action == best).unwrap();
            prop_assert!(policy.iter().all(|&share| share <= policy[at]));
        }
    }
}

/// Draws from a root and compares the counts with the shares that a temperature makes of them.
fn check_sampling(root: &Root, temperature: f32) {
    let draws = 20_000;
    let mut rng = rng(5);
    let mut counts = vec![0u32; root.edges.len()];
    for _ in 0..draws {
        let action = root.sample(temperature, &mut rng).unwrap();
        counts[root.edges.iter().position(|e| e.action == action).unwrap()] += 1;
    }
    let policy = root.policy();
    let weights: Vec<f64> = policy
        .iter()
        .map(|&share| f64::from(share).powf(1.0 / f64::from(temperature)))
        .collect();
    let total: f64 = weights.iter().sum();
    let (mut chi_square, mut cells) = (0.0, 0.0f64);
    for (&count, weight) in counts.iter().zip(&weights) {
        let expected = f64::from(draws) * weight / total;
        assert!(
            *weight > 0.0 || count == 0,
            "an action without a share was drawn"
        );
        if expected > 5.0 {
            chi_square += (f64::from(count) - expected).powi(2) / expected;
            cells += 1.0;
        }
    }
    let limit = cells + 5.0 * (2.0 * cells).sqrt();
    assert!(
        chi_square < limit,
        "{chi_square} at temperature {temperature}: {counts:?}"
    );
}

#[test]
fn sampling_follows_the_shares_at_every_temperature() {
    let game = random_decision(Rules::HUFFING, 11);
    let root = searched(&game, SearchConfig::default(), 200, 1, &mut HashEvaluator).root();
    assert!(root.edges.len() > 4);
    for temperature in [0.3, 0.7, 1.0, 2.0] {
        check_sampling(&root, temperature);
    }
}

#[test]
fn a_temperature_near_zero_draws_the_best_and_zero_too() {
    let game = random_decision(Rules::STANDARD, 4);
    let root = searched(&game, SearchConfig::default(), 101, 1, &mut HashEvaluator).root();
    let policy = root.policy();
    let most = policy.iter().copied().fold(0.0, f32::max);
    assert_eq!(policy.iter().filter(|&&share| share >= most).count(), 1);
    for seed in 0..200 {
        let best = root.best(&mut rng(seed));
        assert_eq!(root.sample(0.0, &mut rng(seed)), best);
        assert_eq!(root.sample(0.001, &mut rng(seed)), best);
    }
}

#[test]
fn equal_shares_are_broken_at_random() {
    let game = from_fen(Rules::STANDARD, "b3b/5/5/5/w3w w");
    let root = searched(&game, SearchConfig::default(), 0, 1, &mut Uniform).root();
    let mut counts = vec![0u32; root.edges.len()];
    let mut rng = rng(1);
    for _ in 0..6000 {
        let best = root.best(&mut rng).unwrap();
        counts[root.edges.iter().position(|e| e.action == best).unwrap()] += 1;
    }
    let expected = 6000.0 / counts.len() as f64;
    for &count in &counts {
        assert!(
            (f64::from(count) - expected).abs() < 5.0 * expected.sqrt(),
            "{counts:?}"
        );
    }
}
