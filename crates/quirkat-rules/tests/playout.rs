//! Games played out quickly are those that the game itself plays, ply for ply.

use proptest::prelude::*;
use quirkat_rules::{Game, Geometry, PlayedOut, Playout, Preset, Reason, Rules};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;

/// Lists the successors at each ply and plays the one drawn.
fn played_out_slowly(game: &Game, mut draw: impl FnMut(u64) -> u64) -> PlayedOut {
    let mut game = game.clone();
    while game.outcome().is_none() {
        let mut successors = Vec::new();
        let position = *game.position();
        position.each_successor(game.geometry(), |next| successors.push(next));
        let nth = match successors.len() {
            1 => 0,
            count => draw(count as u64),
        };
        game.play_successor(successors[nth as usize]);
    }
    PlayedOut {
        outcome: game.outcome().expect("the game is over"),
        ply: game.ply(),
    }
}

/// Draws and how often each number of moves was drawn from: equal only if every ply is.
fn with_draws(
    seed: u64,
    play: impl FnOnce(&mut dyn FnMut(u64) -> u64) -> PlayedOut,
) -> (PlayedOut, Vec<u64>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut counts = Vec::new();
    let end = play(&mut |count| {
        counts.push(count);
        rng.random_range(0..count)
    });
    (end, counts)
}

/// A game some random hops from the start, with its history; often in the middle of a capture.
fn begun(rules: Rules, rng: &mut impl Rng) -> Game {
    let mut game = Game::new(Arc::new(Geometry::new(rules)));
    for _ in 0..rng.random_range(0..60) {
        let legal = game.legal_actions();
        if legal.is_empty() {
            break;
        }
        game.play_legal(legal.nth(rng.random_range(0..legal.len())).unwrap());
    }
    game
}

fn check(playout: &mut Playout, rules: Rules, seed: u64) -> PlayedOut {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = begun(rules, &mut rng);
    let seed = rng.random();
    let quick = with_draws(seed, |draw| playout.play(&game, draw));
    let slow = with_draws(seed, |draw| played_out_slowly(&game, draw));
    assert_eq!(quick, slow, "{rules}: {}", game.position());
    quick.0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_rules_are_played_out_ply_for_ply(rules in random_rules::random_rules(), seed: u64) {
        let mut playout = Playout::default();
        for number in 0..4 {
            check(&mut playout, rules, seed.wrapping_add(number));
        }
    }
}

/// One playout for all, so that nothing of one game may be left for the next.
#[test]
fn named_rule_sets_are_played_out_ply_for_ply_to_every_kind_of_end() {
    let mut playout = Playout::default();
    let mut ends = [0; 4];
    let soon_drawn = Rules {
        no_capture_draw_plies: 12,
        ..Rules::BACKWARD
    };
    let named = Preset::ALL.map(Preset::rules);
    for seed in 0..400 {
        for rules in named.into_iter().chain([soon_drawn]) {
            let end = check(&mut playout, rules, seed);
            ends[end.outcome.reason as usize] += 1;
        }
    }
    for reason in [
        Reason::Bare,
        Reason::Blocked,
        Reason::Repetition,
        Reason::NoCapture,
    ] {
        assert!(ends[reason as usize] > 10, "{reason}: {ends:?}");
    }
}

#[test]
fn a_game_that_is_over_is_played_out_already() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut game = Game::new(Arc::new(Geometry::new(Rules::STANDARD)));
    while game.outcome().is_none() {
        let legal = game.legal_actions();
        game.play_legal(legal.nth(rng.random_range(0..legal.len())).unwrap());
    }
    let end = Playout::default().play(&game, |_| unreachable!("no move is left"));
    assert_eq!(Some(end.outcome), game.outcome());
    assert_eq!(end.ply, game.ply());
}
