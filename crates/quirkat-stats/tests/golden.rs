//! Agreement with scipy and statsmodels. The comment before each number is the Python expression that made it;
//! golden.py defines the names and prints them all.

use quirkat_stats::{
    Pentanomial, Wdl, holm, jeffreys, paired_t, pairs_score, student_t, trinomial_score, welch_t, wilson,
};

const A: [f64; 6] = [3.1, 5.2, 4.4, 6.0, 2.7, 4.9];
const B: [f64; 6] = [1.0, 2.2, 0.4, 3.1, 1.8, 2.6];
const C: [f64; 4] = [4.0, 9.5, -1.0, 6.5];

#[track_caller]
fn close(got: f64, expected: f64, relative: f64) {
    assert!((got - expected).abs() <= relative * expected.abs(), "{got}, expected {expected}");
}

#[test]
fn wilson_agrees_with_scipy() {
    // [stats.binomtest(x, n).proportion_ci(0.95, "wilson") for x, n in ((7, 20), (0, 10), (781, 1000))]
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
fn jeffreys_agrees_with_statsmodels() {
    // [proportion_confint(x, n, 0.05, "jeffreys") for x, n in ((7, 20), (1, 10), (781, 1000), (62000, 100000))]
    let expected = [
        (7, 20, 0.172_276_213_631_912, 0.567_766_093_841_496_1),
        (1, 10, 0.011_011_673_763_161_133, 0.381_314_771_066_616_4),
        (781, 1000, 0.754_578_620_578_301, 0.805_797_546_625_553_4),
        (62_000, 100_000, 0.616_988_161_040_96, 0.623_004_892_737_981_9),
    ];
    for (x, n, low, high) in expected {
        let got = jeffreys(x, n, 0.95).unwrap();
        close(got.low, low, 1e-9);
        close(got.high, high, 1e-9);
    }
}

#[test]
fn trinomial_score_agrees_with_a_general_optimiser() {
    // [score_interval([0, 0.5, 1], x) for x in ((20, 30, 50), (1, 5, 30), (3, 0, 17))]
    let expected = [
        ([20, 30, 50], 0.569_775_708_045_815_2, 0.721_696_533_063_902_2),
        ([1, 5, 30], 0.790_882_291_913_494_4, 0.954_716_776_500_586_4),
        ([3, 0, 17], 0.639_581_135_390_005_2, 0.947_631_253_973_021_3),
    ];
    for ([losses, draws, wins], low, high) in expected {
        let got = trinomial_score(&Wdl::new(wins, draws, losses).unwrap(), 0.95).unwrap();
        close(got.low, low, 1e-8);
        close(got.high, high, 1e-8);
    }
}

#[test]
fn pairs_score_agrees_with_a_general_optimiser() {
    // [score_interval([0, 0.25, 0.5, 0.75, 1], x) for x in ((5, 20, 40, 25, 10), (1, 2, 3, 10, 40))]
    let expected = [
        ([5, 20, 40, 25, 10], 0.487_156_816_148_356_5, 0.587_581_450_089_370_9),
        ([1, 2, 3, 10, 40], 0.805_120_604_978_453_5, 0.928_421_197_732_056_6),
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
    // [stats.ttest_1samp(a, 6.0, alternative="less").pvalue, stats.ttest_1samp(a, 2.0, alternative="greater").pvalue]
    let got = student_t(&A, 0.0, 0.95).unwrap();
    close(got.p_at_least(6.0).unwrap(), 0.013_050_232_715_842_113, 1e-9);
    close(got.p_at_most(2.0).unwrap(), 0.002_901_271_297_032_378_7, 1e-9);
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
    let p_values = [Some(0.01), None, Some(0.04), Some(0.03), Some(f64::NAN), Some(0.005), Some(0.5)];
    let got = holm(&p_values).unwrap();
    let expected = [Some(0.04), None, Some(0.09), Some(0.09), None, Some(0.025), Some(0.5)];
    for (got, expected) in got.into_iter().zip(expected) {
        assert_eq!(got.is_some(), expected.is_some());
        close(got.unwrap_or(0.0), expected.unwrap_or(0.0), 1e-12);
    }
}
