//! `train configs/smoke.toml`: what it writes and says, and what a second call does.

use crate::support::{SMOKE, Snapshot, call, command, path_in_repository, reference, train};
use std::collections::BTreeSet;

const ADVANTAGE: &str = "variant,rules_hash,start_set,move_policy,seed,checkpoint,simulations,games,\
    white_wins,draws,black_wins,capped,white_score,white_score_low,white_score_high,level,method,\
    advantage_pp,advantage_pp_low,advantage_pp_high,advantage_elo,mean_plies,decisions_per_ply,\
    unique_games,proxy_opponent,proxy_games,proxy_score";
const COMPARISONS: &str = "variant_a,variant_b,start_set,move_policy,simulations,difference_pp,low,\
    high,level,method,inference,p,p_holm";
const GAMES: &str = "variant,start_set,move_policy,seed,checkpoint,simulations,game,opening,result,\
    reason,plies,decisions,moves";

/// The variants of the smoke configuration.
const VARIANTS: [&str; 3] = ["bell", "standard", "huffing"];

#[test]
fn a_run_writes_all_documented_files_and_nothing_else() {
    let files = &reference().files;
    let mut expected: BTreeSet<String> = [
        "config.toml",
        "manifest.json",
        "metrics.csv",
        "timings.csv",
        "run.lock",
        "evaluation/advantage.csv",
        "evaluation/checksums.txt",
        "evaluation/comparisons.csv",
        "evaluation/games.csv",
        "evaluation/openings.csv",
        "evaluation/proxy_games.csv",
    ]
    .map(str::to_owned)
    .into();
    for variant in VARIANTS {
        for iteration in 0..=2 {
            let net = format!("nets/{variant}/iter-{iteration:04}");
            for name in ["checkpoint.json", "weights.bpk", "optimizer.bpk"] {
                expected.insert(format!("{net}/{name}"));
            }
            if iteration > 0 {
                expected.insert(format!("{net}/metrics.json"));
                expected.insert(format!("{net}/timings.json"));
                expected.insert(format!("{net}/strength.json"));
            }
        }
        for iteration in 0..2 {
            for task in 0..3 {
                expected.insert(format!(
                    "games/{variant}/iter-{iteration:04}/{variant}-{task:05}.games"
                ));
            }
        }
        for simulations in [0, 8] {
            let games = format!("evaluation/games/{variant}/iter-0002");
            expected.insert(format!("{games}/proxy-rollout-8-{simulations}-00000.games"));
            for start_set in ["initial", "openings", "tempo"] {
                for move_policy in ["sampled-1-8", "greedy"] {
                    expected.insert(format!(
                        "{games}/{start_set}-{move_policy}-{simulations}-00000.games"
                    ));
                }
            }
        }
    }
    let found: BTreeSet<String> = files.names().map(str::to_owned).collect();
    assert_eq!(found, expected);
    for name in files.names().filter(|name| *name != "run.lock") {
        assert!(!files.bytes(name).is_empty(), "{name} is empty");
    }
}

#[test]
fn csv_headers_are_as_documented() {
    let files = &reference().files;
    for (name, header) in [
        ("advantage", ADVANTAGE),
        ("comparisons", COMPARISONS),
        ("games", GAMES),
    ] {
        let text = files.text(&format!("evaluation/{name}.csv"));
        assert_eq!(text.lines().next(), Some(header), "{name}.csv");
    }
    assert_eq!(
        files.text("metrics.csv").lines().count(),
        1 + 2 * VARIANTS.len()
    );
    assert_eq!(
        files.text("timings.csv").lines().count(),
        1 + 2 * VARIANTS.len()
    );
}

#[test]
fn checksums_name_every_csv_of_the_evaluation_with_its_blake3() {
    let files = &reference().files;
    let csv = [
        "advantage",
        "comparisons",
        "games",
        "openings",
        "proxy_games",
    ];
    let expected: Vec<String> = csv
        .iter()
        .map(|name| {
            let hash = blake3::hash(files.bytes(&format!("evaluation/{name}.csv")));
            format!("{hash}  {name}.csv")
        })
        .collect();
    let lines: Vec<&str> = files.text("evaluation/checksums.txt").lines().collect();
    assert_eq!(lines, expected);
}

#[test]
fn the_resolved_configuration_and_the_manifest_say_what_was_run() {
    let files = &reference().files;
    let config: toml::Table = files.text("config.toml").parse().unwrap();
    let given: toml::Table = std::fs::read_to_string(path_in_repository(SMOKE))
        .unwrap()
        .parse()
        .unwrap();
    for (key, value) in &given {
        match value {
            toml::Value::Table(table) => {
                for (below, value) in table {
                    assert_eq!(&config[key][below], value, "{key}.{below}");
                }
            }
            value => assert_eq!(&config[key], value, "{key}"),
        }
    }
    for variant in VARIANTS {
        let shown = call(&["rules", "show", variant]).success();
        let switches: toml::Table = shown.parse().unwrap();
        assert_eq!(config["rules"][variant].as_table(), Some(&switches));
    }
    let manifest: serde_json::Value = serde_json::from_str(files.text("manifest.json")).unwrap();
    assert_eq!(manifest["seed"].as_i64(), given["seed"].as_integer());
    for key in [
        "quirkat",
        "commit",
        "uncommitted-changes",
        "numerics",
        "host",
    ] {
        assert!(manifest[key].is_string(), "{key} in {manifest}");
    }
    for key in [
        "rules",
        "encoding",
        "actions",
        "games-file",
        "checkpoint",
        "burn",
    ] {
        assert!(!manifest["versions"][key].is_null(), "{key} in {manifest}");
    }
}

#[test]
fn the_table_is_on_stdout_and_progress_on_stderr_only() {
    let run = reference();
    for variant in VARIANTS {
        // A row for each of 3 start sets, 2 move policies and 2 budgets.
        let rows = run.stdout.lines().filter(|line| line.starts_with(variant));
        assert_eq!(rows.count(), 12, "{}", run.stdout);
        let progress = run.stderr.lines().filter(|line| line.starts_with(variant));
        assert_eq!(progress.count(), 2, "{}", run.stderr);
    }
    for part in [
        "First-player advantage",
        "Intervals: 95 %",
        "evaluation/advantage.csv",
    ] {
        assert!(run.stdout.contains(part), "`{part}` in {}", run.stdout);
    }
    for part in ["ETA", "positions/s", "loss"] {
        assert!(
            run.stderr.contains(part) && !run.stdout.contains(part),
            "`{part}`"
        );
    }
}

#[test]
fn rows_of_the_table_are_sorted_by_advantage() {
    let mut sections = 0;
    for section in reference().stdout.split("First-player advantage").skip(1) {
        let rows = section.lines().skip(2).take(VARIANTS.len());
        let points: Vec<f64> = rows
            .map(|row| row.split_whitespace().nth(1).unwrap().parse().unwrap())
            .collect();
        assert_eq!(points.len(), VARIANTS.len());
        assert!(points.is_sorted_by(|a, b| a >= b), "{section}");
        sections += 1;
    }
    assert_eq!(sections, 12);
}

#[test]
fn the_figures_of_people_stand_beside_brainking() {
    let folder = tempfile::tempdir().unwrap();
    let brainking = "variants=[\"brainking\"]";
    let sets = [
        "--set",
        brainking,
        "--set",
        "iterations=0",
        "--set",
        "evaluation.start-sets=[\"initial\"]",
        "-q",
    ];
    let outcome = train(&folder.path().join("run"), &sets);
    assert_eq!(outcome.stderr, "", "quiet");
    let output = outcome.success();
    let people = output
        .lines()
        .find(|line| line.contains("people"))
        .expect("a row of people");
    for part in ["+7.8", "8426", "56.7 %", "2.2 %", "41.1 %", "BrainKing"] {
        assert!(people.contains(part), "`{part}` in {people}");
    }
}

#[test]
fn a_finished_run_prints_the_same_result_again_and_changes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let first = train(&run, &[]).success();
    let before = Snapshot::of(&run);
    let second = train(&run, &[]);
    assert!(
        !second.stderr.contains("loss"),
        "nothing is played or learnt: {}",
        second.stderr
    );
    assert_eq!(second.success(), first);
    before.assert_same(&Snapshot::of(&run), "after a second call");
    before
        .results()
        .assert_same(&reference().files.results(), "two runs");
}

#[test]
fn csvs_that_were_lost_are_written_again_from_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let files = &reference().files;
    files
        .filter(|name| name.rsplit('.').next() != Some("csv"))
        .write_to(folder.path());
    train(folder.path(), &[]).success();
    files.assert_same(&Snapshot::of(folder.path()), "after the loss of all CSVs");
}

#[test]
fn the_folder_is_runs_and_the_name_of_the_configuration_by_default() {
    let folder = tempfile::tempdir().unwrap();
    reference()
        .files
        .write_to(&folder.path().join("runs/smoke"));
    let output = command(&["train", &path_in_repository(SMOKE)])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1);
    reference().files.assert_same(
        &Snapshot::of(&folder.path().join("runs/smoke")),
        "the default folder",
    );
}

#[test]
fn metrics_follow_strength_and_count_games_from_the_start_apart() {
    let rows = crate::support::csv_rows(reference().files.text("metrics.csv"));
    for row in &rows {
        // A random position can be the start position itself.
        let (games, random) = (row.number("games"), row.number("random_start_games"));
        assert!((1.0..=12.0).contains(&random), "{row:?}");
        assert!((games + random - 24.0).abs() < 0.5, "{row:?}");
        let number = |column: &str| row.get(column).parse::<f64>().ok();
        let (low, elo, high) = (number("elo_low"), number("elo"), number("elo_high"));
        assert!(low < elo && elo < high, "{row:?}");
        // Exact values are known of every named set but `huffing`.
        let known = row.get("variant") != "huffing";
        for column in ["raw_grade", "grade"] {
            let grade = number(column);
            assert_eq!(grade.is_some(), known, "{row:?}");
            assert!(
                grade.is_none_or(|grade| (0.3..=1.0).contains(&grade)),
                "{row:?}"
            );
        }
    }
}
