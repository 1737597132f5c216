//! `exact`: tables, probes, proofs, grades, and the perfect player.

use crate::support::{
    Outcome, call, call_with_input, command, csv_rows, path_in_repository, text_in_repository,
};
use std::path::Path;
use std::sync::OnceLock;

/// 5-man tables of `standard` with distances, built once.
fn tables() -> &'static str {
    static TABLES: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    let (_, path) = TABLES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap().to_owned();
        build(&path).success();
        (folder, path)
    });
    path
}

fn build(folder: &str) -> Outcome {
    call(&[
        "exact",
        "tables",
        "--rules",
        "standard",
        "--men",
        "5",
        "--distance",
        "--out",
        folder,
    ])
}

/// Rows of the published truth with at most 5 men, as questions and expected answers.
fn small_truth(ruleset: &str) -> Vec<(String, String, Vec<String>)> {
    let text = text_in_repository(&format!("tests/data/truth/{ruleset}.csv"));
    csv_rows(&text)
        .iter()
        .filter(|row| row.number("men") <= 5.0)
        .map(|row| {
            let best = row.get("best").split(' ').map(str::to_owned).collect();
            (row.get("fen").to_owned(), row.get("value").to_owned(), best)
        })
        .collect()
}

#[test]
fn probes_give_the_published_values_and_moves() {
    for ruleset in ["standard", "bell"] {
        let truth = small_truth(ruleset);
        assert!(truth.len() >= 25, "{ruleset}: {}", truth.len());
        let questions: Vec<String> = truth
            .iter()
            .map(|(fen, ..)| serde_json::json!({"ruleset": ruleset, "fen": fen}).to_string())
            .collect();
        let arguments = ["exact", "probe", "--jsonl", "--tables", tables()];
        let output = call_with_input(&arguments, &questions.join("\n")).success();
        assert_eq!(output.lines().count(), truth.len());
        for (line, (fen, value, best)) in output.lines().zip(&truth) {
            let expected = serde_json::json!({"fen": fen, "value": value, "best": best});
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(answer, expected);
        }
    }
}

#[test]
fn a_bad_line_gets_an_error_in_its_place() {
    let input = "{\"ruleset\":\"standard\",\"fen\":\"5/b4/1w1b1/5/5 b\"}\nnothing
{\"ruleset\":\"brainking\",\"fen\":\"5/b4/1w1b1/5/5 b\"}
{\"ruleset\":\"standard\",\"fen\":\"bbbbb/bbbbb/bb1ww/wwwww/wwwww w\"}\n";
    let arguments = [
        "exact",
        "probe",
        "--jsonl",
        "--rules",
        "standard",
        "--tables",
        tables(),
    ];
    let outcome = call_with_input(&arguments, input);
    assert_eq!(outcome.code, Some(2), "{outcome:#?}");
    let lines: Vec<serde_json::Value> = outcome
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["value"], "win");
    assert_eq!(lines[3]["value"], "unknown");
    assert!(lines[3]["why"].as_str().unwrap().contains("5 men"));
    for (line, word) in [(1, "JSON"), (2, "brainking")] {
        let error = lines[line]["error"].as_str().unwrap();
        assert!(error.contains(word), "{error}");
        assert_eq!(lines[line]["line"], line + 1);
    }
}

#[test]
fn one_position_is_probed_and_tables_of_other_rules_are_not_used() {
    let probe = |rules: &str, position: &str| {
        call(&[
            "exact",
            "probe",
            "--rules",
            rules,
            "--tables",
            tables(),
            position,
        ])
    };
    assert_eq!(
        probe("standard", "5/b4/1w1b1/5/5 b").success(),
        "value: win\nbest: a4-a3 d3-d2\n"
    );
    probe("backward", "5/b4/1w1b1/5/5 b").refused(&["backward", "no complete"]);
    probe("standard", "5/b4/1w1b1/5/5 x").refused(&["position"]);
    call(&[
        "exact",
        "probe",
        "--rules",
        "standard",
        "--tables",
        "nowhere",
        "5/b4/1w1b1/5/5 b",
    ])
    .refused(&["--tables", "nowhere"]);
}

#[test]
fn tables_are_built_once_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    copy(Path::new(tables()), folder.path());
    let path = folder.path().to_str().unwrap();
    let again = build(path);
    assert!(again.stderr.contains("3v2 is there"), "{again:#?}");
    let check = [
        "exact",
        "verify-tables",
        "--rules",
        "standard",
        "--quiet",
        "--tables",
        path,
    ];
    assert!(
        call(&check)
            .success()
            .starts_with("verified: 894560 positions")
    );
    let level = folder
        .path()
        .read_dir()
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path()
        .join("3v2.wdl");
    flip(&level, 1000);
    call(&check).refused(&["3v2.wdl", "checksum"]);
}

/// A position of 6 men, decided by a proof that ends in the 5-man tables.
const SIX: &str = "1b1b1/5/b1w2/4w/2w2 w";

#[test]
fn a_certificate_is_verified_and_a_tampered_one_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("six.cert");
    let path = file.to_str().unwrap();
    let output = call(&[
        "exact",
        "solve",
        "--rules",
        "standard",
        "--position",
        SIX,
        "--tables",
        tables(),
        "--memory",
        "16MiB",
        "--first-moves",
        "--certificate",
        path,
    ]);
    assert_eq!(output.code, Some(0), "{output:#?}");
    let mut lines = output.stdout.lines();
    let value = lines.next().unwrap().strip_prefix("value: ").unwrap();
    let moves: Vec<&str> = lines.map(|line| line.split_once(": ").unwrap().1).collect();
    // White is to move: the value is that of the best move.
    let best = ["win", "draw", "loss"]
        .into_iter()
        .find(|value| moves.contains(value));
    assert_eq!(best, Some(value), "{output:#?}");

    let verified = call(&["exact", "verify", path, "--tables", tables()]).success();
    assert!(
        verified.contains(SIX) && verified.contains("verified: "),
        "{verified}"
    );
    call(&["exact", "verify", path]).says(&["5-man tables"]);
    flip(&file, 300);
    call(&["exact", "verify", path, "--tables", tables()]).refused(&["six.cert", "checksum"]);
    call(&["exact", "verify", "nowhere.cert"]).refused(&["nowhere.cert"]);
}

#[test]
fn an_undecided_position_has_bounds_and_exit_code_1() {
    let output = call(&[
        "exact", "solve", "--rules", "standard", "--memory", "16MiB", "--nodes", "100", "--quiet",
    ]);
    assert_eq!(output.code, Some(1), "{output:#?}");
    assert_eq!(output.stdout, "value: unknown\n");
    assert!(output.stderr.contains("open: "), "{output:#?}");
}

#[test]
fn a_grade_counts_the_same_positions_for_every_agent() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("grade.csv");
    let truth = path_in_repository("tests/data/truth/standard.csv");
    let arguments = [
        "exact",
        "grade",
        "rollout",
        "--rules",
        "standard",
        "--samples",
        &truth,
        "--simulations",
        "0,8",
        "--out",
        out.to_str().unwrap(),
    ];
    let text = call(&arguments).success();
    assert!(
        text.contains("3-5 men") && text.contains("rollout"),
        "{text}"
    );
    let rows = csv_rows(&std::fs::read_to_string(&out).unwrap());
    let names: Vec<String> = rows
        .iter()
        .map(|row| row.key(&["agent", "simulations", "stratum"]))
        .collect();
    for agent in ["rollout|8", "random|", "rollout|128", "rollout|512"] {
        for stratum in ["3-5", "6-8", "all"] {
            assert!(names.contains(&format!("{agent}|{stratum}")), "{names:?}");
        }
    }
    assert_eq!(
        rows.len(),
        4 * 3,
        "no search without simulations: {names:?}"
    );
    for row in &rows {
        let share = row.number("preserved") / row.number("positions");
        assert!((share - row.number("share")).abs() < 1e-3, "{row:?}");
        assert_eq!(row.get("mean_value_error"), "", "without tables: {row:?}");
    }
    // By hand: a random mover keeps the value as often as moves do.
    let moves = |fen: &str| {
        let listed = call(&["rules", "moves", "--rules", "standard", fen]).success();
        listed.lines().count() as f64
    };
    let (mut kept, mut count) = (0.0, 0.0);
    for (fen, value, best) in small_truth("standard") {
        let legal = moves(&fen);
        if value != "loss" && (best.len() as f64) < legal {
            kept += best.len() as f64 / legal;
            count += 1.0;
        }
    }
    let random = rows
        .iter()
        .find(|row| row.key(&["agent", "stratum"]) == "random|3-5")
        .unwrap();
    assert!((random.number("positions") - count).abs() < 0.5);
    assert!((random.number("share") - kept / count).abs() < 1e-5);
}

#[test]
fn published_positions_need_no_tables_and_the_perfect_player_errs_in_none() {
    let folder = tempfile::tempdir().unwrap();
    let sample = folder.path().join("few.csv");
    let sample = sample.to_str().unwrap();
    call(&[
        "exact",
        "sample",
        "--rules",
        "standard",
        "--tables",
        tables(),
        "--per-stratum",
        "20",
        "--nodes",
        "5000",
        "--out",
        sample,
    ])
    .success();
    let perfect = format!("perfect={}+rollout@8", tables());
    let out = folder.path().join("perfect.csv");
    call(&[
        "exact",
        "grade",
        &perfect,
        "--rules",
        "standard",
        "--samples",
        sample,
        "--no-baselines",
        "--out",
        out.to_str().unwrap(),
    ])
    .success();
    let rows = csv_rows(&std::fs::read_to_string(&out).unwrap());
    let small = rows.iter().find(|row| row.get("stratum") == "3-5").unwrap();
    assert_eq!(
        small.key(&["positions", "preserved", "mean_value_error"]),
        "20|20|0.000000"
    );
    let published = call(&[
        "exact",
        "grade",
        "random",
        "--rules",
        "bell",
        "--no-baselines",
        "--quiet",
    ])
    .success();
    assert!(published.contains("9-24 men"), "{published}");
    call(&["exact", "grade", "random", "--rules", "huffing"]).refused(&["huffing", "--samples"]);
}

#[test]
fn a_match_shows_how_much_of_its_play_was_exact() {
    let play = |agent: &str| {
        call(&[
            "match", agent, "random", "--rules", "standard", "--games", "10", "--quiet",
        ])
    };
    let output = play(&format!("perfect={}+rollout@8", tables())).success();
    let line = output
        .lines()
        .find(|line| line.starts_with("exact moves of perfect="));
    let line = line.unwrap_or_else(|| panic!("{output}"));
    assert!(
        line.contains(" with a choice (") && !line.contains(": 0 of"),
        "{line}"
    );
    play(&format!("perfect={}", tables())).refused(&["perfect player", "perfect=TABLES+AGENT"]);
    play("perfect=nowhere").refused(&["nowhere"]);
}

#[test]
fn a_stopped_build_is_saved_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let arguments = [
        "exact", "tables", "--rules", "standard", "--men", "8", "--out", path,
    ];
    let mut running = crate::support::Running::start(command(&arguments));
    assert!(running.wait_for_files(folder.path(), 6));
    running.signal("TERM");
    let (code, stderr) = running.end();
    assert_eq!(code, Some(143), "{stderr}");
    assert!(stderr.contains("the same command goes on"), "{stderr}");
    let again = call(&[
        "exact", "tables", "--rules", "standard", "--men", "4", "--out", path,
    ]);
    assert!(again.stderr.contains("1v1 is there"), "{again:#?}");
    assert_eq!(again.code, Some(0), "{again:#?}");
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in from.read_dir().unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}

/// Changes one bit of a file.
fn flip(path: &Path, at: usize) {
    let mut bytes = std::fs::read(path).unwrap();
    bytes[at] ^= 1;
    std::fs::write(path, bytes).unwrap();
}
