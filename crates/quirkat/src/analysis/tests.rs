use super::*;
use crate::random_rules::random_rules;
use proptest::prelude::*;
use quirkat_lab::run::find_checkpoint;
use quirkat_mcts::{SearchConfig, Wdl, random_move};
use quirkat_net::NetDevice;
use quirkat_play::{AgentFactory, Seed};
use quirkat_record::{RecordedGame, RecordedMove};
use quirkat_rules::{Color, Game, Move, Preset};
use quirkat_solver::Value;
use quirkat_tables::MovePolicy;
use quirkat_variant::Variant;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn analyst_of<'a>(variant: &'a Variant, simulations: u32, stop: &'a AtomicBool) -> Analyst<'a> {
    let factory = AgentFactory {
        variant,
        simulations,
        search: SearchConfig::default(),
        move_policy: MovePolicy::Greedy,
        device: NetDevice::default(),
        find_checkpoint,
        external: None,
    };
    let agent = factory.of(&"rollout".parse().unwrap()).unwrap();
    Analyst::new(variant, &agent, ExactValues::default(), stop).unwrap()
}

fn analyst(variant: &Variant, simulations: u32) -> Analyst<'_> {
    analyst_of(variant, simulations, &GO_ON)
}

/// A game after some random moves, with them.
fn random_game(variant: &Variant, seed: u64, plies: usize) -> (Game, Vec<RecordedMove>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(Arc::clone(&variant.geometry));
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(drawn) = random_move(&game, &mut rng) else {
            break;
        };
        game.play_move(drawn).unwrap();
        moves.push(drawn.into());
    }
    (game, moves)
}

fn check_position(variant: &Variant, game: &Game, simulations: u32) {
    let analysis = analyst(variant, simulations)
        .position(game, &Seed::new(1))
        .unwrap();
    let again = analyst(variant, simulations)
        .position(game, &Seed::new(1))
        .unwrap();
    assert_eq!(analysis, again);
    if game.outcome().is_some() {
        assert!(analysis.moves.is_empty() && analysis.value.is_some());
        return;
    }
    let legal = game.position().moves(&variant.geometry);
    let texts = |moves: Vec<(Move, String)>| -> BTreeSet<(String, String)> {
        let pairs = moves.into_iter();
        pairs
            .map(|(played, next)| (played.to_string(), next))
            .collect()
    };
    let expected = legal
        .iter()
        .map(|(played, next)| (*played, next.to_string()));
    let found = analysis.moves.iter();
    let found = found.map(|of_move| (of_move.played, of_move.next.to_string()));
    assert_eq!(texts(found.collect()), texts(expected.collect()));
    assert_eq!(analysis.moves.len(), legal.len());
    for of in [|m: &MoveAnalysis| m.share, |m: &MoveAnalysis| m.prior] {
        let sum: f64 = analysis.moves.iter().filter_map(of).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum} in {}", game.position());
    }
    let value = analysis.value.unwrap();
    assert!((value.win + value.draw + value.loss - 1.0).abs() < 1e-4);
    assert_eq!(analysis.line.first().copied(), analysis.choice);
    assert!(analysis.choice.is_some());
    let mut game = game.clone();
    for played in &analysis.line {
        game.play_move(*played).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn shares_and_priors_are_distributions_over_the_legal_moves_and_lines_are_legal(
        rules in random_rules(), seed: u64, plies in 0usize..40,
    ) {
        let variant = Variant::new(rules.to_string(), rules);
        let (game, _) = random_game(&variant, seed, plies);
        check_position(&variant, &game, 12);
    }

    #[test]
    fn no_move_of_a_random_game_has_a_negative_loss(rules in random_rules(), seed: u64) {
        let variant = Variant::new(rules.to_string(), rules);
        let (_, moves) = random_game(&variant, seed, 12);
        let recorded = RecordedGame { moves, ..RecordedGame::default() };
        let analysis = GameAnalysis::of(&mut analyst(&variant, 6), &recorded, &Seed::new(2)).unwrap();
        prop_assert_eq!(analysis.plies.len(), recorded.moves.len());
        for ply in &analysis.plies {
            prop_assert!((0.0..=1.0).contains(&ply.loss().unwrap()));
            if ply.best == Some(ply.played) || ply.legal == 1 {
                prop_assert_eq!((ply.loss(), ply.gain()), (Some(0.0), Some(0.0)));
            }
        }
        let [white, black] = [Color::White, Color::Black].map(|side| analysis.summary(side));
        prop_assert_eq!(white.moves + black.moves, recorded.moves.len());
        prop_assert!(white.agreed <= white.asked && white.asked <= white.choices);
    }
}

#[test]
fn all_presets_are_analysed_in_many_positions() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for preset in Preset::ALL {
        let variant = Variant::new(preset.name(), preset.rules());
        for seed in 0..20 {
            let (game, _) = random_game(&variant, seed, rng.random_range(0..60));
            check_position(&variant, &game, 8);
        }
    }
}

#[test]
fn a_blunder_costs_what_the_search_sees() {
    // Black wins by force with a4-a3, and hangs a man with d3-c3.
    let variant = Variant::new("standard", Preset::Standard.rules());
    let of = |text: &str| {
        let recorded = RecordedGame {
            start: Some("5/b4/1w1b1/5/5 b".to_owned()),
            moves: vec![text.parse::<Move>().unwrap().into()],
            ..RecordedGame::default()
        };
        let seed = Seed::new(3);
        let analysis = GameAnalysis::of(&mut analyst(&variant, 200), &recorded, &seed).unwrap();
        analysis.plies[0].clone()
    };
    let best = of("a4-a3");
    assert_eq!((best.best, best.loss()), (Some(best.played), Some(0.0)));
    let slip = of("a4-b4");
    assert!(slip.loss().unwrap() > 0.2, "{slip:?}");
    assert!(slip.scores.unwrap().0 > 0.99, "{slip:?}");
}

#[test]
fn comments_say_loss_best_move_chances_and_exact_values() {
    let text = |played: &str, best: &str, scores, exact, legal| {
        let ply = PlyAnalysis {
            number: 1,
            side: Color::White,
            played: played.parse().unwrap(),
            legal,
            best: Some(best.parse().unwrap()),
            scores: Some(scores),
            value: Some(Wdl {
                win: 0.54,
                draw: 0.2,
                loss: 0.26,
            }),
            exact,
        };
        ply.comment()
    };
    let error = Some((Value::Win, Value::Draw));
    assert_eq!(
        text("b2-c3", "c2-c3", (0.76, 0.64), error, 4),
        "loss 0.12, best c2-c3, win 54.0 %, draw 20.0 %, exact won to drawn"
    );
    assert_eq!(
        text("b2-c3", "c2-c3", (0.61, 0.64), None, 4),
        "loss 0.00, better than c2-c3 by 0.03, win 54.0 %, draw 20.0 %"
    );
    let drawn = Some((Value::Draw, Value::Draw));
    assert_eq!(
        text("c2-c3", "c2-c3", (0.64, 0.64), drawn, 1),
        "loss 0.00, only move, win 54.0 %, draw 20.0 %, exact drawn"
    );
}

#[test]
fn a_raised_flag_stops_an_analysis() {
    let variant = Variant::new("bell", Preset::Bell.rules());
    let stop = AtomicBool::new(true);
    let mut analyst = analyst_of(&variant, 5, &stop);
    let game = Game::new(Arc::clone(&variant.geometry));
    assert!(analyst.position(&game, &Seed::new(1)).is_err());
}
