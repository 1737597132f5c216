//! The fast rules against a slow, obvious second implementation, over random rule sets.

mod oracle;
#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;

use oracle::{OraclePromotion, OracleRules};
use proptest::prelude::*;
use quirkat_rules::{
    Action, Capture, Directions, Game, Geometry, MoveKind, PerftUnit, Position, Promotion, Rejump,
    Rules, perft,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use random_rules::random_rules;
use std::sync::Arc;

fn oracle_rules(rules: &Rules) -> OracleRules {
    OracleRules {
        step_all: rules.step == Directions::All,
        first_jump_all: rules.first_jump == Directions::All,
        later_jump_all: rules.later_jump == Directions::All,
        compulsory: rules.capture == Capture::Compulsory,
        must_continue: rules.must_continue.into(),
        majority: rules.majority.into(),
        rejump_other_axis: rules.rejump == Rejump::OtherAxis,
        land_on_start: rules.land_on_start.into(),
        no_step_back: rules.no_step_back.into(),
        last_row_step: rules.last_row_step.into(),
        promotion: match rules.promotion {
            Promotion::None => OraclePromotion::None,
            Promotion::Short => OraclePromotion::Short,
            Promotion::Flying => OraclePromotion::Flying,
        },
        huffing: rules.huffing.into(),
        repetition_draw: rules.repetition_draw.into(),
        no_capture_draw_plies: rules.no_capture_draw_plies.into(),
    }
}

/// Move texts with the positions after them, sorted as ASCII.
fn listed(position: &Position, geometry: &Geometry) -> Vec<(String, String)> {
    let mut moves: Vec<(String, String)> = position
        .moves(geometry)
        .iter()
        .map(|(m, next)| (m.to_string(), next.to_string()))
        .collect();
    moves.sort();
    moves
}

/// All completed hop sequences with the positions they lead to.
fn hop_sequences(
    position: Position,
    geometry: &Geometry,
    path: &mut Vec<Action>,
    found: &mut Vec<(Vec<Action>, Position)>,
) {
    for action in position.legal_actions(geometry).iter() {
        path.push(action);
        let next = position.after_action(geometry, action);
        if next.is_capturing() {
            hop_sequences(next, geometry, path, found);
        } else {
            found.push((path.clone(), next));
        }
        path.pop();
    }
}

fn check_position(position: &Position, geometry: &Geometry, oracle: &OracleRules) {
    let text = position.to_string();
    assert_eq!(
        Position::parse(&text, geometry).as_ref(),
        Ok(position),
        "reads back: {text}"
    );
    let moves = listed(position, geometry);
    assert_eq!(moves, oracle::moves(oracle, &text), "moves of {text}");
    assert_eq!(
        position.count_moves(geometry),
        moves.len() as u64,
        "count of {text}"
    );
    let winner = position
        .outcome(geometry)
        .and_then(|outcome| outcome.winner);
    assert_eq!(
        winner.map(quirkat_rules::Color::letter),
        oracle::result(oracle, &text),
        "result of {text}"
    );

    // Law: the completed hop sequences are exactly the moves.
    let mut sequences = Vec::new();
    hop_sequences(*position, geometry, &mut Vec::new(), &mut sequences);
    let mut by_moves: Vec<(Vec<Action>, Position)> = position
        .moves(geometry)
        .into_iter()
        .map(|(played, next)| (position.actions_of(geometry, played), next))
        .collect();
    let key = |(actions, next): &(Vec<Action>, Position)| (actions.clone(), next.to_string());
    sequences.sort_by_key(key);
    by_moves.sort_by_key(key);
    assert_eq!(sequences, by_moves, "hops of {text}");

    // Symmetries: the mirror image and the colour-swapped half turn have the images of the moves.
    let mirror = position.mirrored();
    assert_eq!(mirror.mirrored(), *position);
    let images: std::collections::BTreeSet<String> = moves
        .iter()
        .map(|(_, next)| {
            Position::parse(next, geometry)
                .unwrap()
                .mirrored()
                .to_string()
        })
        .collect();
    let mirrored: std::collections::BTreeSet<String> = listed(&mirror, geometry)
        .into_iter()
        .map(|(_, next)| next)
        .collect();
    assert_eq!(images, mirrored, "mirror of {text}");
    let swapped = position.color_swapped();
    assert_eq!(
        listed(&swapped, geometry),
        oracle::moves(oracle, &swapped.to_string()),
        "swap of {text}"
    );
    let mask = position.legal_actions(geometry);
    assert_eq!(swapped.legal_actions(geometry), mask);
    let mut mirrored_ids: Vec<Action> = mask.iter().map(Action::mirrored).collect();
    mirrored_ids.sort_unstable();
    assert_eq!(
        mirrored_ids,
        mirror.legal_actions(geometry).iter().collect::<Vec<_>>()
    );
}

/// Perft with the last ply counted by the oracle.
fn slow_perft(position: &Position, geometry: &Geometry, oracle: &OracleRules, depth: u32) -> u64 {
    if depth == 1 {
        return oracle::moves(oracle, &position.to_string()).len() as u64;
    }
    position
        .moves(geometry)
        .iter()
        .map(|(_, next)| slow_perft(next, geometry, oracle, depth - 1))
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn moves_results_hops_and_symmetries_equal_the_oracles_over_random_rules(rules in random_rules(), seed: u64) {
        let geometry = Arc::new(Geometry::new(rules));
        let oracle = oracle_rules(&rules);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(Arc::clone(&geometry));
        for _ in 0..60 {
            check_position(game.position(), &geometry, &oracle);
            let moves = game.position().moves(&geometry);
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            let (played, next) = moves[rng.random_range(0..moves.len())];
            game.play_move(played).unwrap();
            prop_assert_eq!(*game.position(), next);
        }
    }

    #[test]
    fn whole_games_end_like_the_oracles_over_random_rules(rules in random_rules(), seed: u64) {
        let geometry = Arc::new(Geometry::new(rules));
        let oracle = oracle_rules(&rules);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut by_moves = Game::new(Arc::clone(&geometry));
        let mut by_hops = by_moves.clone();
        let mut history = Vec::new();
        while by_moves.outcome().is_none() && history.len() < 300 {
            let moves = by_moves.position().moves(&geometry);
            // Prefer quiet moves, so that draws occur.
            let quiet: Vec<_> = moves.iter().filter(|(m, _)| m.kind() == MoveKind::Step).collect();
            let played = if quiet.is_empty() || rng.random_bool(0.3) {
                moves[rng.random_range(0..moves.len())].0
            } else {
                quiet[rng.random_range(0..quiet.len())].0
            };
            for action in by_moves.position().actions_of(&geometry, played) {
                by_hops.play(action).unwrap();
            }
            by_moves.play_move(played).unwrap();
            history.push(played.to_string());
            prop_assert_eq!(by_moves.position(), by_hops.position());
            prop_assert_eq!(by_moves.outcome(), by_hops.outcome());
            prop_assert_eq!((by_moves.ply(), by_moves.quiet_plies()), (by_hops.ply(), by_hops.quiet_plies()));
            prop_assert_eq!(by_moves.earlier_occurrences(), by_hops.earlier_occurrences());
        }
        let (fen, result, reason) = oracle::replay(&oracle, &Position::START.to_string(), &history).unwrap();
        prop_assert_eq!(by_moves.position().to_string(), fen);
        prop_assert_eq!(by_moves.outcome().map(quirkat_rules::Outcome::letter), result);
        prop_assert_eq!(by_moves.outcome().map(|o| o.reason.name()), reason);
    }

    #[test]
    fn no_string_makes_the_readers_panic(text in "\\PC{0,40}", rules in random_rules()) {
        let geometry = Geometry::new(rules);
        let _ = Position::parse(&text, &geometry);
        let _ = text.parse::<quirkat_rules::Move>();
    }

    #[test]
    fn a_position_string_with_one_character_changed_reads_or_is_refused(
        at in 0usize..40, byte in 0x20u8..0x7f, rules in random_rules()
    ) {
        let geometry = Geometry::new(rules);
        let mut text = Position::START.to_string().into_bytes();
        let at = at % text.len();
        text[at] = byte;
        let text = String::from_utf8(text).unwrap();
        if let Ok(position) = Position::parse(&text, &geometry) {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn perft_counts_the_oracles_moves_over_random_rules(
        rules in random_rules(), seed: u64, plies in 0usize..50
    ) {
        let geometry = Geometry::new(rules);
        let oracle = oracle_rules(&rules);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut position = Position::START;
        for _ in 0..plies {
            let moves = position.moves(&geometry);
            if moves.is_empty() {
                break;
            }
            position = moves[rng.random_range(0..moves.len())].1;
        }
        for depth in 1..4 {
            prop_assert_eq!(
                perft(&geometry, &position, PerftUnit::Action, depth),
                slow_perft(&position, &geometry, &oracle, depth),
                "depth {} of {}", depth, position
            );
        }
    }
}
