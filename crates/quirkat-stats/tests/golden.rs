//! Agreement with scipy and statsmodels. The comment before each number is the Python expression
//! that made it; golden.py defines the names and prints them all.

use quirkat_stats::{
    Comparison, EloScale, Equivalence, Match, Pentanomial, Ratings, Sprt, Tally, holm, paired_t,
    pairs_score, power, shannon_bits, smallest_detectable, student_t, trinomial_score, welch_t,
    wilson,
};

const A: [f64; 6] = [3.1, 5.2, 4.4, 6.0, 2.7, 4.9];
const B: [f64; 6] = [1.0, 2.2, 0.4, 3.1, 1.8, 2.6];
const C: [f64; 4] = [4.0, 9.5, -1.0, 6.5];

#[track_caller]
fn close(got: f64, expected: f64, relative: f64) {
    assert!(
        (got - expected).abs() <= relative * expected.abs(),
        "{got}, expected {expected}"
    );
}

#[test]
fn wilson_agrees_with_scipy() {
    // [stats.binomtest(x, n).proportion_ci(0.95, "wilson") for x, n in ((7, 20), (0, 10), (781,
    // 1000))]
    let expected = [
        (7, 20, 0.181_191_824_101_082_1, 0.567_145_723_314_763_7),
        (0, 10, 0.0, 0.277_532_799_862_889_26),
        (781, 1000, 0.754_318_407_105_955_5, 0.805_530_954_625_162_4),
    ];
    for (x, n, low, high) in expected {
        let got = wilson(x, n, 0.95).unwrap();
        close(got.low, low, 1e-9);
        close(got.high, high, 1e-9);
    }
}

#[test]
fn trinomial_score_agrees_with_a_general_optimiser() {
    // [score_interval([0, 0.5, 1], x) for x in ((20, 30, 50), (1, 5, 30), (3, 0, 17))]
    let expected = [
        (
            [20, 30, 50],
            0.569_775_708_045_815_2,
            0.721_696_533_063_902_2,
        ),
        ([1, 5, 30], 0.790_882_291_913_494_4, 0.954_716_776_500_586_4),
        ([3, 0, 17], 0.639_581_135_390_005_2, 0.947_631_253_973_021_3),
    ];
    for ([losses, draws, wins], low, high) in expected {
        let got = trinomial_score(&Tally::new(wins, draws, losses).unwrap(), 0.95).unwrap();
        close(got.low, low, 1e-8);
        close(got.high, high, 1e-8);
    }
}

#[test]
fn pairs_score_agrees_with_a_general_optimiser() {
    // [score_interval([0, 0.25, 0.5, 0.75, 1], x) for x in ((5, 20, 40, 25, 10), (1, 2, 3, 10,
    // 40))]
    let expected = [
        (
            [5, 20, 40, 25, 10],
            0.487_156_816_148_356_5,
            0.587_581_450_089_370_9,
        ),
        (
            [1, 2, 3, 10, 40],
            0.805_120_604_978_453_5,
            0.928_421_197_732_056_6,
        ),
    ];
    for (counts, low, high) in expected {
        let got = pairs_score(&Pentanomial::new(counts).unwrap(), 0.95).unwrap();
        close(got.low, low, 1e-8);
        close(got.high, high, 1e-8);
    }
}

#[test]
fn student_t_agrees_with_scipy() {
    // stats.ttest_1samp(a, 3.5)
    // stats.ttest_1samp(a, 3.5).confidence_interval(0.95)
    let got = student_t(&A, 3.5, 0.95).unwrap();
    close(got.p_value.unwrap(), 0.148_425_768_320_138_48, 1e-9);
    close(got.interval.low, 3.053_541_979_182_676_3, 1e-9);
    close(got.interval.high, 5.713_124_687_483_991, 1e-9);
    close(got.df, 5.0, 0.0);
}

#[test]
fn one_sided_p_values_agree_with_scipy() {
    // [stats.ttest_1samp(a, 6.0, alternative="less").pvalue, stats.ttest_1samp(a, 2.0,
    // alternative="greater").pvalue]
    let got = student_t(&A, 0.0, 0.95).unwrap();
    close(
        got.p_at_least(6.0).unwrap(),
        0.013_050_232_715_842_113,
        1e-9,
    );
    close(
        got.p_at_most(2.0).unwrap(),
        0.002_901_271_297_032_378_7,
        1e-9,
    );
}

#[test]
fn welch_t_agrees_with_scipy() {
    // stats.ttest_ind(a, c, equal_var=False)
    // stats.ttest_ind(a, c, equal_var=False).confidence_interval(0.95)
    let got = welch_t(&A, &C, 0.95).unwrap();
    close(got.df, 3.328_145_066_405_455, 1e-12);
    close(got.p_value.unwrap(), 0.881_586_509_249_347, 1e-9);
    close(got.interval.low, -7.238_669_686_324_721, 1e-9);
    close(got.interval.high, 6.505_336_352_991_389, 1e-9);
}

#[test]
fn paired_t_agrees_with_scipy() {
    // stats.ttest_rel(a, b)
    // stats.ttest_rel(a, b).confidence_interval(0.9)
    let got = paired_t(&A, &B, 0.9).unwrap();
    close(got.p_value.unwrap(), 0.001_896_834_860_905_343, 1e-9);
    close(got.interval.low, 1.677_365_914_838_639_5, 1e-9);
    close(got.interval.high, 3.389_300_751_828_027_4, 1e-9);
}

#[test]
fn holm_agrees_with_statsmodels() {
    // multipletests([0.01, 0.04, 0.03, 0.005, 0.5], method="holm")[1]
    let p_values = [
        Some(0.01),
        None,
        Some(0.04),
        Some(0.03),
        Some(f64::NAN),
        Some(0.005),
        Some(0.5),
    ];
    let got = holm(&p_values).unwrap();
    let expected = [
        Some(0.04),
        None,
        Some(0.09),
        Some(0.09),
        None,
        Some(0.025),
        Some(0.5),
    ];
    for (got, expected) in got.into_iter().zip(expected) {
        assert_eq!(got.is_some(), expected.is_some());
        close(got.unwrap_or(0.0), expected.unwrap_or(0.0), 1e-12);
    }
}

#[test]
fn two_one_sided_tests_agree_with_statsmodels() {
    // ttost_paired(np.array(a), np.array(b), 1.0, 4.0), whose margin is 1.5 about 2.5
    let shifted: Vec<f64> = A.iter().zip(B).map(|(a, b)| a - b - 2.5).collect();
    let got = Equivalence::test(&student_t(&shifted, 0.0, 0.95).unwrap(), 1.5, 0.05).unwrap();
    close(got.p_equivalence.unwrap(), 0.009_092_269_281_176_41, 1e-9);
    close(got.p_above_lower.unwrap(), 0.007_693_062_699_354_923, 1e-9);
    assert_eq!(got.verdict.to_string(), "balanced within 1.5 pp");
}

#[test]
fn power_agrees_with_statsmodels() {
    // [TTestPower().power(d, n, 0.05) for d, n in ((1.0, 6), (2.0, 3), (0.5, 30))]
    let expected = [
        (1.0, 6, 0.506_841_979_958_581_6),
        (2.0, 3, 0.470_749_431_278_434_6),
        (0.5, 30, 0.753_964_715_743_79),
    ];
    for (difference, seeds, expected) in expected {
        close(
            power(Comparison::Single, difference, 1.0, seeds, 0.05).unwrap(),
            expected,
            1e-8,
        );
    }
}

#[test]
fn smallest_detectable_differences_agree_with_statsmodels() {
    // [TTestPower().solve_power(nobs=n, power=0.8, alpha=0.05) for n in (3, 6, 8, 20)]
    // [TTestIndPower().solve_power(nobs1=n, power=0.8, alpha=0.05) for n in (3, 6, 8, 20)]
    let single = [
        3.264_043_552_819_638,
        1.434_545_139_511_928_9,
        1.156_035_271_959_959,
        0.660_441_654_438_031_2,
    ];
    let two = [
        3.070_892_269_599_019,
        1.795_540_896_034_329_3,
        1.506_634_247_656_305_7,
        0.909_129_041_093_577_7,
    ];
    for (i, seeds) in [3, 6, 8, 20].into_iter().enumerate() {
        close(
            smallest_detectable(Comparison::Single, 1.0, seeds, 0.8, 0.05).unwrap(),
            single[i],
            1e-6,
        );
        close(
            smallest_detectable(Comparison::Paired, 2.0, seeds, 0.8, 0.05).unwrap(),
            2.0 * single[i],
            1e-6,
        );
        close(
            smallest_detectable(Comparison::Independent, 1.0, seeds, 0.8, 0.05).unwrap(),
            two[i],
            1e-6,
        );
    }
}

#[test]
fn ratings_agree_with_a_log_linear_fit_of_statsmodels() {
    // davidson(games)
    let games = [
        (0, 1, 30, 12, 18),
        (1, 0, 25, 10, 25),
        (0, 2, 22, 9, 9),
        (2, 1, 14, 11, 15),
        (2, 0, 12, 6, 22),
    ];
    let matches = games.map(|(white, black, wins, draws, losses)| Match {
        white,
        black,
        results: Tally::new(wins, draws, losses).unwrap(),
    });
    let got = Ratings::fit(3, &matches, None).unwrap();
    let expected = [
        (56.928_585_466_768_86, 19.255_508_200_306_48),
        (6.014_882_789_269_157, 22.404_636_122_666_844),
        (-62.943_468_256_038_02, 25.781_956_916_165_797),
    ];
    for (rating, (elo, error)) in got.players.iter().zip(expected) {
        close(rating.elo, elo, 1e-7);
        close(rating.standard_error, error, 1e-7);
    }
    close(got.advantage.elo, 38.324_540_022_894_33, 1e-7);
    close(got.advantage.standard_error, 26.899_245_703_303_81, 1e-7);
    let (log, error) = got.draw.unwrap();
    close(log, -0.663_264_628_075_444_1, 1e-7);
    close(error, 0.162_360_986_124_561_9, 1e-7);
}

#[test]
fn log_likelihood_ratios_agree_with_a_general_optimiser() {
    // [llr(... mean=logistic(5) against mean=logistic(0)) ...], [llr(... t_value=... against
    // t_value=0) ...]
    let counts = [[10, 200, 500, 230, 15], [30, 400, 900, 380, 20]];
    let logistic = [1.364_545_107_948_072, -3.299_789_304_814_264];
    let normalised = [0.895_841_074_144_482_9, -1.440_448_200_012_022];
    for i in 0..2 {
        let pairs = Pentanomial::new(counts[i]).unwrap();
        let llr = |scale| {
            Sprt::new(0.0, 5.0, 0.05, 0.05, scale)
                .unwrap()
                .llr(&pairs)
                .unwrap()
        };
        close(llr(EloScale::Logistic), logistic[i], 1e-8);
        close(llr(EloScale::Normalised), normalised[i], 1e-8);
    }
}

#[test]
fn entropy_agrees_with_scipy() {
    // stats.entropy([5, 3, 2, 1], base=2)
    close(shannon_bits([5, 3, 0, 2, 1]), 1.789_929_075_309_999, 1e-12);
}
