//! Forced actions cost no evaluation and no simulation.

use crate::support::{from_fen, random_decision, random_rules, searched};
use proptest::prelude::*;
use quirkat_mcts::{Evaluations, Evaluator, HashEvaluator, Leaf, Search, SearchConfig, Uniform};
use quirkat_rules::{Game, Position, Rules};

/// Counts and checks what it is asked.
#[derive(Default)]
struct Counting {
    seen: Vec<(Position, u32)>,
}

impl Evaluator for Counting {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        for leaf in leaves {
            assert!(leaf.actions.len() > 1, "a forced action was evaluated");
            assert!(
                leaf.game
                    .legal_actions()
                    .iter()
                    .eq(leaf.actions.iter().copied())
            );
            self.seen.push((*leaf.game.position(), leaf.game.ply()));
        }
        HashEvaluator.evaluate(leaves, out);
    }
}

/// Plays on while there is one legal action.
fn forced_on(mut game: Game) -> Game {
    while let (Some(action), 1) = (game.legal_actions().nth(0), game.legal_actions().len()) {
        game.play(action).unwrap();
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_simulation_costs_at_most_one_evaluation_and_none_of_a_forced_action(
        rules in random_rules(), seed: u64, budget in 0u32..120
    ) {
        let game = random_decision(rules, seed);
        let mut counting = Counting::default();
        let search = searched(&game, SearchConfig::default(), budget, seed, &mut counting);
        let root = search.root();
        let visits: u32 = root.edges.iter().map(|edge| edge.visits).sum();
        prop_assert_eq!(visits, search.simulations());
        prop_assert!(visits == budget || (root.proven.is_some() && visits < budget));
        // One for the root, and one at most for each simulation.
        prop_assert!(counting.seen.len() as u32 <= 1 + visits);
        prop_assert_eq!(counting.seen[0], (*game.position(), game.ply()));
    }

    #[test]
    fn the_first_simulation_follows_forced_actions_to_the_next_decision_or_the_end(
        rules in random_rules(), seed: u64
    ) {
        let game = random_decision(rules, seed);
        let mut counting = Counting::default();
        let root = searched(&game, SearchConfig::default(), 1, seed, &mut counting).root();
        let tried = root.edges.iter().find(|edge| edge.visits == 1).unwrap();
        let mut next = game.clone();
        next.play(tried.action).unwrap();
        let decision = forced_on(next);
        if let Some(outcome) = decision.outcome() {
            prop_assert_eq!(counting.seen.len(), 1);
            prop_assert_eq!(tried.mean, Some(outcome.into()));
        } else {
            let leaf = (*decision.position(), decision.ply());
            prop_assert_eq!(&counting.seen[1..], &[leaf]);
        }
    }
}

#[test]
fn no_leaf_comes_for_a_game_that_is_over_or_has_one_legal_action() {
    let forced = from_fen(Rules::STANDARD, "b4/5/5/1b3/w4 w");
    assert_eq!(forced.legal_actions().len(), 1);
    let over = from_fen(Rules::STANDARD, "b4/5/5/5/5 w");
    assert!(over.outcome().is_some());
    let mut search = Search::new(SearchConfig::default());
    assert!(!search.next_leaf(), "nothing was started");
    for game in [forced, over] {
        search.start(&game, 50, 1);
        assert!(!search.next_leaf());
        let root = search.root();
        assert_eq!((root.edges.len(), search.simulations()), (0, 0));
        assert_eq!(
            (root.best(&mut crate::support::rng(1)), root.value()),
            (None, None)
        );
        assert_eq!(root.sample(1.0, &mut crate::support::rng(1)), None);
        assert!(root.policy().is_empty() && search.principal_variation().is_empty());
    }
}

#[test]
fn a_budget_of_nothing_still_evaluates_the_root_and_decides_by_the_priors() {
    let game = Game::new(crate::support::geometry(Rules::STANDARD));
    let root = searched(&game, SearchConfig::default(), 0, 1, &mut HashEvaluator).root();
    let priors: Vec<f32> = root.edges.iter().map(|edge| edge.prior).collect();
    assert_eq!(priors.len(), 4);
    for (share, prior) in root.policy().iter().zip(&priors) {
        assert!((share - prior).abs() < 1e-6);
    }
    assert_eq!(root.value(), None);
}

#[test]
#[should_panic(expected = "no leaf is waiting")]
fn asking_for_a_leaf_that_does_not_wait_panics() {
    let game = Game::new(crate::support::geometry(Rules::STANDARD));
    let search = searched(&game, SearchConfig::default(), 5, 1, &mut Uniform);
    let _ = search.leaf();
}
