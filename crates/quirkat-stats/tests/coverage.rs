//! Coverage of the intervals: by exact enumeration for proportions, by 10,000 simulated data sets
//! for the others.

use quirkat_stats::{
    Decision, EloScale, Equivalence, Interval, Pentanomial, Sprt, Tally, Verdict, advantage_points,
    hierarchical_bootstrap_counts, holm, pairs_score, student_t, trinomial_score, welch_t, wilson,
};
use rand::distr::Distribution as _;
use rand_distr::{Binomial, StandardNormal};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use statrs::distribution::Discrete as _;

const DATA_SETS: u32 = 10_000;

type Rng = Xoshiro256PlusPlus;

fn binomial(n: u64, p: f64, rng: &mut Rng) -> u64 {
    Binomial::new(n, p.clamp(0.0, 1.0)).unwrap().sample(rng)
}

/// Counts of a multinomial with the given probabilities, by conditional binomials.
fn multinomial<const K: usize>(n: u64, p: [f64; K], rng: &mut Rng) -> [u64; K] {
    let (mut left, mut mass) = (n, 1.0);
    let mut counts = [0; K];
    for i in 0..K - 1 {
        counts[i] = binomial(left, p[i] / mass, rng);
        left -= counts[i];
        mass = f64::max(mass - p[i], 1e-12);
    }
    counts[K - 1] = left;
    counts
}

fn tally([wins, draws, losses]: [u64; 3]) -> Tally {
    Tally::new(wins, draws, losses).unwrap()
}

fn share(mut covered: impl FnMut() -> bool) -> f64 {
    (0..DATA_SETS).filter(|_| covered()).count() as f64 / f64::from(DATA_SETS)
}

/// Coverage of nominal 95 % with the Monte Carlo error of 10,000 data sets (0.2 points) well
/// inside.
fn assert_covers(share: f64, point: &str) {
    assert!(
        (0.94..=0.96).contains(&share),
        "covered {share:.4} at {point}"
    );
}

#[test]
fn trinomial_score_covers_95_percent() {
    let mut rng = Rng::seed_from_u64(1);
    let points = [
        (50, [0.4, 0.2, 0.4]),
        (20, [0.6, 0.1, 0.3]),
        (100, [0.1, 0.85, 0.05]),
        (100, [0.8, 0.15, 0.05]),
        (400, [0.55, 0.0, 0.45]),
        (400, [0.95, 0.03, 0.02]),
        (1000, [0.5, 0.3, 0.2]),
    ];
    for (games, p) in points {
        let truth = p[0] + p[1] / 2.0;
        let covered = share(|| {
            let counts = tally(multinomial(games, p, &mut rng));
            trinomial_score(&counts, 0.95).unwrap().contains(truth)
        });
        assert_covers(covered, &format!("{games} games of {p:?}"));
    }
}

#[test]
fn pairs_score_covers_95_percent() {
    let mut rng = Rng::seed_from_u64(2);
    let points = [
        (20, [0.05, 0.2, 0.4, 0.25, 0.1]),
        (100, [0.05, 0.2, 0.4, 0.25, 0.1]),
        (50, [0.02, 0.05, 0.13, 0.3, 0.5]),
        // Most pairs one game each, as between equals where the colour decides.
        (200, [0.01, 0.04, 0.9, 0.04, 0.01]),
        (50, [0.25, 0.0, 0.5, 0.0, 0.25]),
        (500, [0.0, 0.0, 0.02, 0.08, 0.9]),
    ];
    for (pairs, p) in points {
        let truth = p[1] / 4.0 + p[2] / 2.0 + p[3] * 0.75 + p[4];
        let covered = share(|| {
            let counts = Pentanomial::new(multinomial(pairs, p, &mut rng)).unwrap();
            pairs_score(&counts, 0.95).unwrap().contains(truth)
        });
        assert_covers(covered, &format!("{pairs} pairs of {p:?}"));
    }
}

/// The score of one seed whose true score differs from `p` by a normal draw of `sd`, moved between
/// wins and losses.
fn seed_score(games: u64, p: [f64; 3], sd: f64, rng: &mut Rng) -> f64 {
    let normal: f64 = StandardNormal.sample(rng);
    let shift = (sd * normal).clamp(-p[0], p[2]);
    tally(multinomial(games, [p[0] + shift, p[1], p[2] - shift], rng))
        .score()
        .unwrap()
}

#[test]
fn t_on_seed_means_covers_95_percent() {
    let mut rng = Rng::seed_from_u64(3);
    for seeds in [3, 5, 10] {
        for sd in [0.0, 0.02, 0.05] {
            for p in [[0.4, 0.2, 0.4], [0.6, 0.1, 0.3], [0.2, 0.7, 0.1]] {
                let truth = p[0] + p[1] / 2.0;
                let covered = share(|| {
                    let scores: Vec<f64> = (0..seeds)
                        .map(|_| seed_score(400, p, sd, &mut rng))
                        .collect();
                    student_t(&scores, 0.5, 0.95)
                        .unwrap()
                        .interval
                        .contains(truth)
                });
                assert_covers(covered, &format!("{seeds} seeds, sd {sd}, {p:?}"));
            }
        }
    }
}

#[test]
fn pooled_games_ignore_the_spread_between_seeds() {
    // Why the seed is the unit: the same data with the games thrown together cover far less.
    let mut rng = Rng::seed_from_u64(4);
    let covered = share(|| {
        let mean = (0..5)
            .map(|_| seed_score(400, [0.4, 0.2, 0.4], 0.05, &mut rng))
            .sum::<f64>()
            / 5.0;
        let wins = (mean * 2000.0).round() as u64;
        trinomial_score(&Tally::new(wins, 0, 2000 - wins).unwrap(), 0.95)
            .unwrap()
            .contains(0.5)
    });
    assert!(covered < 0.75, "covered {covered:.4}");
}

#[test]
fn welch_covers_95_percent_with_unequal_spread() {
    let mut rng = Rng::seed_from_u64(5);
    for (seeds, sds) in [(5, [0.02, 0.05]), (8, [0.01, 0.03]), (6, [0.03, 0.03])] {
        let p = [0.5, 0.2, 0.3];
        let covered = share(|| {
            let [left, right]: [Vec<f64>; 2] = sds.map(|sd| {
                (0..seeds)
                    .map(|_| seed_score(400, p, sd, &mut rng))
                    .collect()
            });
            welch_t(&left, &right, 0.95).unwrap().interval.contains(0.0)
        });
        assert_covers(covered, &format!("{seeds} seeds, sds {sds:?}"));
    }
}

#[test]
fn equal_variants_are_called_different_at_most_5_percent_of_the_time_after_holm() {
    let mut rng = Rng::seed_from_u64(6);
    let claimed = share(|| {
        let variants: Vec<Vec<f64>> = (0..6)
            .map(|_| {
                (0..6)
                    .map(|_| seed_score(400, [0.5, 0.2, 0.3], 0.02, &mut rng))
                    .collect()
            })
            .collect();
        let p_values: Vec<Option<f64>> = variants[1..]
            .iter()
            .map(|v| welch_t(v, &variants[0], 0.95).unwrap().p_value)
            .collect();
        holm(&p_values)
            .unwrap()
            .iter()
            .any(|p| p.is_some_and(|p| p <= 0.05))
    });
    assert!(claimed <= 0.055, "claimed {claimed:.4}");
}

#[test]
fn a_variant_at_the_margin_is_called_balanced_at_most_5_percent_of_the_time() {
    let mut rng = Rng::seed_from_u64(7);
    // White's score is 0.52, exactly 2 points of advantage.
    let called = share(|| {
        let points: Vec<f64> = (0..6)
            .map(|_| advantage_points(seed_score(2000, [0.42, 0.2, 0.38], 0.01, &mut rng)))
            .collect();
        let test = Equivalence::test(&student_t(&points, 0.0, 0.95).unwrap(), 2.0, 0.05).unwrap();
        matches!(test.verdict, Verdict::Balanced { .. })
    });
    assert!((0.03..=0.056).contains(&called), "called {called:.4}");
}

#[test]
fn the_hierarchical_bootstrap_covers_too_little_with_few_seeds() {
    // Why it is a check and not a decision; fewer data sets, because each draws hundreds of
    // replicates.
    let mut rng = Rng::seed_from_u64(8);
    for (seeds, range) in [(3, 0.80..0.88), (5, 0.87..0.94)] {
        let covered = (0..2000)
            .filter(|_| {
                let data: Vec<Tally> = (0..seeds)
                    .map(|_| {
                        let normal: f64 = StandardNormal.sample(&mut rng);
                        tally(multinomial(
                            400,
                            [0.4 + 0.05 * normal, 0.2, 0.4 - 0.05 * normal],
                            &mut rng,
                        ))
                    })
                    .collect();
                hierarchical_bootstrap_counts(&data, 300, 0.95, &mut rng)
                    .unwrap()
                    .contains(0.5)
            })
            .count() as f64
            / 2000.0;
        assert!(
            range.contains(&covered),
            "{seeds} seeds: covered {covered:.4}"
        );
    }
}

#[test]
fn the_sequential_test_errs_as_often_as_it_says() {
    let mut rng = Rng::seed_from_u64(9);
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, EloScale::Logistic).unwrap();
    // Even agents: accepting H1 is the error of the first kind.
    let wrong = (0..2000)
        .filter(|_| {
            let mut counts = [0; 5];
            loop {
                for (count, more) in
                    counts
                        .iter_mut()
                        .zip(multinomial(16, [0.1, 0.2, 0.4, 0.2, 0.1], &mut rng))
                {
                    *count += more;
                }
                match test.decide(&Pentanomial::new(counts).unwrap()).unwrap() {
                    Decision::Continue => {}
                    decision => break decision == Decision::AcceptH1,
                }
            }
        })
        .count() as f64
        / 2000.0;
    assert!((0.02..0.06).contains(&wrong), "wrong {wrong:.4}");
}

/// Exact coverage of a proportion interval: the binomial probability of all outcomes whose interval
/// holds `p`.
fn exact_coverage(n: u64, p: f64, interval: impl Fn(u64) -> Interval) -> f64 {
    let binomial = statrs::distribution::Binomial::new(p, n).unwrap();
    (0..=n)
        .filter(|&x| interval(x).contains(p))
        .map(|x| binomial.pmf(x))
        .sum()
}

#[test]
fn wilson_coverage_equals_exact_enumeration() {
    // [coverage("wilson", 20, p) for p in (0.05, 0.1, 0.3, 0.5)]
    let expected = [
        0.924_516_326_211_503_9,
        0.956_825_504_715_536_5,
        0.975_217_923_794_541_1,
        0.958_610_534_667_968_9,
    ];
    for (p, expected) in [0.05, 0.1, 0.3, 0.5].into_iter().zip(expected) {
        let covered = exact_coverage(20, p, |x| wilson(x, 20, 0.95).unwrap());
        assert!((covered - expected).abs() < 1e-10, "{covered} at {p}");
    }
}

#[test]
fn wilson_dips_to_91_percent_at_20_trials_but_not_lower_away_from_the_ends() {
    let least = (50..=500)
        .map(|i| exact_coverage(20, f64::from(i) / 1000.0, |x| wilson(x, 20, 0.95).unwrap()))
        .fold(1.0, f64::min);
    assert!((0.90..0.92).contains(&least), "{least}");
}
