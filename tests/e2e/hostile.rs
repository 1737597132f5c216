//! Input that nobody sane sends: one line, exit code 2, and nothing taken or left.

use crate::support::{call, call_with_input, command, reference, train};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

#[test]
fn settings_that_are_lists_too_deep_or_too_large_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let deep = vec!["a"; 60_000].join(".") + "=1";
    let long = "x".repeat(1 << 16);
    for (set, parts) in [
        ("self-play=[0.5,1]", &["self-play", "list", "table"][..]),
        ("training=[1,2,3]", &["training", "list"]),
        (&deep, &["not a key"]),
        (&format!("variants=[\"{long}\"]"), &["variants"]),
        (
            "games-per-iteration=10000000",
            &["memory", "games-per-iteration"],
        ),
    ] {
        let outcome = train(&run, &["--set", set]);
        outcome.refused(parts);
        assert!(outcome.stderr.len() < 4000, "{}", outcome.stderr.len());
        assert!(!run.exists(), "{}", &set[..20.min(set.len())]);
    }
    let network = ["--set", "network.width=8192", "--set", "network.blocks=64"];
    train(&run, &network).refused(&["memory", "[network]"]);
    call(&["train", "/dev/zero"]).refused(&["/dev/zero", "longer than"]);
    call(&["rules", "show", "/dev/zero"]).refused(&["/dev/zero", "longer than"]);
}

#[test]
fn rule_files_whose_names_are_no_names_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a\nb.toml", "a\u{1b}[31m.toml"] {
        let path = folder.path().join(name);
        std::fs::write(&path, "step = \"all\"").unwrap();
        let outcome = call(&["rules", "show", path.to_str().unwrap()]);
        outcome.refused(&["rename the rule file"]);
        assert!(!outcome.stderr.contains('\u{1b}'), "{:?}", outcome.stderr);
    }
    for name in ["mine.toml", "Mine.toml"] {
        std::fs::write(folder.path().join(name), "step = \"all\"").unwrap();
    }
    let text = std::fs::read_to_string(crate::support::path_in_repository("configs/smoke.toml"));
    let text = text.unwrap().replace(
        "variants = [\"bell\", \"standard\", \"huffing\"]",
        "variants = [\"./mine.toml\", \"./Mine.toml\"]",
    );
    let config = folder.path().join("config.toml");
    std::fs::write(&config, text).unwrap();
    call(&["train", config.to_str().unwrap()]).refused(&["`mine`", "`Mine`", "case"]);
}

#[test]
fn numbers_without_a_limit_of_their_own_have_one() {
    for arguments in [
        &["rules", "perft", "--rules", "bell", "100000"][..],
        &[
            "match",
            "random",
            "random",
            "--rules",
            "bell",
            "--games",
            "4294967294",
        ],
        &[
            "match",
            "random",
            "random",
            "--rules",
            "bell",
            "--simulations",
            "4000000000",
        ],
        &[
            "match",
            "random",
            "random",
            "--rules",
            "bell",
            "--threads",
            "100000",
        ],
        &[
            "analyse",
            "uniform",
            "--rules",
            "bell",
            "--simulations",
            "4000000000",
        ],
    ] {
        let outcome = call(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {outcome:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{}", outcome.stderr);
    }
}

#[test]
fn questions_are_answered_line_by_line_and_a_byte_order_mark_is_passed_over() {
    for (arguments, line) in [
        (
            &["rules", "moves", "--jsonl"][..],
            r#"{"ruleset":"bell","fen":"4b/5/5/5/w4 w"}"#,
        ),
        (
            &["rules", "replay", "--jsonl"],
            r#"{"ruleset":"bell","history":["c2-c3"]}"#,
        ),
        (
            &["exact", "probe", "--jsonl"],
            r#"{"ruleset":"bell","fen":"5/b4/1w1b1/5/5 b"}"#,
        ),
    ] {
        let mut child = command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut to = child.stdin.take().unwrap();
        let mut from = BufReader::new(child.stdout.take().unwrap());
        for begin in ["\u{feff}", ""] {
            writeln!(to, "{begin}{line}").unwrap();
            // The input goes on: only an answer at once ends this wait.
            let mut answer = String::new();
            from.read_line(&mut answer).unwrap();
            assert!(
                answer.starts_with('{') && !answer.contains("\"error\""),
                "{answer}"
            );
        }
        drop(to);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn a_long_line_is_an_error_in_its_place() {
    let input = "x".repeat(3 << 20) + "\n{\"ruleset\":\"bell\",\"fen\":\"4b/5/5/5/w4 w\"}\n";
    let outcome = call_with_input(&["rules", "moves", "--jsonl"], &input);
    assert_eq!(outcome.code, Some(2));
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(
        lines[0].contains("longer than") && lines[1].contains("a1-a2"),
        "{lines:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let status = command(&["--help"]).stdout(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_doctor_says_what_is_wrong_and_changes_nothing_but_what_it_may() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let run = folder.path().to_str().unwrap();
    let doctor = |more: &[&str]| call(&[&["run", "doctor", run], more].concat());
    assert!(doctor(&[]).success().contains("all is well"));
    let damage = |name: &str| {
        let path = folder.path().join(name);
        let mut content = std::fs::read(&path).unwrap();
        let at = content.len() / 2;
        content[at] ^= 1;
        std::fs::write(&path, content).unwrap();
    };
    let games = "games/bell/iter-0000/bell-00001.games";
    for name in [
        games,
        "nets/bell/iter-0001/weights.bpk",
        "evaluation/games.csv",
    ] {
        damage(name);
    }
    std::fs::write(folder.path().join("nets/.writing-abc"), "x").unwrap();
    std::fs::remove_file(folder.path().join("evaluation/advantage.csv")).unwrap();
    let before = crate::support::Snapshot::of(folder.path());
    let outcome = doctor(&[]);
    assert_eq!(outcome.code, Some(1), "{outcome:?}");
    for part in [
        games,
        "nets/bell/iter-0001/weights.bpk",
        "evaluation/games.csv",
        ".writing-abc",
        "advantage.csv: checksums.txt has it, but it is gone",
        "put it back",
    ] {
        assert!(
            outcome.stdout.contains(part),
            "{part} in {}",
            outcome.stdout
        );
    }
    before.assert_same(&crate::support::Snapshot::of(folder.path()), "only looked");
    assert_eq!(doctor(&["--repair"]).code, Some(1));
    assert!(!folder.path().join(games).exists());
    call(&["run", "doctor", "/"]).refused(&["no run"]);
}
