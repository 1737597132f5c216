//! Draw rules inside the tree are the game's own, over history and path: the n-th occurrence and
//! the n-th quiet ply, no earlier and no later.

use crate::support::{from_fen, searched};
use quirkat_mcts::{
    Evaluations, Evaluator, HashEvaluator, Leaf, Proven, RootEdge, Search, SearchConfig, run,
};
use quirkat_rules::{Game, Move, Rules};
use std::collections::HashSet;
use std::sync::Arc;

const LONELY: &str = "4b/5/5/5/w4 w";

fn played(game: &mut Game, moves: &[&str]) {
    for text in moves {
        game.play_text(text).unwrap();
    }
}

fn without_history(game: &Game) -> Game {
    Game::from_position(Arc::clone(game.geometry()), *game.position())
}

/// The root's edge for a step, after a search.
fn edge(game: &Game, step: &str, budget: u32) -> RootEdge {
    let step: Move = step.parse().unwrap();
    let [action] = game.position().actions_of(game.geometry(), step)[..] else {
        panic!("{step} is one hop");
    };
    let root = searched(game, SearchConfig::default(), budget, 1, &mut HashEvaluator).root();
    let found = root.edges.iter().find(|edge| edge.action == action);
    *found.expect("legal")
}

#[test]
fn the_third_occurrence_one_ply_below_the_root_is_a_draw_only_with_its_history() {
    let mut game = from_fen(Rules::BACKWARD, LONELY);
    let round = ["a1-b1", "e5-d5", "b1-a1", "d5-e5"];
    played(&mut game, &round);
    played(&mut game, &round[..3]);
    let with = edge(&game, "d5-e5", 200);
    assert_eq!(with.proven, Some(Proven::Draw));
    assert_eq!(
        with.mean.map(|mean| (mean.white, mean.draw, mean.black)),
        Some((0.0, 1.0, 0.0))
    );
    let without = edge(&without_history(&game), "d5-e5", 200);
    assert_eq!(without.proven, None);
    assert!(without.mean.is_some_and(|mean| mean.draw < 0.9));
}

#[test]
fn the_second_occurrence_is_not_yet_a_draw() {
    let mut game = from_fen(Rules::BACKWARD, LONELY);
    played(&mut game, &["a1-b1", "e5-d5", "b1-a1"]);
    assert_eq!(edge(&game, "d5-e5", 200).proven, None);
    let early = Rules {
        repetition_draw: 2,
        ..Rules::BACKWARD
    };
    let mut game = from_fen(early, LONELY);
    played(&mut game, &["a1-b1", "e5-d5", "b1-a1"]);
    assert_eq!(edge(&game, "d5-e5", 200).proven, Some(Proven::Draw));
}

/// Hash evaluations, with the strings of the positions evaluated.
#[derive(Default)]
struct Noting(HashSet<String>);

impl Evaluator for Noting {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        self.0
            .extend(leaves.iter().map(|leaf| leaf.game.position().to_string()));
        HashEvaluator.evaluate(leaves, out);
    }
}

#[test]
fn an_occurrence_deeper_in_the_tree_counts_history_and_path_together() {
    let mut game = from_fen(Rules::BACKWARD, LONELY);
    played(&mut game, &["a1-b1", "e5-d5", "b1-a1", "d5-e5", "a1-b1"]);
    // e5-d5, b1-a1, d5-e5 bring back the first position, for the third time of this game: an end
    // of the game, which is not evaluated. Without the history it is a position like any other.
    let evaluated = |game: &Game| {
        let config = SearchConfig {
            exploration: 8.0,
            ..SearchConfig::default()
        };
        let mut noting = Noting::default();
        searched(game, config, 2000, 1, &mut noting);
        noting.0
    };
    let (with, without) = (evaluated(&game), evaluated(&without_history(&game)));
    let two_plies_down = "3b1/5/5/5/w4 b";
    assert!(with.contains(two_plies_down) && without.contains(two_plies_down));
    assert!(!with.contains(LONELY));
    assert!(without.contains(LONELY));
}

#[test]
fn the_no_capture_limit_counts_the_quiet_plies_of_the_history() {
    let rules = Rules {
        repetition_draw: 0,
        no_capture_draw_plies: 6,
        ..Rules::BACKWARD
    };
    let mut game = from_fen(rules, LONELY);
    played(&mut game, &["a1-b1", "e5-d5", "b1-c1", "d5-e5"]);
    // Two plies are left: White's next step does not end the game, every reply to it does.
    assert_eq!(edge(&game, "c1-b1", 1).proven, None);
    played(&mut game, &["c1-b1"]);
    let root = searched(&game, SearchConfig::default(), 400, 1, &mut HashEvaluator).root();
    assert_eq!(root.proven, Some(Proven::Draw));
    let fresh = without_history(&game);
    let root = searched(&fresh, SearchConfig::default(), 400, 1, &mut HashEvaluator).root();
    assert_eq!(root.proven, None);
}

#[test]
fn a_searched_game_is_left_as_it_was_for_the_next_search() {
    let mut game = from_fen(Rules::BACKWARD, LONELY);
    played(&mut game, &["a1-b1", "e5-d5", "b1-a1"]);
    let mut search = Search::new(SearchConfig::default());
    let mut fresh = None;
    // One Search object for several roots: no history of an earlier root may stay behind.
    for other in [game.clone(), without_history(&game), game.clone()] {
        search.start(&other, 150, 9);
        run(&mut search, &mut HashEvaluator);
        let alone = searched(&other, SearchConfig::default(), 150, 9, &mut HashEvaluator);
        assert_eq!(search.root(), alone.root());
        assert_ne!(fresh.replace(search.root()), Some(alone.root()));
    }
}
