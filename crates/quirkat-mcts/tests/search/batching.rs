//! Leaves of many searches evaluated as one batch give what each search gives alone.

use crate::support::{random_decision, sampled_rules, searched};
use quirkat_mcts::{
    Evaluations, Evaluator, HashEvaluator, Rollout, Root, RootNoise, Search, SearchConfig,
};
use quirkat_rules::Game;
use std::collections::HashSet;

const CONFIG: SearchConfig = SearchConfig {
    exploration: 1.5,
    first_play: quirkat_mcts::FirstPlay::Reduction(0.25),
    noise: Some(RootNoise {
        concentration: 10.0,
        fraction: 0.25,
    }),
    root: quirkat_mcts::RootRule::Puct,
    decision: quirkat_mcts::Decision::Visits,
};

/// Searches in lockstep; each round evaluates one leaf of every search that has one, in an order
/// that changes from round to round.
fn together(games: &[(Game, u32)], evaluator: &mut dyn Evaluator) -> Vec<Root> {
    let mut searches: Vec<Search> = (0u64..)
        .zip(games)
        .map(|(seed, (game, budget))| {
            let mut search = Search::new(CONFIG);
            search.start(game, *budget, seed);
            search
        })
        .collect();
    let mut out = Evaluations::default();
    for round in 0.. {
        let mut waiting: Vec<usize> = (0..searches.len())
            .filter(|&i| searches[i].next_leaf())
            .collect();
        if waiting.is_empty() {
            break;
        }
        let turn = round % waiting.len();
        waiting.rotate_left(turn);
        let leaves: Vec<_> = waiting.iter().map(|&i| searches[i].leaf()).collect();
        evaluator.evaluate(&leaves, &mut out);
        assert_eq!(out.len(), waiting.len());
        for (leaf, &i) in waiting.iter().enumerate() {
            let (priors, wdl) = out.get(leaf);
            searches[i].apply(priors, wdl);
        }
    }
    searches.iter().map(Search::root).collect()
}

fn check(evaluator: &mut dyn Evaluator, budget: u32) {
    let games: Vec<(Game, u32)> = sampled_rules(40)
        .into_iter()
        .enumerate()
        .map(|(i, rules)| (random_decision(rules, i as u64), budget + i as u32))
        .collect();
    let roots = together(&games, evaluator);
    for (seed, ((game, budget), root)) in (0u64..).zip(games.iter().zip(roots)) {
        let alone = searched(game, CONFIG, *budget, seed, evaluator).root();
        assert_eq!(root, alone, "{}", game.position());
    }
}

#[test]
fn batched_hash_evaluations_give_the_roots_of_searches_run_alone() {
    check(&mut HashEvaluator, 100);
}

#[test]
fn batched_rollouts_give_the_roots_of_searches_run_alone() {
    check(&mut Rollout::default(), 40);
}

#[test]
fn asking_for_the_next_leaf_again_changes_nothing() {
    let game = random_decision(quirkat_rules::Rules::HUFFING, 5);
    let mut search = Search::new(CONFIG);
    search.start(&game, 60, 1);
    let mut out = Evaluations::default();
    while search.next_leaf() {
        let before = (search.leaf().seed, *search.leaf().game.position());
        assert!(search.next_leaf());
        assert_eq!(before, (search.leaf().seed, *search.leaf().game.position()));
        HashEvaluator.evaluate(&[search.leaf()], &mut out);
        let (priors, wdl) = out.get(0);
        search.apply(priors, wdl);
    }
    let alone = searched(&game, CONFIG, 60, 1, &mut HashEvaluator);
    assert_eq!(search.root(), alone.root());
}

#[test]
fn every_leaf_has_random_bits_of_its_own_that_follow_from_the_seed() {
    let game = random_decision(quirkat_rules::Rules::STANDARD, 5);
    let seeds = |seed| {
        let mut search = Search::new(CONFIG);
        search.start(&game, 100, seed);
        let mut out = Evaluations::default();
        let mut seeds = Vec::new();
        while search.next_leaf() {
            seeds.push(search.leaf().seed);
            HashEvaluator.evaluate(&[search.leaf()], &mut out);
            let (priors, wdl) = out.get(0);
            search.apply(priors, wdl);
        }
        seeds
    };
    assert_eq!(seeds(1), seeds(1));
    let both = [seeds(1), seeds(2)].concat();
    let distinct: HashSet<u64> = both.iter().copied().collect();
    assert_eq!(distinct.len(), both.len());
}
