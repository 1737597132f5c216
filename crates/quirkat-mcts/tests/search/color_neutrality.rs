//! A position and its colour-swapped half turn are one position to the search, bit for bit.

use crate::support::{finish, random_decision, random_rules, rng, searched};
use proptest::prelude::*;
use quirkat_mcts::{
    Decision, Evaluator, FirstPlay, HashEvaluator, Proven, Rollout, Root, RootNoise, RootRule,
    Search, SearchConfig, Uniform, WhiteWdl,
};
use quirkat_rules::{Action, Color, Game, Geometry, Outcome, Position, Rules};
use rand::Rng;
use std::sync::Arc;

const NOISY: SearchConfig = SearchConfig {
    exploration: 1.5,
    first_play: FirstPlay::Reduction(0.25),
    noise: Some(RootNoise {
        concentration: 10.0,
        fraction: 0.25,
    }),
    root: RootRule::Puct,
    decision: Decision::Visits,
};

/// Everything a root says, floats as bits; with the players exchanged on request.
#[derive(Debug, PartialEq)]
struct Bits {
    player: Color,
    proven: Option<Proven>,
    edges: Vec<EdgeBits>,
}

/// Action, prior, visits, mean, proven, weight.
type EdgeBits = (Action, u32, u32, Option<[u32; 3]>, Option<Proven>, u32);

impl Bits {
    fn of(root: &Root) -> Self {
        Self::seen(root, |color| color, |m| [m.white, m.draw, m.black])
    }

    fn exchanged(root: &Root) -> Self {
        Self::seen(root, |color| !color, |m| [m.black, m.draw, m.white])
    }

    fn seen(root: &Root, player: fn(Color) -> Color, mean: fn(WhiteWdl) -> [f32; 3]) -> Self {
        let proven = |result: Option<Proven>| match result {
            Some(Proven::Win(winner)) => Some(Proven::Win(player(winner))),
            other => other,
        };
        let edges = root.edges.iter().map(|edge| {
            let mean = edge.mean.map(|m| mean(m).map(f32::to_bits));
            let prior = edge.prior.to_bits();
            let weight = edge.weight.to_bits();
            (
                edge.action,
                prior,
                edge.visits,
                mean,
                proven(edge.proven),
                weight,
            )
        });
        Self {
            player: player(root.player),
            proven: proven(root.proven),
            edges: edges.collect(),
        }
    }
}

fn evaluators() -> [Box<dyn Evaluator>; 3] {
    [
        Box::new(Uniform),
        Box::new(HashEvaluator),
        Box::new(Rollout::default()),
    ]
}

fn check_image(game: &Game, image: &Game, seed: u64) {
    for mut evaluator in evaluators() {
        for config in [SearchConfig::default(), NOISY, SearchConfig::guided()] {
            let one = searched(game, config, 60, seed, &mut *evaluator);
            let other = searched(image, config, 60, seed, &mut *evaluator);
            let (root, image_root) = (one.root(), other.root());
            assert_eq!(Bits::of(&root), Bits::exchanged(&image_root));
            assert_eq!(root.player, game.turn());
            assert_eq!(one.principal_variation(), other.principal_variation());
            let bits = |root: &Root| {
                let value = root.value().expect("searched");
                [value.win, value.draw, value.loss].map(f32::to_bits)
            };
            assert_eq!(bits(&root), bits(&image_root));
        }
    }
}

/// Self-play with noise and sampling; the ids of the actions played and the result.
fn self_play(
    start: Position,
    geometry: &Arc<Geometry>,
    budget: u32,
    seed: u64,
    evaluator: &mut dyn Evaluator,
) -> (Vec<u16>, Option<Outcome>) {
    let mut rng = rng(seed);
    let mut game = Game::from_position(Arc::clone(geometry), start);
    let mut search = Search::new(NOISY);
    let mut ids = Vec::new();
    while game.outcome().is_none() && ids.len() < 300 {
        search.start(&game, budget, rng.next_u64());
        finish(&mut search, evaluator);
        let root = search.root();
        let sampled = if ids.len() < 12 {
            root.sample(1.0, &mut rng)
        } else {
            root.best(&mut rng)
        };
        let forced = || game.legal_actions().nth(0).expect("the game goes on");
        let action = sampled.unwrap_or_else(forced);
        ids.push(action.id());
        game.play(action).unwrap();
    }
    (ids, game.outcome())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn the_search_of_a_colour_swapped_position_is_the_same_with_the_players_exchanged(
        rules in random_rules(), seed: u64
    ) {
        let game = random_decision(rules, seed);
        let geometry = game.geometry();
        let position = *game.position();
        let fresh = Game::from_position(Arc::clone(geometry), position);
        let swapped = Game::from_position(Arc::clone(geometry), position.color_swapped());
        check_image(&fresh, &swapped, seed);
    }

    #[test]
    fn a_whole_game_from_the_swapped_start_with_black_first_is_the_exact_image(
        rules in random_rules(), seed: u64
    ) {
        let geometry = Arc::new(Geometry::new(rules));
        for (mut evaluator, budget) in evaluators().into_iter().zip([16, 16, 4]) {
            let evaluator = &mut *evaluator;
            let (ids, outcome) = self_play(Position::START, &geometry, budget, seed, evaluator);
            let swapped = Position::START.color_swapped();
            let (image_ids, image) = self_play(swapped, &geometry, budget, seed, evaluator);
            prop_assert_eq!(ids, image_ids);
            let image = image.map(|o| Outcome { winner: o.winner.map(|w| !w), ..o });
            prop_assert_eq!(outcome, image);
        }
    }
}

/// The same with history: repetitions and counters are as colour-blind as positions.
#[test]
fn the_law_holds_with_the_history_of_both_games() {
    for seed in 0..60 {
        let mut rng = rng(seed);
        let geometry = Arc::new(Geometry::new(Rules::HUFFING));
        let mut game = Game::new(Arc::clone(&geometry));
        let mut image = Game::from_position(geometry, Position::START.color_swapped());
        for _ in 0..rng.next_u64() % 80 {
            let legal = game.legal_actions();
            let Some(action) = legal.nth(rng.next_u64() as usize % legal.len().max(1)) else {
                break;
            };
            game.play(action).unwrap();
            image.play(action).unwrap();
        }
        if game.legal_actions().len() > 1 {
            check_image(&game, &image, seed);
        }
    }
}

#[test]
fn a_root_that_needs_no_search_names_its_player_too() {
    let forced = crate::support::from_fen(Rules::STANDARD, "5/5/2b2/2w2/5 b");
    assert_eq!(forced.legal_actions().len(), 1);
    let root = searched(&forced, SearchConfig::default(), 10, 1, &mut Uniform).root();
    assert_eq!(
        (root.player, root.edges.len(), root.proven),
        (Color::Black, 0, None)
    );
}
