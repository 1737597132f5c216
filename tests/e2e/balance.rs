//! `balance configs/balance-smoke.toml`: what it writes and says, and that it is all there again
//! after anything.

use crate::support::{Outcome, Row, Snapshot, call, csv_rows};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

pub(crate) const SMOKE: &str = "configs/balance-smoke.toml";

pub(crate) fn balance(folder: &Path, more: &[&str]) -> Outcome {
    let folder = folder.to_str().expect("paths are UTF-8");
    call(&[&["balance", SMOKE, "--out", folder, "-q"], more].concat())
}

pub(crate) struct Reference {
    pub(crate) files: Snapshot,
    pub(crate) stdout: String,
}

/// A finished job, kept in memory.
pub(crate) fn reference() -> &'static Reference {
    static REFERENCE: OnceLock<Reference> = OnceLock::new();
    REFERENCE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let run = folder.path().join("run");
        let stdout = balance(&run, &[]).success();
        Reference {
            files: Snapshot::of(&run),
            stdout,
        }
    })
}

pub(crate) fn rows(files: &Snapshot, table: &str) -> Vec<Row> {
    csv_rows(files.text(&format!("evaluation/{table}.csv")))
}

/// The tables and the raw data of a job: what is published of it.
pub(crate) fn published(files: &Snapshot) -> Snapshot {
    files.filter(|name| {
        name == "config.toml"
            || (name.starts_with("evaluation/") && !name.starts_with("evaluation/games/"))
    })
}

fn is_table(name: &str) -> bool {
    let raw = [
        "games",
        "proxy_games",
        "pair_games",
        "grades",
        "rules",
        "openings",
    ];
    let raw = raw.map(|raw| format!("evaluation/{raw}.csv"));
    name.starts_with("evaluation/")
        && !raw
            .iter()
            .any(|raw| name == raw || name == format!("{raw}.gz"))
}

#[test]
fn a_job_writes_every_table_with_a_checksum() {
    let files = &reference().files;
    let written: BTreeSet<&str> = files
        .names()
        .filter_map(|name| name.strip_prefix("evaluation/"))
        .filter(|name| !name.contains('/'))
        .collect();
    let tables = [
        "advantage.csv",
        "comparisons.csv",
        "curve.csv",
        "effects.csv",
        "first_moves.csv",
        "games.csv",
        "grades.csv",
        "openings.csv",
        "pair_games.csv",
        "pairs.csv",
        "proxy_games.csv",
        "rules.csv",
        "variants.csv",
    ];
    let mut expected: BTreeSet<&str> = tables.into();
    expected.insert("checksums.txt");
    assert_eq!(written, expected);
    let expected: Vec<String> = tables
        .iter()
        .map(|name| {
            let hash = blake3::hash(files.bytes(&format!("evaluation/{name}")));
            format!("{hash}  {name}")
        })
        .collect();
    let lines: Vec<&str> = files.text("evaluation/checksums.txt").lines().collect();
    assert_eq!(lines, expected);
    for seed in 7..10 {
        let name = format!("replicates/seed-{seed:04}/nets/shared/iter-0002/weights.bpk");
        assert!(!files.bytes(&name).is_empty());
    }
}

#[test]
fn every_variant_has_one_row_with_interval_verdict_and_exact_value() {
    let rows = rows(&reference().files, "variants");
    let names: Vec<&str> = rows.iter().map(|row| row.get("variant")).collect();
    assert_eq!(names, ["standard", "backward", "bell-text"]);
    for row in &rows {
        assert_eq!(
            row.key(&["start_set", "move_policy", "simulations"]),
            "initial|sampled:1:8|4"
        );
        assert_eq!(row.get("seeds"), "3");
        assert_eq!(row.number("games") as u64 % 3, 0);
        let points = row.number("advantage_pp");
        assert!(row.number("advantage_pp_low") <= points);
        assert!(points <= row.number("advantage_pp_high"));
        let verdicts = [
            "first player favoured",
            "second player favoured",
            "balanced within 2 pp",
            "undecided",
        ];
        assert!(verdicts.contains(&row.get("verdict")), "{row:?}");
        let shown = row.get("variant");
        assert!(reference().stdout.contains(shown), "{}", reference().stdout);
    }
    // Proved: the standard game is a draw, with backward steps the first player wins.
    let exact: Vec<&str> = rows.iter().map(|row| row.get("exact_start")).collect();
    assert_eq!(exact, ["draw", "win", "win"]);
    let trained: Vec<&str> = rows.iter().map(|row| row.get("trained")).collect();
    assert_eq!(trained, ["yes", "yes", "no"]);
    for part in [
        "To quote: over 3 training seeds",
        "bell-text *",
        "Verdicts hold for all",
    ] {
        assert!(
            reference().stdout.contains(part),
            "`{part}` in {}",
            reference().stdout
        );
    }
}

/// Student's t with 2 degrees of freedom at 95 %.
const T2: f64 = 4.302_652_73;

#[test]
fn the_interval_of_a_variant_is_students_over_the_scores_of_its_seeds() {
    let files = &reference().files;
    let advantage = rows(files, "advantage");
    for row in rows(files, "curve") {
        let cell = ["variant", "start_set", "move_policy", "simulations"];
        let seeds: Vec<f64> = advantage
            .iter()
            .filter(|one| one.key(&cell) == row.key(&cell))
            .filter(|one| one.get("checkpoint").ends_with(row.get("checkpoint")))
            .map(|one| one.number("advantage_pp"))
            .collect();
        assert_eq!(seeds.len(), 3, "{row:?}");
        let mean = seeds.iter().sum::<f64>() / 3.0;
        assert!((row.number("advantage_pp") - mean).abs() < 1e-3, "{row:?}");
        let sd = (seeds.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 2.0).sqrt();
        assert!((row.number("seed_sd_pp") - sd).abs() < 1e-3, "{row:?}");
        if row.get("method") == "student-t" {
            let half = T2 * sd / 3f64.sqrt();
            let low = (mean - half).max(-50.0);
            assert!(
                (row.number("advantage_pp_low") - low).abs() < 1e-2,
                "{row:?}"
            );
        } else {
            assert!(sd < 1e-6, "{row:?}");
        }
    }
}

#[test]
fn the_curve_has_all_cells_of_the_star_and_earlier_checkpoints() {
    let cells: BTreeSet<String> = rows(&reference().files, "curve")
        .iter()
        .map(|row| row.key(&["checkpoint", "start_set", "move_policy", "simulations"]))
        .collect();
    let expected = [
        "iter-0001|initial|sampled:1:8|4",
        "iter-0002|initial|greedy|4",
        "iter-0002|initial|sampled:1:8|0",
        "iter-0002|initial|sampled:1:8|4",
        "iter-0002|tempo|sampled:1:8|4",
    ];
    assert!(cells.iter().eq(expected), "{cells:?}");
}

#[test]
fn effects_are_differences_within_seeds_of_variants_that_differ_in_one_switch() {
    let files = &reference().files;
    let effects = rows(files, "effects");
    let row = effects
        .iter()
        .find(|row| row.key(&["switch", "trained_only"]) == "step|yes")
        .expect("`standard` and `backward` differ in `step`");
    assert_eq!(
        row.key(&["from", "to", "contrasts", "seeds"]),
        "forward-sideways|all|1|3"
    );
    let points = |variant: &str| {
        let mut rows = rows(files, "variants").into_iter();
        let row = rows.find(|row| row.get("variant") == variant).unwrap();
        row.number("advantage_pp")
    };
    let expected = points("backward") - points("standard");
    assert!((row.number("effect_pp") - expected).abs() < 1e-3, "{row:?}");
    let compared = rows(files, "comparisons");
    let paired = compared.iter().find(|row| {
        row.key(&[
            "variant_a",
            "variant_b",
            "start_set",
            "move_policy",
            "simulations",
        ]) == "backward|standard|initial|sampled:1:8|4"
    });
    assert_eq!(
        paired.unwrap().get("low"),
        row.get("low"),
        "the same paired t"
    );
}

#[test]
fn first_moves_have_shares_that_sum_to_one_and_exact_values() {
    let rows = rows(&reference().files, "first_moves");
    let standard: Vec<&Row> = rows
        .iter()
        .filter(|row| {
            row.key(&["variant", "move_policy", "simulations"]) == "standard|sampled:1:8|4"
        })
        .collect();
    let moves: Vec<&str> = standard.iter().map(|row| row.get("move")).collect();
    assert_eq!(moves, ["b2-c3", "c2-c3", "d2-c3", "d3-c3"]);
    let shares: f64 = standard.iter().map(|row| row.number("share")).sum();
    assert!((shares - 1.0).abs() < 1e-5, "{standard:?}");
    let exact: Vec<&str> = standard.iter().map(|row| row.get("exact_value")).collect();
    assert_eq!(exact, ["draw", "draw", "loss", "loss"]);
}

#[test]
fn pairs_are_of_different_seeds_and_each_seed_is_in_one_at_most() {
    let files = &reference().files;
    let rows = rows(files, "pairs");
    let seeds: BTreeSet<String> = rows
        .iter()
        .map(|row| row.key(&["seed_a", "seed_b"]))
        .collect();
    assert!(seeds.iter().eq(["7|8", "all|all"]), "{seeds:?}");
    let games = csv_rows(files.text("evaluation/pair_games.csv"));
    for pair in games.chunks_exact(2) {
        assert_eq!(pair[0].get("opening"), pair[1].get("opening"));
        assert_ne!(
            pair[0].get("white"),
            pair[1].get("white"),
            "colours are swapped"
        );
    }
    assert_eq!(games.len(), 3 * 8);
}

#[test]
fn all_tables_follow_from_the_raw_games_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let all = published(&reference().files);
    // Only what is raw: neither networks nor tables are needed.
    all.filter(|name| !is_table(name)).write_to(folder.path());
    let run = folder.path().to_str().unwrap();
    let said = call(&["balance", "--recompute", run]).success();
    all.assert_same(&Snapshot::of(folder.path()), "recomputed");
    assert!(reference().stdout.starts_with(&said), "{said}");
}

#[test]
fn compressed_games_give_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    let all = published(&reference().files);
    all.write_to(folder.path());
    let evaluation = folder.path().join("evaluation");
    let games = evaluation.join("games.csv");
    assert!(
        std::process::Command::new("gzip")
            .arg(&games)
            .status()
            .unwrap()
            .success()
    );
    let run = folder.path().to_str().unwrap();
    call(&["balance", "--recompute", run]).success();
    let now = Snapshot::of(folder.path());
    let same = |name: &str| is_table(name) && name != "evaluation/checksums.txt";
    all.filter(same)
        .assert_same(&now.filter(same), "from games.csv.gz");
    assert!(
        now.text("evaluation/checksums.txt")
            .contains("games.csv.gz")
    );
    // The job itself writes them so when it is told to.
    let run = folder.path().join("run");
    let outcome = balance(
        &run,
        &[
            "--set",
            "compress=true",
            "--set",
            "replicates=2",
            "--set",
            "variants=[\"standard\"]",
            "--set",
            "trained-on=[]",
        ],
    );
    outcome.success();
    let files = Snapshot::of(&run);
    assert!(!files.bytes("evaluation/games.csv.gz").is_empty());
    assert!(files.names().all(|name| name != "evaluation/games.csv"));
}

#[test]
fn tables_of_a_training_run_follow_from_its_games_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let run = crate::support::reference();
    let all = run
        .files
        .filter(|name| name == "config.toml" || name.starts_with("evaluation/"))
        .filter(|name| !name.starts_with("evaluation/games/"));
    let tables = ["advantage.csv", "comparisons.csv", "checksums.txt"];
    all.filter(|name| !tables.iter().any(|table| name.ends_with(table)))
        .write_to(folder.path());
    let path = folder.path().to_str().unwrap();
    let said = call(&["balance", "--recompute", path]).success();
    all.assert_same(&Snapshot::of(folder.path()), "recomputed");
    assert!(run.stdout.starts_with(&said), "{said}");

    // An edited table is no raw data of the run: nothing is computed and no checksum is made for it.
    let games = folder.path().join("evaluation/games.csv");
    let edited = std::fs::read_to_string(&games)
        .unwrap()
        .replacen(",w,", ",b,", 1);
    std::fs::write(&games, edited).unwrap();
    let before = Snapshot::of(folder.path());
    call(&["balance", "--recompute", path]).refused(&["games.csv", "checksums.txt"]);
    before.assert_same(&Snapshot::of(folder.path()), "refused");
}

#[test]
fn inspecting_a_job_shows_its_replicates_and_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    reference().files.write_to(&run);
    let output = call(&["run", "inspect", run.to_str().unwrap()]).success();
    let seeds = output
        .lines()
        .filter(|line| line.starts_with("seed-"))
        .count();
    assert!(seeds >= 2, "{output}");
    for row in rows(&reference().files, "variants") {
        let line = output.lines().find(|line| {
            line.trim_start().starts_with(row.get("variant")) && line.contains("advantage")
        });
        assert!(
            line.is_some_and(|line| line.ends_with(row.get("verdict"))),
            "{output}"
        );
    }
}
