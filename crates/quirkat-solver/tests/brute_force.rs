//! Every value against a solver that only sweeps until nothing changes.

#[path = "../../../tests/support/random_rules.rs"]
mod random_rules;
mod support;

use proptest::prelude::*;
use quirkat_rules::{Geometry, LastRowStep, Majority, Position, Preset, Rules};
use quirkat_solver::{
    Control, Error, Prober, SolveOptions, TableKey, on_large_stack, solve, verify, verify_tables,
};
use random_rules::random_rules_with;
use std::sync::atomic::AtomicBool;
use support::{Oracle, placements, quietly, tables};

fn roots(rules: &Rules, men: u32) -> Vec<quirkat_rules::Position> {
    (2..=men)
        .flat_map(|men| placements(men, rules.has_kings()))
        .collect()
}

fn tables_agree(rules: Rules, men: u8) {
    let (_folder, tables) = tables(rules, men, false);
    let oracle = Oracle::new(&Geometry::new(rules), roots(&rules, u32::from(men)));
    let mut known = 0;
    for position in &oracle.positions {
        let value = tables.value(position);
        assert_eq!(value, Some(oracle.value(position)), "{rules}: {position}");
        known += 1;
    }
    assert!(known > 1000);
    quietly(|control| verify_tables(&tables, &rules, control)).unwrap();
}

#[test]
fn tables_of_4_men_agree_for_rules_without_kings() {
    let frozen = Rules {
        last_row_step: LastRowStep::Forbidden,
        ..Rules::STANDARD
    };
    for rules in [Rules::STANDARD, Rules::BRAINKING, Rules::BACKWARD, frozen] {
        tables_agree(rules, 4);
    }
}

#[test]
fn tables_of_4_men_agree_for_huffing_with_and_without_marks() {
    tables_agree(Rules::HUFFING, 4);
}

#[test]
fn tables_of_3_men_agree_for_kings_short_and_flying_and_for_majority() {
    let majority = Rules {
        majority: Majority::On,
        ..Rules::BACKWARD
    };
    for rules in [Rules::PROMOTION, Rules::PROMOTION_FLYING, majority] {
        tables_agree(rules, 3);
    }
}

#[test]
#[ignore = "millions of positions in a plain sweep: minutes; run by tests/slow/exact.sh"]
fn tables_of_4_men_agree_for_kings_short_and_flying() {
    for rules in [Rules::PROMOTION, Rules::PROMOTION_FLYING] {
        tables_agree(rules, 4);
    }
}

#[test]
#[ignore = "a sweep over every ban that can arise: minutes; run by tests/slow/exact.sh"]
fn probing_without_tables_agrees_for_bell_with_4_men_and_all_bans_that_can_arise() {
    bell_agrees(4);
}

#[test]
fn probing_without_tables_agrees_for_bell_with_3_men_and_all_bans_that_can_arise() {
    bell_agrees(3);
}

fn bell_agrees(men: u32) {
    let geometry = Geometry::new(Rules::BELL);
    let oracle = Oracle::new(&geometry, roots(&Rules::BELL, men));
    let mut prober = Prober::new(&Rules::BELL, None, 1 << 24).unwrap();
    for position in &oracle.positions {
        let value = prober.value(position).unwrap();
        assert_eq!(value, oracle.value(position), "{position}");
    }
}

#[test]
fn rules_with_bans_have_no_tables_and_say_why() {
    let error = TableKey::of(&Rules::BELL).unwrap_err().to_string();
    assert!(error.contains("no-step-back"), "{error}");
    for preset in Preset::ALL {
        let rules = preset.rules();
        assert_eq!(TableKey::of(&rules).is_ok(), rules != Rules::BELL);
    }
}

#[test]
fn the_draw_rules_do_not_change_the_key_and_every_other_switch_does() {
    let key = |rules: &Rules| TableKey::of(rules).unwrap();
    let other = Rules {
        repetition_draw: 5,
        no_capture_draw_plies: 40,
        ..Rules::STANDARD
    };
    assert_eq!(key(&other), key(&Rules::STANDARD));
    assert_ne!(key(&Rules::BACKWARD), key(&Rules::STANDARD));
}

#[test]
fn a_limit_so_short_that_exact_values_mislead_is_refused_everywhere() {
    let rules = |limit| Rules {
        no_capture_draw_plies: limit,
        ..Rules::STANDARD
    };
    for limit in [1, 2, 39] {
        let rules = rules(limit);
        let refused = |error: Error| {
            let text = error.to_string();
            assert!(
                text.contains("no-capture-draw-plies") && text.contains("from 40"),
                "{text}"
            );
        };
        refused(TableKey::of(&rules).unwrap_err());
        refused(Prober::new(&rules, None, 1000).err().unwrap());
        let options = SolveOptions {
            position: Position::START,
            memory: 1 << 20,
            first_moves: false,
            nodes: 10,
            saved_search: None,
        };
        let stop = AtomicBool::new(false);
        let control = Control {
            stop: &stop,
            report: &|_| {},
        };
        refused(
            solve(&Geometry::new(rules), None, &options, &control)
                .err()
                .unwrap(),
        );
    }
    assert!(TableKey::of(&rules(40)).is_ok() && TableKey::of(&rules(0)).is_ok());
}

/// Exact values are not asked for under shorter limits.
fn with_long_limit(rules: Rules) -> Rules {
    let limit = rules.no_capture_draw_plies;
    Rules {
        no_capture_draw_plies: if limit == 0 { 0 } else { limit.max(40) },
        ..rules
    }
}

/// Proof search from scattered positions of 3 men and a few of 4, with and without tables.
fn search_agrees(rules: Rules, men: u32, every: usize) -> Result<(), TestCaseError> {
    let geometry = Geometry::new(rules);
    let oracle = Oracle::new(&geometry, roots(&rules, men));
    let small = TableKey::of(&rules)
        .is_ok()
        .then(|| tables(rules, 2, false));
    for position in oracle.positions.iter().step_by(every) {
        let value = oracle.value(position);
        for leaves in [None, small.as_ref().map(|(_, tables)| tables)] {
            let options = SolveOptions {
                position: *position,
                memory: 1 << 20,
                first_moves: false,
                nodes: 5_000_000,
                saved_search: None,
            };
            let solution =
                quietly(|control| on_large_stack(|| solve(&geometry, leaves, &options, control)));
            let solution = match solution.unwrap() {
                Err(Error::Unsupported(_)) => return Ok(()),
                solution => solution.unwrap(),
            };
            let white = match position.turn() {
                quirkat_rules::Color::White => value,
                quirkat_rules::Color::Black => value.flipped(),
            };
            if let Some(found) = solution.value.value() {
                prop_assert_eq!(found, white, "{}: {}", rules, position);
            }
            prop_assert!(solution.value.least <= white && white <= solution.value.most);
            quietly(|control| verify(&solution.certificate, leaves, control))
                .unwrap_or_else(|error| panic!("{rules}: {position}: {error}"));
        }
    }
    Ok(())
}

#[test]
fn searched_values_agree_and_their_certificates_hold_for_every_preset() {
    for preset in Preset::ALL {
        search_agrees(preset.rules(), 3, 4001).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn random_rule_sets_agree_in_tables_and_search(rules in random_rules_with(0.25)) {
        let rules = with_long_limit(rules);
        if TableKey::of(&rules).is_ok() {
            tables_agree(rules, if rules.has_kings() { 2 } else { 3 });
        }
        search_agrees(rules, 2, 211)?;
        let geometry = Geometry::new(rules);
        let oracle = Oracle::new(&geometry, roots(&rules, 2));
        let mut prober = Prober::new(&rules, None, 1 << 20).unwrap();
        for position in oracle.positions.iter().step_by(97) {
            prop_assert_eq!(prober.value(position).unwrap(), oracle.value(position));
        }
    }
}
