//! `engine` as a process, and outside engines in `match`.

use crate::support::{PRESETS, call, call_with_input, command};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The binary as an outside engine.
fn engine(arguments: &str) -> String {
    format!("ugi='{}' engine {arguments}", env!("CARGO_BIN_EXE_quirkat"))
}

/// An outside engine that answers as it should until it is asked for a move.
fn script(folder: &Path, at_go: &str) -> String {
    let path = folder.join("engine.sh");
    let text = format!(
        "while read -r line; do case \"$line\" in
        ugi) echo 'id name Script'; echo ugiok;;
        isready) echo readyok;;
        go*) {at_go};;
        quit) exit 0;;
        esac; done"
    );
    fs::write(&path, text).unwrap();
    format!("ugi=sh '{}'", path.to_str().unwrap())
}

#[test]
fn a_conversation_through_a_pipe_is_answered_to_the_end_of_the_input() {
    let input = "ugi\nisready\nposition startpos moves d2-c3\ngo nodes 64\nquery p1turn\n";
    let arguments = ["engine", "--rules", "huffing", "--agent", "uniform"];
    let output = call_with_input(&arguments, input).success();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines[0],
        format!("id name Quirkat {}", env!("CARGO_PKG_VERSION"))
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("option name rules type combo default huffing "))
    );
    assert!(lines.contains(&"ugiok") && lines.contains(&"readyok"));
    let moved = lines.iter().find(|line| line.starts_with("bestmove "));
    assert!(moved.is_some(), "{output}");
    assert_eq!(lines.last(), Some(&"response false"));
    let again = call_with_input(&arguments, input).success();
    assert_eq!(
        again.lines().find(|line| line.starts_with("bestmove ")),
        moved.copied()
    );
}

#[test]
fn what_the_command_line_may_not_say_is_refused_in_one_line() {
    for (more, parts) in [
        (
            &["--rules", "standrad"][..],
            &["did you mean `standard`"][..],
        ),
        (&["--agent", "stockfish"], &["stockfish", "rollout@SIMS"]),
        (&["--agent", "perfect=tables"], &["perfect=tables+AGENT"]),
        (&["--agent", "ugi=engine"], &["in `match` only"]),
        (&["--protocol", "uci"], &["uci", "hub"]),
        (&["--temperature", "-1"], &["-1"]),
        (&["--temperature", "1000"], &["0.01 to 100"]),
        (&["--simulations", "0"], &["1 to 1000000"]),
        (&["--overhead", "70000"], &["0 to 60000"]),
    ] {
        call(&[&["engine"], more].concat()).refused(parts);
    }
    // A network is loaded only when it is needed.
    let output = call_with_input(&["engine", "--agent", "net=nowhere"], "ugi\nisready\ngo\n");
    let output = output.success();
    let last: Vec<&str> = output.lines().rev().take(4).collect();
    assert_eq!((last[0], last[2]), ("bestmove none", "readyok"));
    for line in [last[1], last[3]] {
        assert!(
            line.starts_with("info string error: agent `net=nowhere`"),
            "{line}"
        );
    }
}

#[test]
fn input_of_any_bytes_is_no_failure() {
    let mut bytes = b"ugi\n".to_vec();
    let mut state = 1u64;
    for _ in 0..200_000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        bytes.push((state >> 56) as u8);
    }
    bytes.extend(vec![b'9'; 3 << 20]);
    bytes.extend(b"\nposition fen ");
    bytes.extend(vec![b'w'; 100_000]);
    bytes.extend(b"\nposition startpos\ngo nodes 4\nquery result\n");
    let path = tempfile::NamedTempFile::new().unwrap();
    fs::write(path.path(), &bytes).unwrap();
    for protocol in ["auto", "ugi", "hub"] {
        let output = command(&["engine", "--protocol", protocol, "--agent", "uniform"])
            .stdin(fs::File::open(path.path()).unwrap())
            .output()
            .unwrap();
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().all(|line| line.len() < 1000));
        if protocol != "hub" {
            assert!(text.contains("longer than") && text.contains("not UTF-8"));
            assert!(text.ends_with("response none\n") && text.contains("\nbestmove "));
        }
    }
}

#[test]
fn a_whole_conversation_given_at_once_is_answered_before_quit_is_obeyed() {
    let input = "ugi\nisready\nsetoption name rules value bell\nposition startpos moves c2-c3\n\
                 go nodes 20\nquery p1turn\ngo movetime 60000\nquery gameover\nquit\nquery result\n";
    let outcome = call_with_input(&["engine", "--agent", "uniform"], input);
    let answers: Vec<&str> = outcome
        .stdout
        .lines()
        .filter(|line| {
            !line.starts_with("info") && !line.starts_with("option") && !line.starts_with("id")
        })
        .map(|line| line.split(' ').next().unwrap_or_default())
        .collect();
    assert_eq!(
        answers,
        [
            "ugiok", "readyok", "bestmove", "response", "bestmove", "response"
        ],
        "{outcome:#?}"
    );
    assert_eq!(outcome.code, Some(0));
}

#[test]
fn stop_and_quit_are_obeyed_in_an_endless_search() {
    let mut child = command(&["engine", "--rules", "bell"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = child.stdin.take().unwrap();
    let mut from = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut wait = |beginning: &str| loop {
        let line = from.next().unwrap().unwrap();
        if line.starts_with(beginning) {
            return;
        }
    };
    writeln!(to, "ugi\nisready\ngo infinite").unwrap();
    wait("info nodes 1024 ");
    let asked = Instant::now();
    writeln!(to, "stop").unwrap();
    wait("bestmove ");
    // Generous: the machine may be busy.
    assert!(asked.elapsed() < Duration::from_secs(10));
    writeln!(to, "go infinite").unwrap();
    wait("info nodes 64 ");
    writeln!(to, "quit").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_match_between_two_engine_processes_is_played_for_every_rule_set() {
    for rules in PRESETS {
        let strong = engine("--agent uniform --temperature 0.5@12");
        let weak = engine("--agent random");
        let arguments = [
            "match", &strong, &weak, "--games", "2", "--rules", rules, "--quiet",
        ];
        let output = call(&arguments).success();
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines[0].contains(&format!("{strong} against {weak}, {rules}, 2 games")));
        assert!(lines[1].contains("another run may give other results"));
        assert!(lines[2].starts_with("won "), "{output}");
    }
}

#[test]
fn an_engine_plays_a_rule_set_of_a_file_against_an_agent_of_ours() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideways.toml");
    fs::write(&path, "step = \"all\"\npromotion = \"flying\"\n").unwrap();
    let rules = path.to_str().unwrap();
    let engine = engine("--agent rollout@40ms");
    let arguments = [
        "match",
        &engine,
        "uniform@4",
        "--games",
        "4",
        "--rules",
        rules,
        "--quiet",
    ];
    let output = call(&arguments).success();
    assert!(output.contains("4 games from 2 openings"), "{output}");
}

#[test]
fn an_engine_that_fails_ends_the_match_with_one_line_that_says_how() {
    let folder = tempfile::tempdir().unwrap();
    for (at_go, parts) in [
        (
            "echo 'bestmove a1-a2'",
            &[
                "engine `sh ",
                "played what cannot be played at `",
                "illegal move `a1-a2`",
            ][..],
        ),
        (
            "echo bestmove",
            &["played what cannot be played at `", "expected a point"],
        ),
        (
            "echo 'info string error: no idea'; echo 'bestmove none'",
            &["move `none`", "its last words: info string error: no idea"],
        ),
        (
            "echo 'out of memory' >&2; exit 3",
            &[
                "ended (exit status: 3) instead of answering `go nodes 32` at `",
                "out of memory",
            ],
        ),
        (
            "exec sleep 100 >&- 2>&-",
            &["ended instead of answering `go nodes 32` at `"],
        ),
        (
            "while :; do echo info nodes 1; sleep 0.1; done",
            &["did not answer `go nodes 32` at `", "within 1 s"],
        ),
    ] {
        let engine = script(folder.path(), at_go);
        let arguments = [
            "match",
            "random",
            &engine,
            "--games",
            "8",
            "--rules",
            "standard",
            "--engine-timeout",
            "1",
        ];
        let asked = Instant::now();
        call(&arguments).refused(parts);
        assert!(asked.elapsed() < Duration::from_secs(30), "{at_go}");
    }
    for (engine, parts) in [
        (
            "ugi=/no/such/engine",
            &["engine `/no/such/engine` cannot be started"][..],
        ),
        ("ugi=true", &["engine `true` ended", "`ugi`"]),
        ("ugi='engine", &["quotation mark"]),
        ("ugi=", &["command is missing"]),
    ] {
        call(&["match", engine, "random", "--rules", "standard"]).refused(parts);
    }
}

#[test]
fn outside_engines_play_in_matches_only() {
    let outcome = call(&[
        "exact",
        "grade",
        "ugi=engine",
        "--rules",
        "standard",
        "--quiet",
    ]);
    outcome.refused(&["ugi=engine", "in `match` only"]);
}
