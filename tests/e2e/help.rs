//! Help, `run inspect`, and readers who have seen enough.

use crate::support::{SMOKE, call, command, reference, train};
use std::io::Read;
use std::process::Stdio;

/// The names under "Commands:" in a help text.
fn subcommands(help: &str) -> Vec<String> {
    let section = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    section
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

#[test]
fn the_help_of_every_command_has_an_example_that_names_it() {
    let mut queue = vec![Vec::new()];
    let mut seen = Vec::new();
    while let Some(path) = queue.pop() {
        let arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        let help = call(&[&arguments[..], &["--help"]].concat()).success();
        assert!(help.contains("Example"), "{arguments:?}: {help}");
        let words = [&["quirkat"], &arguments[..]].concat().join(" ");
        let example = help.split("Example").nth(1).unwrap();
        assert!(example.contains(&words), "an example of `{words}`: {help}");
        for name in subcommands(&help) {
            let mut path = path.clone();
            path.push(name);
            queue.push(path);
        }
        seen.push(words);
    }
    for command in [
        "train",
        "match",
        "engine",
        "rules show",
        "rules moves",
        "rules replay",
        "rules perft",
        "run inspect",
        "report",
    ] {
        assert!(
            seen.contains(&format!("quirkat {command}")),
            "{command} in {seen:?}"
        );
    }
    let version = call(&["--version"]).success();
    assert!(version.starts_with("quirkat "), "{version}");
}

#[test]
fn inspect_shows_what_a_finished_run_has_done() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let run = folder.path().to_str().unwrap();
    let output = call(&["run", "inspect", run]).success();
    for part in [
        "seed       7",
        "iterations 2",
        "[\"bell\", \"standard\", \"huffing\"]",
        "evaluation/advantage.csv",
    ] {
        assert!(output.contains(part), "`{part}` in {output}");
    }
    for variant in ["bell", "standard", "huffing"] {
        let rows = output
            .lines()
            .filter(|line| line.trim_start().starts_with(variant));
        assert_eq!(
            rows.count(),
            1 + 12,
            "a network and 12 results of {variant}: {output}"
        );
        let text = reference()
            .files
            .text(&format!("nets/{variant}/iter-0002/checkpoint.json"));
        let info: serde_json::Value = serde_json::from_str(text).unwrap();
        assert!(
            output.contains(&info["weights-blake3"].as_str().unwrap()[..12]),
            "{output}"
        );
    }
}

#[test]
fn inspect_tells_an_unfinished_run_and_refuses_other_folders() {
    let folder = tempfile::tempdir().unwrap();
    let unfinished = |name: &str| !name.starts_with("evaluation/") && !name.contains("iter-0002");
    reference().files.filter(unfinished).write_to(folder.path());
    let output = call(&["run", "inspect", folder.path().to_str().unwrap()]).success();
    assert!(
        output.contains("iteration    1 of 2") && output.contains("not finished"),
        "{output}"
    );
    let empty = tempfile::tempdir().unwrap();
    call(&["run", "inspect", empty.path().to_str().unwrap()]).refused(&["holds no run"]);
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    for arguments in [
        &["rules", "moves", "--rules", "bell"][..],
        &["rules", "show", "bell"],
        &["rules", "perft", "--rules", "bell", "--divide", "8"],
        &[
            "match", "random", "random", "--rules", "bell", "--games", "20",
        ],
        &["--help"],
        &["rules", "moves", "--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(arguments).stdout(writer).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*stderr),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_long_answer_may_be_cut_short_by_its_reader() {
    // More than a pipe holds, so that the write fails midway.
    let line = format!(
        "{{\"ruleset\":\"bell\",\"fen\":\"{}\"}}\n",
        crate::support::START
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("questions");
    std::fs::write(&path, line.repeat(5000)).unwrap();
    let mut child = command(&["rules", "moves", "--jsonl"])
        .stdin(std::fs::File::open(path).unwrap())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]));
    assert!(start.starts_with(b"{\"fen\":"));
}

#[test]
fn a_run_goes_on_when_nobody_reads_its_progress() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let run = folder.path().to_str().unwrap();
    let output = command(&["train", SMOKE, "--out", run])
        .stderr(writer)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let again = train(folder.path(), &[]).success();
    assert_eq!(String::from_utf8_lossy(&output.stdout), again);
}
