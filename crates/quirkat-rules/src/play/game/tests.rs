use super::*;
use crate::play::moves::MoveKind;
use crate::rules::switches::Rules;

fn game(rules: Rules, fen: &str) -> Game {
    let geometry = Arc::new(Geometry::new(rules));
    let position = Position::parse(fen, &geometry).unwrap();
    Game::from_position(geometry, position)
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_start_counts_once() {
    let mut game = game(Rules::BACKWARD, "4b/5/5/5/w4 w");
    for text in [
        "a1-b1", "e5-d5", "b1-a1", "d5-e5", "a1-b1", "e5-d5", "b1-a1",
    ] {
        game.play_text(text).unwrap();
        assert_eq!(game.outcome(), None);
    }
    game.play_text("d5-e5").unwrap();
    assert_eq!(
        game.outcome(),
        Some(Outcome {
            winner: None,
            reason: Reason::Repetition
        })
    );
    assert!(
        game.play_text("a1-b1")
            .unwrap_err()
            .to_string()
            .contains("the game is over")
    );
    assert!(game.legal_actions().is_empty());
}

#[test]
fn a_capture_resets_the_quiet_plies_and_the_limit_ends_the_game() {
    let rules = Rules {
        repetition_draw: 0,
        no_capture_draw_plies: 3,
        ..Rules::BACKWARD
    };
    let mut game = game(rules, "4b/5/w4/b4/4w w");
    game.play_text("a3xa1").unwrap();
    assert_eq!(game.quiet_plies(), 0);
    for text in ["e5-d5", "e1-d1"] {
        game.play_text(text).unwrap();
        assert_eq!(game.outcome(), None);
    }
    game.play_text("d5-e5").unwrap();
    assert_eq!(
        game.outcome(),
        Some(Outcome {
            winner: None,
            reason: Reason::NoCapture
        })
    );
}

#[test]
fn rewinding_gives_back_the_marked_state_even_from_inside_a_capture() {
    let mut game = game(Rules::STANDARD, "5/1b1b1/5/1b3/w3w w");
    let mark = game.mark();
    let before = game.now;
    let first = game.legal_actions().nth(0).unwrap();
    game.play(first).unwrap();
    assert!(game.position().is_capturing());
    let inside = game.mark();
    let second = game.legal_actions().nth(0).unwrap();
    game.play(second).unwrap();
    game.rewind(&inside);
    assert!(game.position().is_capturing() && game.ply() == 0);
    game.rewind(&mark);
    assert_eq!(game.now, before);
    assert!(game.past.is_empty());
}

/// Rule sets with every switch that history or a chain of hops can meet.
fn rule_sets() -> Vec<Rules> {
    let with = |change: fn(&mut Rules), mut rules: Rules| {
        change(&mut rules);
        rules
    };
    let mut sets = crate::Preset::ALL.map(crate::Preset::rules).to_vec();
    sets.extend([
        with(|r| r.repetition_draw = 2, Rules::BACKWARD),
        with(|r| r.repetition_draw = 4, Rules::PROMOTION_FLYING),
        with(|r| r.majority = crate::Majority::On, Rules::BACKWARD),
        with(|r| r.must_continue = crate::Chain::MayStop, Rules::HUFFING),
        with(|r| r.no_capture_draw_plies = 12, Rules::HUFFING),
    ]);
    sets
}

/// Random hops: `check` sees the game before each and the action to come.
fn play_at_random(rules: Rules, seed: u64, mut check: impl FnMut(&Game, Action)) {
    use rand::{RngExt, SeedableRng};
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = Game::new(Arc::new(Geometry::new(rules)));
    loop {
        let legal = game.legal_actions();
        if legal.is_empty() {
            return;
        }
        let action = legal.nth(rng.random_range(0..legal.len())).unwrap();
        check(&game, action);
        game.play_legal(action);
    }
}

/// The same play, as far as the past can matter.
fn same(a: &Game, b: &Game) {
    assert_eq!((a.now, a.outcome), (b.now, b.outcome));
    let recent = |game: &Game| {
        let quiet = (game.now.quiet as usize).min(game.past.len());
        game.past[game.past.len() - quiet..].to_vec()
    };
    assert_eq!(recent(a), recent(b));
}

#[test]
fn listing_and_retracing_equal_playing_hop_by_hop() {
    for rules in rule_sets() {
        for seed in 0..40 {
            let mut fresh: Option<Moment> = None;
            let mut since: Vec<Moment> = Vec::new();
            let mut start: Option<Game> = None;
            play_at_random(rules, seed, |game, action| {
                let mut plain = game.clone();
                plain.play(action).unwrap();
                let mut listed = game.clone();
                let legal = listed.play_legal_and_list(action);
                same(&listed, &plain);
                assert_eq!(legal, plain.legal_actions());
                let mut retraced = game.clone();
                retraced.retrace(&plain.moment());
                same(&retraced, &plain);
                // From the start by way of the last fresh moment.
                let moment = plain.moment();
                if moment.is_fresh() {
                    fresh = Some(moment);
                    since.clear();
                } else {
                    since.push(moment);
                }
                let mut short = start.get_or_insert_with(|| game.clone()).clone();
                for moment in fresh.iter().chain(&since) {
                    short.retrace(moment);
                }
                same(&short, &plain);
            });
        }
    }
}

#[test]
fn occurrences_and_draws_equal_a_count_over_the_whole_history() {
    let (mut repeated, mut drawn) = (0, 0);
    for rules in rule_sets() {
        for seed in 0..100 {
            play_at_random(rules, seed, |game, action| {
                let mut next = game.clone();
                next.play(action).unwrap();
                if next.position().is_capturing() {
                    assert_eq!(next.earlier_occurrences(), 0);
                    return;
                }
                let earlier = next.past.iter();
                let earlier = earlier.filter(|state| state.position == next.now.position);
                let earlier = earlier.count() as u32;
                assert_eq!(next.earlier_occurrences(), earlier);
                repeated += u32::from(earlier > 0);
                let often = u32::from(rules.repetition_draw);
                let by_repetition = next.now.position.outcome(&next.geometry).is_none()
                    && often > 0
                    && earlier + 1 >= often;
                let reason = next.outcome().map(|outcome| outcome.reason);
                assert_eq!(reason == Some(Reason::Repetition), by_repetition);
                drawn += u32::from(by_repetition);
            });
        }
    }
    assert!(repeated > 1000 && drawn > 100, "{repeated} {drawn}");
}

#[test]
fn a_game_from_a_decided_position_is_over() {
    let game = game(Rules::STANDARD, "4w/2b2/5/5/w4 b");
    assert_eq!(game.outcome(), None);
    let bare = Position {
        opp: 0,
        ..*game.position()
    };
    let over = Game::from_position(Arc::clone(game.geometry()), bare);
    assert_eq!(
        over.outcome().map(|outcome| outcome.reason),
        Some(Reason::Bare)
    );
    let step = Move::new(MoveKind::Step, &[crate::Point::at(0), crate::Point::at(1)]).unwrap();
    assert!(over.clone().play_move(step).is_err());
}
