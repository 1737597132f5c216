//! Values and value-keeping moves that two other programs computed.

use quirkat_rules::{Position, Rules};
use quirkat_solver::{BuildOptions, Control, Prober, build_tables};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Compares the rows with at most `most` men, over tables of `men` men or none.
fn check(name: &str, men: Option<u8>, most: u8, least: usize) {
    let rules: Rules = name.parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let tables = men.map(|men| {
        let options = BuildOptions {
            rules,
            men,
            folder: folder.path().to_owned(),
            distances: false,
        };
        let control = Control {
            stop: &AtomicBool::new(false),
            report: &|_| {},
        };
        build_tables(&options, &control).unwrap()
    });
    let mut prober = Prober::new(&rules, tables, 20_000_000).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/truth");
    let mut reader = csv::Reader::from_path(path.join(format!("{name}.csv"))).unwrap();
    let mut rows = 0;
    for row in reader.records() {
        let row = row.unwrap();
        let (text, value, best) = (&row[1], &row[3], &row[4]);
        if row[2].parse::<u8>().unwrap() > most {
            continue;
        }
        let position = Position::parse(text, prober.geometry()).unwrap();
        let probe = prober
            .probe(&position)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(probe.value.name(), value, "{text}");
        let tokens: Vec<String> = probe.best.iter().map(|played| played.token()).collect();
        assert_eq!(tokens.join(" "), best, "{text}");
        rows += 1;
    }
    assert!(rows >= least, "{rows} rows");
}

#[test]
fn standard_agrees_with_the_published_truth_to_6_men() {
    check("standard", Some(6), 6, 150);
}

#[test]
fn backward_agrees_with_the_published_truth_to_6_men() {
    check("backward", Some(6), 6, 100);
}

#[test]
fn brainking_agrees_with_the_published_truth_to_6_men() {
    check("brainking", Some(6), 6, 100);
}

#[test]
fn bell_agrees_with_the_published_truth_to_6_men_bans_included() {
    check("bell", None, 6, 90);
}

#[test]
fn promotion_agrees_with_the_published_truth_to_5_men() {
    check("promotion", Some(5), 5, 100);
}

#[test]
#[ignore = "builds tables of 8 and 6 men: several minutes; run by tests/slow/exact.sh"]
fn the_whole_published_truth_agrees() {
    for name in ["standard", "backward", "brainking"] {
        check(name, Some(8), 8, 240);
    }
    check("promotion", Some(6), 6, 150);
    check("bell", None, 8, 150);
}
