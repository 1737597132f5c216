//! Values go up by player, never by depth: the tree against an independent slow search.

use crate::reference;
use crate::support::{from_fen, random_decision, random_rules, sampled_rules, searched};
use proptest::prelude::*;
use quirkat_mcts::{
    Decision, Evaluations, Evaluator, FirstPlay, HashEvaluator, Improvement, Leaf, RootEdge,
    RootNoise, RootRule, SearchConfig, Uniform, Wdl, WhiteWdl,
};
use quirkat_rules::{Capture, Chain, Color, Game, Huffing, Majority, Rules};

const PLAIN: SearchConfig = SearchConfig {
    exploration: 1.5,
    first_play: FirstPlay::Reduction(0.25),
    noise: None,
    root: RootRule::Puct,
    decision: Decision::Visits,
};

const CONFIGS: [SearchConfig; 7] = [
    PLAIN,
    SearchConfig {
        exploration: 0.4,
        first_play: FirstPlay::Reduction(0.0),
        ..PLAIN
    },
    SearchConfig {
        exploration: 3.0,
        first_play: FirstPlay::Value(-1.0),
        ..PLAIN
    },
    SearchConfig {
        noise: Some(RootNoise {
            concentration: 5.0,
            fraction: 0.5,
        }),
        ..PLAIN
    },
    halving(16, 50.0, 0.3),
    halving(5, 20.0, 1.0),
    halving(1000, 0.0, 0.01),
];

const fn halving(considered: u16, visit_offset: f32, value_scale: f32) -> SearchConfig {
    SearchConfig {
        root: RootRule::Halving { considered },
        decision: Decision::Improved(Improvement {
            visit_offset,
            value_scale,
        }),
        ..PLAIN
    }
}

/// Compares the two searches; returns how many branches keep the same side to move.
fn check(game: &Game, config: SearchConfig, budget: u32, evaluator: &mut dyn Evaluator) -> usize {
    let search = searched(game, config, budget, 1, evaluator);
    let root = search.root();
    let priors: Vec<f32> = root.edges.iter().map(|edge| edge.prior).collect();
    let root_priors = config.noise.is_some().then_some(&*priors);
    let (expected, simulations) = reference::search(game, &config, budget, root_priors, evaluator);
    assert_eq!(
        (root.player, root.proven, search.simulations()),
        (expected.player, expected.result(), simulations)
    );
    assert_eq!(root.edges.len(), expected.branches.len());
    for (edge, (&id, branch)) in root.edges.iter().zip(&expected.branches) {
        assert_eq!(
            (edge.action.id(), edge.prior, edge.visits, edge.proven),
            (id, branch.prior, branch.visits, branch.result())
        );
        assert_eq!(edge.mean.is_some(), branch.visits > 0);
        if let Some(mean) = edge.mean {
            let n = branch.visits as f32;
            let [white, black] = [Color::White, Color::Black].map(|c| branch.sum.wins[&c] / n);
            let expected = WhiteWdl {
                white,
                draw: branch.sum.draws / n,
                black,
            };
            let near = |a: f32, b: f32| (a - b).abs() < 1e-5;
            assert!(
                near(mean.white, expected.white)
                    && near(mean.draw, expected.draw)
                    && near(mean.black, expected.black),
                "{}: {mean:?} is not {expected:?}",
                edge.action
            );
        }
    }
    if let Decision::Improved(_) = config.decision {
        let scores = expected.scores(&config);
        let most = scores.values().copied().fold(f32::NEG_INFINITY, f32::max);
        for edge in &root.edges {
            let weight = (scores[&edge.action.id()] - most).exp();
            assert!((edge.weight - weight).abs() < 1e-5, "{}", edge.action);
        }
    }
    expected.repeats()
}

/// One side acts several times in a row: captures that may stop, and huffs.
fn with_repeats(rules: Rules) -> Rules {
    Rules {
        capture: Capture::Optional,
        must_continue: Chain::MayStop,
        majority: Majority::Off,
        huffing: Huffing::On,
        ..rules
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn visits_and_values_equal_the_reference_search_over_random_rules(
        rules in random_rules(), seed: u64, config in prop::sample::select(CONFIGS.to_vec())
    ) {
        let game = random_decision(rules, seed);
        check(&game, config, 80, &mut HashEvaluator);
        check(&game, config, 80, &mut Uniform);
    }
}

#[test]
fn visits_and_values_equal_the_reference_search_where_one_side_acts_several_times() {
    let mut repeats = 0;
    for (seed, rules) in sampled_rules(80).into_iter().enumerate() {
        let game = random_decision(with_repeats(rules), seed as u64);
        for config in CONFIGS {
            repeats += check(&game, config, 100, &mut HashEvaluator);
        }
    }
    assert!(repeats > 1500, "only {repeats} branches keep the turn");
}

/// Sure that whoever is to move wins.
struct MoverWins;

impl Evaluator for MoverWins {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for leaf in leaves {
            let count = leaf.actions.len();
            let wdl = Wdl {
                win: 1.0,
                draw: 0.0,
                loss: 0.0,
            };
            out.push(wdl, count, |priors| priors.fill(1.0 / count as f32));
        }
    }
}

/// White's mean after one simulation through each action of the root.
fn after_one_try_each(game: &Game) -> Vec<(String, f32)> {
    let config = SearchConfig {
        first_play: FirstPlay::Value(10.0),
        ..SearchConfig::default()
    };
    let actions = game.legal_actions().len() as u32;
    let root = searched(game, config, actions, 1, &mut MoverWins).root();
    assert!(root.edges.iter().all(|edge| edge.visits == 1));
    let white = |edge: &RootEdge| (edge.action.to_string(), edge.mean.expect("tried").white);
    root.edges.iter().map(white).collect()
}

#[test]
fn a_hop_of_a_capture_that_goes_on_is_valued_for_the_side_that_makes_it() {
    let rules = Rules {
        capture: Capture::Optional,
        ..Rules::STANDARD
    };
    let game = from_fen(rules, "2b2/1b1b1/5/1b3/w3w w");
    for (action, white) in after_one_try_each(&game) {
        // White is to move after the first hop of a1xc3xe5 or a1xc3xa5, Black after all else.
        let expected = if action == "a1>c3" { 1.0 } else { 0.0 };
        assert!((white - expected).abs() < 1e-6, "{action}: {white}");
    }
}

#[test]
fn a_huff_is_valued_for_the_side_that_makes_it() {
    let game = from_fen(Rules::HUFFING, "bb3/5/5/5/www2 w h:a5");
    for (action, white) in after_one_try_each(&game) {
        let expected = if action == "huff a5" { 1.0 } else { 0.0 };
        assert!((white - expected).abs() < 1e-6, "{action}: {white}");
    }
}
