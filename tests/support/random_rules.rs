//! Random rule sets, for the property tests of all crates.
#![allow(
    dead_code,
    reason = "each test that includes this file uses a part of it"
)]

use proptest::prelude::*;
use quirkat_rules::{Capture, Directions, Promotion, Rejump, Rules};

/// Any rule set that is not refused, presets included by chance.
pub(crate) fn random_rules() -> impl Strategy<Value = Rules> {
    random_rules_with(0.5)
}

/// The same with this share of sets that ban stepping back, before refusals.
pub(crate) fn random_rules_with(banned: f64) -> impl Strategy<Value = Rules> {
    let directions = || prop::sample::select(vec![Directions::ForwardSideways, Directions::All]);
    let first = (
        directions(),
        directions(),
        directions(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    );
    let second = (
        any::<bool>(),
        prop::bool::weighted(banned),
        any::<bool>(),
        0..3u8,
        any::<bool>(),
        0..5u8,
        prop::sample::select(vec![0u16, 1, 7, 40, 100]),
    );
    (first, second)
        .prop_map(|(a, b)| Rules {
            step: a.0,
            first_jump: a.1,
            later_jump: a.2,
            capture: if a.3 {
                Capture::Optional
            } else {
                Capture::Compulsory
            },
            must_continue: a.4.into(),
            majority: a.5.into(),
            rejump: if a.6 {
                Rejump::OtherAxis
            } else {
                Rejump::Never
            },
            land_on_start: b.0.into(),
            no_step_back: b.1.into(),
            last_row_step: b.2.into(),
            promotion: [Promotion::None, Promotion::Short, Promotion::Flying][usize::from(b.3)],
            huffing: b.4.into(),
            repetition_draw: b.5,
            no_capture_draw_plies: b.6,
        })
        .prop_filter("a refused combination", |rules| rules.check().is_ok())
}
