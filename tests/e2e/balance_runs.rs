//! `balance`: pilots, plans, looks, interruptions, and jobs of another shape.

use crate::balance::{SMOKE, balance, reference, rows};
use crate::support::{REVERSED, Row, Running, START, Snapshot, command, csv_rows};
use std::collections::BTreeSet;

#[test]
fn a_pilot_says_what_is_needed_and_the_whole_job_goes_on_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let said = balance(&run, &["--pilot=2"]).success();
    for part in [
        "Pilot: seeds spread by",
        "degrees of freedom",
        "set replicates = ",
    ] {
        assert!(said.contains(part), "`{part}` in {said}");
    }
    // Now the plan knows.
    assert!(
        balance(&run, &["--plan"])
            .success()
            .contains("from the pilot")
    );
    balance(&run, &[]).success();
    let now = Snapshot::of(&run);
    reference()
        .files
        .results()
        .assert_same(&now.results(), "after a pilot");
}

#[test]
fn seeds_may_be_added_and_never_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    balance(&run, &["--set", "replicates=2"]).success();
    balance(&run, &[]).success();
    let now = Snapshot::of(&run);
    reference()
        .files
        .results()
        .assert_same(&now.results(), "after a third seed");
    balance(&run, &["--set", "replicates=2"]).refused(&["replicates (there 3, now 2)"]);
    // A pilot now is about all three, and leaves the tables alone.
    let said = balance(&run, &["--pilot=2"]).success();
    assert!(said.contains("over 3 training seeds"), "{said}");
    now.assert_same(&Snapshot::of(&run), "after a late pilot");
}

#[test]
fn a_plan_runs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let said = balance(&run, &["--plan"]).success();
    for part in [
        "3 rule sets, 3 training seeds, 3 networks",
        "self-play games          192",
        "time",
        "half-width",
        "smallest advantage",
        "smallest difference",
        "looks at [8, 16]",
    ] {
        assert!(said.contains(part), "`{part}` in {said}");
    }
    assert!(!run.exists());
}

#[test]
fn the_placebo_is_exactly_zero() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let said = balance(folder.path(), &["--placebo"]).success();
    assert!(
        said.contains("summed advantage 0.0, 0 games differ"),
        "{said}"
    );
    let files = Snapshot::of(folder.path());
    let rows = rows(&files, "placebo");
    // 3 variants, 3 seeds, 4 cells of the last iteration.
    assert_eq!(rows.len(), 36);
    for row in &rows {
        assert_eq!(row.key(&["sum_pp", "different"]), "0.0|0", "{row:?}");
    }
    let games: f64 = rows.iter().map(|row| row.number("games")).sum();
    assert!(games > 300.0);
}

#[test]
fn games_at_an_early_look_are_the_first_of_all_games() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    // So wide that the first look is enough.
    balance(&run, &["--set", "stopping.target-half-width=50.0"]).success();
    let files = Snapshot::of(&run);
    let primary = |files: &Snapshot| -> Vec<Row> {
        let rows = csv_rows(files.text("evaluation/games.csv"));
        let key = ["start_set", "move_policy", "simulations"];
        rows.into_iter()
            .filter(|row| row.key(&key) == "initial|sampled:1:8|4")
            .filter(|row| row.get("checkpoint") == "shared/iter-0002")
            .collect()
    };
    let (early, all) = (primary(&files), primary(&reference().files));
    assert_eq!((early.len(), all.len()), (3 * 3 * 8, 3 * 3 * 16));
    let key = ["variant", "seed", "game", "opening", "moves", "result"];
    let of_all: BTreeSet<String> = all
        .iter()
        .filter(|row| row.number("game") < 8.0)
        .map(|row| row.key(&key))
        .collect();
    let of_early: BTreeSet<String> = early.iter().map(|row| row.key(&key)).collect();
    assert_eq!(of_early, of_all);
}

#[test]
fn threads_and_order_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    balance(&run, &["--threads", "1", REVERSED]).success();
    let now = Snapshot::of(&run);
    reference()
        .files
        .results()
        .assert_same(&now.results(), "one thread, reversed");
}

#[test]
fn a_job_that_is_interrupted_goes_on_to_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let out = run.to_str().unwrap();
    for (signal, code, files) in [("INT", 130, 8), ("TERM", 143, 40), ("KILL", 0, 90)] {
        let mut running = Running::start(command(&["balance", SMOKE, "--out", out]));
        if !running.wait_for_files(&run, files) {
            break;
        }
        if signal == "KILL" {
            running.kill();
            continue;
        }
        running.signal(signal);
        let (ended, said) = running.end();
        if ended == Some(0) {
            // It was faster than the signal.
            break;
        }
        assert_eq!(ended, Some(code), "{said}");
        assert!(said.contains("The same command goes on"), "{said}");
    }
    balance(&run, &[]).success();
    let now = Snapshot::of(&run);
    reference()
        .files
        .results()
        .assert_same(&now.results(), "after interruptions");
}

#[test]
fn one_variant_and_one_seed_are_measured_and_said_to_be_about_the_agent() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let said = balance(
        &run,
        &[
            "--set",
            "replicates=1",
            "--set",
            "variants=[\"bell\"]",
            "--set",
            "trained-on=[]",
            "--set",
            "train.network-scope=per-variant",
        ],
    )
    .success();
    for part in ["bell", "these agents only", "over one training seed"] {
        assert!(said.contains(part), "`{part}` in {said}");
    }
    let files = Snapshot::of(&run);
    let variants = rows(&files, "variants");
    assert_eq!(
        variants[0].key(&["seeds", "inference", "p", "seed_sd_pp"]),
        "1|agents||"
    );
    assert_eq!(rows(&files, "effects").len(), 0);
    assert_eq!(rows(&files, "pairs").len(), 0);
}

#[test]
fn games_begin_at_another_start_when_they_are_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let start = "bbbbb/bbbbb/bw1bw/wwwww/wwwww w";
    let set = format!("start={start}");
    let more = [
        "--set",
        &set,
        "--set",
        "replicates=1",
        "--set",
        "measure.start-sets=[]",
        "--set",
        "measure.openings=4",
    ];
    balance(&run, &more).success();
    let files = Snapshot::of(&run);
    let games = csv_rows(files.text("evaluation/games.csv"));
    assert!(games.iter().all(|game| game.get("opening") == start));
    assert!(
        rows(&files, "variants")
            .iter()
            .all(|row| row.get("exact_start") == "unknown")
    );
    assert!(
        csv_rows(reference().files.text("evaluation/games.csv"))
            .iter()
            .filter(|game| game.get("start_set") == "initial")
            .all(|game| game.get("opening") == START)
    );
    let bad = |start: &str| {
        balance(
            &folder.path().join("none"),
            &["--set", &format!("start={start}")],
        )
    };
    bad("bbbbb/bbbbb/bb1ww/wwwww/wwwww b").refused(&["start", "Black is to move"]);
    bad("bbbbb/bbbbb").refused(&["start", "column"]);
    bad("5/5/5/5/wwwww w").refused(&["start", "over"]);
}
