//! Laws over random input: intervals stay where they must, and no input makes anything panic.

use proptest::prelude::*;
use quirkat_stats::{
    CellValue, Comparison, EloScale, Equivalence, Error, Interval, Match, Pentanomial, Rating,
    Ratings, Sprt, Tally, elo_from_score, hierarchical_bootstrap, holm, opening_entropy, paired_t,
    pairs_score, power, rule_effects, seeds_for_half_width, smallest_detectable, smallest_margin,
    student_t, trinomial_score, welch_t, wilson,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;

fn tally() -> impl Strategy<Value = Tally> {
    let count = || prop_oneof![Just(0_u64), 1..50_u64, 0..1_000_000_u64];
    (count(), count(), count()).prop_map(|(w, d, l)| Tally::new(w, d, l).unwrap())
}

fn pentanomial() -> impl Strategy<Value = Pentanomial> {
    let count = prop_oneof![Just(0_u64), 1..50_u64, 0..1_000_000_u64];
    prop::array::uniform5(count).prop_map(|counts| Pentanomial::new(counts).unwrap())
}

fn within_and_around(interval: &Interval, score: f64) -> bool {
    interval.low >= 0.0
        && interval.high <= 1.0
        && interval.contains(score)
        && !interval.is_degenerate()
}

/// Whether two intervals of scores are each other's image when both sides change places.
fn mirrored(one: &Interval, other: &Interval) -> bool {
    (one.low + other.high - 1.0).abs() < 1e-9 && (one.high + other.low - 1.0).abs() < 1e-9
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn a_trinomial_interval_holds_its_score_and_mirrors(games in tally(), level in 0.5..0.999) {
        prop_assume!(games.games() > 0);
        let got = trinomial_score(&games, level).unwrap();
        prop_assert!(within_and_around(&got, games.score().unwrap()), "{got:?}");
        let mirror = trinomial_score(&games.reversed(), level).unwrap();
        prop_assert!(mirrored(&got, &mirror), "{got:?} {mirror:?}");
    }

    #[test]
    fn a_pair_interval_holds_its_score_and_mirrors(pairs in pentanomial(), level in 0.5..0.999) {
        prop_assume!(pairs.pairs() > 0);
        let got = pairs_score(&pairs, level).unwrap();
        prop_assert!(within_and_around(&got, pairs.score().unwrap()), "{got:?}");
        let mirror = pairs_score(&pairs.reversed(), level).unwrap();
        prop_assert!(mirrored(&got, &mirror), "{got:?} {mirror:?}");
    }

    #[test]
    fn without_draws_the_trinomial_interval_is_wilsons(wins in 0..5000_u64, losses in 0..5000_u64) {
        prop_assume!(wins + losses > 0);
        let got = trinomial_score(&Tally::new(wins, 0, losses).unwrap(), 0.95).unwrap();
        let expected = wilson(wins, wins + losses, 0.95).unwrap();
        prop_assert!((got.low - expected.low).abs() < 1e-10, "{got:?} {expected:?}");
        prop_assert!((got.high - expected.high).abs() < 1e-10, "{got:?} {expected:?}");
    }

    #[test]
    fn a_higher_level_gives_a_wider_interval(games in tally(), low in 0.5..0.9, more in 0.01..0.09) {
        prop_assume!(games.games() > 0);
        let narrow = trinomial_score(&games, low).unwrap();
        let wide = trinomial_score(&games, low + more).unwrap();
        prop_assert!(wide.low <= narrow.low && narrow.high <= wide.high);
    }

    #[test]
    fn proportion_intervals_hold_their_share(
        x in 0..2000_u64,
        more in 0..2000_u64,
        level in 0.01..0.9999,
    ) {
        prop_assume!(x + more > 0);
        let share = x as f64 / (x + more) as f64;
        let interval = wilson(x, x + more, level).unwrap();
        prop_assert!(interval.low >= 0.0 && interval.high <= 1.0, "{interval:?}");
        prop_assert!(interval.low < interval.high, "{interval:?}");
        prop_assert!(interval.contains(share), "{interval:?}");
    }

    #[test]
    fn holm_never_lowers_a_p_value_and_keeps_the_order(
        raw in prop::collection::vec(0.0..=1.0, 0..20),
    ) {
        let p_values: Vec<Option<f64>> = raw.iter().copied().map(Some).collect();
        let adjusted: Vec<f64> = holm(&p_values).unwrap().into_iter().map(Option::unwrap).collect();
        for i in 0..raw.len() {
            prop_assert!(adjusted[i] >= raw[i] && adjusted[i] <= 1.0);
            for j in 0..raw.len() {
                prop_assert!(raw[i] > raw[j] || adjusted[i] <= adjusted[j]);
            }
        }
    }

    #[test]
    fn any_numbers_are_answered_or_refused(
        a in prop::collection::vec(any::<f64>(), 0..5),
        b in prop::collection::vec(any::<f64>(), 0..5),
        x in any::<f64>(),
        level in prop_oneof![any::<f64>(), 0.0..=1.0],
        n in any::<u64>(),
    ) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(n);
        let estimates = [student_t(&a, x, level), welch_t(&a, &b, level), paired_t(&a, &b, level)];
        for estimate in estimates.into_iter().flatten() {
            let valid = estimate.p_value.is_none_or(|p| (0.0..=1.0).contains(&p));
            prop_assert!(valid, "{estimate:?}");
            let _ = Equivalence::test(&estimate, x.abs(), level);
        }
        let _ = hierarchical_bootstrap(&[&a, &b], 10, level, &mut rng);
        let _ = holm(&[Some(x), Some(level)]);
        let _ = elo_from_score(x);
        let _ = (wilson(n, n, level), wilson(n / 3, n, level));
        let _ = power(Comparison::Independent, x, level, n, level);
        let _ = smallest_detectable(Comparison::Paired, x, n, level, 0.05);
        let _ = smallest_margin(Comparison::Single, x, n, 0.8, level);
        let _ = seeds_for_half_width(x, level, 0.95);
    }

    #[test]
    fn any_counts_are_answered_or_refused(
        counts in prop::array::uniform5(any::<u64>()),
        elo in -1100.0..1100.0,
        scale in any::<bool>(),
    ) {
        let scale = if scale { EloScale::Logistic } else { EloScale::Normalised };
        let pairs = Pentanomial::new(counts.map(|count| count / 16));
        let test = Sprt::new(elo - 5.0, elo, 0.05, 0.1, scale);
        if let (Ok(pairs), Ok(test)) = (pairs, test) {
            let interval = pairs_score(&pairs, 0.95);
            prop_assert!(pairs.pairs() == 0 || interval.is_ok());
            prop_assert!(!test.llr(&pairs).is_ok_and(f64::is_nan));
        }
    }

    #[test]
    fn any_matches_are_fitted_or_refused(
        raw in prop::collection::vec(
            (0..4_usize, 0..4_usize, 0..20_u64, 0..20_u64, 0..20_u64),
            0..8,
        ),
        prior in prop::option::of(1.0..2000.0),
    ) {
        let matches: Vec<Match> = raw
            .into_iter()
            .map(|(white, black, wins, draws, losses)| {
                Match { white, black, results: Tally::new(wins, draws, losses).unwrap() }
            })
            .collect();
        if let Ok(fit) = Ratings::fit(4, &matches, prior) {
            let finite = |r: &Rating| r.elo.is_finite() && r.standard_error.is_finite();
            prop_assert!(fit.players.iter().all(finite) && finite(&fit.advantage), "{fit:?}");
            prop_assert!(fit.players.iter().map(|player| player.elo).sum::<f64>().abs() < 1e-6);
        } else {
            let again = Ratings::fit(4, &matches, prior);
            prop_assert!(!matches!(again, Err(Error::NoConvergence { .. })), "{again:?}");
        }
    }

    #[test]
    fn any_design_is_answered_or_refused(
        raw in prop::collection::vec(
            (0..3_u64, prop::collection::vec(any::<bool>(), 2), any::<f64>()),
            0..12,
        ),
    ) {
        let cells: Vec<CellValue> = raw
            .into_iter()
            .map(|(seed, switches, value)| CellValue { seed, switches, value })
            .collect();
        let _ = rule_effects(&cells, 0.95);
    }

    #[test]
    fn opening_entropy_never_falls_with_depth(
        games in prop::collection::vec(prop::collection::vec(0..3_u8, 0..6), 1..30),
    ) {
        let rows = opening_entropy(&games, 6);
        prop_assert!(rows.windows(2).all(|pair| pair[0].bits <= pair[1].bits + 1e-12));
        prop_assert!(rows.iter().all(|row| row.bits <= (games.len() as f64).log2() + 1e-12));
    }
}
