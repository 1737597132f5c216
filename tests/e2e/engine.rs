//! `engine` as a process, and external engines in `match`.

use crate::support::{PRESETS, call, call_with_input, command};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// The binary as an external engine.
fn engine(arguments: &str) -> String {
    format!("ugi='{}' engine {arguments}", env!("CARGO_BIN_EXE_quirkat"))
}

/// An external engine that answers as it should until it is asked for a move.
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

/// An engine of ours that says some lines more than once, and starts a program that does not end.
#[cfg(unix)]
fn repeating(folder: &Path, repeated: &str) -> String {
    let path = folder.join("repeating.sh");
    let text = format!(
        "sleep 3171 >&- 2>&- &
        \"{}\" engine --agent uniform | while IFS= read -r line; do
            printf '%s\\n' \"$line\"
            case \"$line\" in {repeated}) printf '%s\\n' \"$line\";; esac
        done",
        env!("CARGO_BIN_EXE_quirkat")
    );
    fs::write(&path, text).unwrap();
    format!("ugi=sh {}@16", path.display())
}

#[cfg(unix)]
#[test]
fn an_answer_too_many_is_no_answer_to_the_next_question_and_nothing_of_an_engine_stays() {
    let folder = tempfile::tempdir().unwrap();
    let play = |repeated: &str| {
        let engine = repeating(folder.path(), repeated);
        let arguments = [
            "match", &engine, "random", "--games", "4", "--rules", "bell", "--quiet",
        ];
        call(&arguments).success()
    };
    let once = play("nothing");
    let twice = play("bestmove*");
    assert_eq!(once, twice);
    assert!(once.contains("is asked by `go nodes 16`"), "{once}");
    let left = std::process::Command::new("pgrep")
        .args(["-f", "sleep 3171"])
        .output();
    // Where there is no such tool, nothing is said.
    if let Ok(left) = left {
        assert_eq!(String::from_utf8_lossy(&left.stdout), "");
    }
}

#[test]
fn an_engine_that_fails_loses_the_game_as_often_as_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let engine = script(folder.path(), "echo 'out of memory' >&2; exit 3");
    let out = folder.path().join("games.pdn");
    let play = |restart: &str| {
        call(&[
            "match",
            "random",
            &engine,
            "--games",
            "4",
            "--rules",
            "standard",
            "--threads",
            "1",
            "--restart",
            restart,
            "--out",
            out.to_str().unwrap(),
        ])
    };
    let stopped = play("2");
    assert_eq!(stopped.code, Some(2), "{stopped:?}");
    assert!(
        stopped.stderr.contains("out of memory"),
        "{}",
        stopped.stderr
    );
    assert!(
        stopped.stderr.contains("2 of 4 games are played and kept"),
        "{}",
        stopped.stderr
    );
    let said = play("4").success();
    assert!(said.contains("won 4  drawn 0  lost 0"), "{said}");
    assert!(
        said.contains("game 4: lost by") && said.contains("out of memory"),
        "{said}"
    );
    let games = std::fs::read_to_string(&out).unwrap();
    assert_eq!(
        games.matches("[Termination \"forfeit\"]").count(),
        4,
        "{games}"
    );
}

#[test]
fn a_time_after_the_at_sign_is_in_milliseconds_or_refused() {
    for (spec, parts) in [
        ("ugi=engine@1s", &["milliseconds", "@1000ms"][..]),
        ("ugi=engine@0.5s", &["milliseconds"]),
    ] {
        call(&["match", spec, "random", "--rules", "bell"]).refused(parts);
    }
}

#[test]
fn external_engines_play_in_matches_only() {
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
