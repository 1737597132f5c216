//! `convert`, `completions`, `man`: records of games in both formats, and what is generated from the
//! command line's definition.

use crate::support::{call, call_with_input, command, csv_rows, reference};
use std::path::Path;
use std::process::Command;

/// A file in a temporary folder.
fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_games_of_a_run_come_back_from_pdn_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["games.csv", "proxy_games.csv"] {
        let csv = reference().files.text(&format!("evaluation/{name}"));
        let given = file(folder.path(), name, csv);
        let [pdn, back] = [path("games.pdn"), path("back.csv")];
        assert_eq!(call(&["convert", &given, "--out", &pdn]).success(), "");
        call(&["convert", &pdn, "--out", &back]).success();
        assert_eq!(text(&back), csv, "{name}");
        let again = call(&["convert", &back, "--to", "pdn"]).success();
        assert_eq!(again, text(&pdn), "{name}");
        assert_eq!(again.matches("[Variant ").count(), csv_rows(csv).len());
    }
}

#[test]
fn games_pass_through_pipes_and_are_completed() {
    let pdn = "[Variant \"backward\"]\n[FEN \"5/5/5/1b3/w4 w\"]\n1. a1xc3 { the end } *\n";
    let arguments = ["convert", "-", "--from", "pdn", "--to", "csv"];
    let outcome = call_with_input(&arguments, pdn);
    assert!(
        outcome
            .stderr
            .contains("1 comments and annotations left out"),
        "{outcome:#?}"
    );
    assert_eq!(
        outcome.success(),
        "variant,opening,result,reason,plies,moves\nbackward,5/5/5/1b3/w4 w,w,bare,1,a1xc3\n"
    );
    let unchecked = [&arguments[..5], &["pdn", "--no-check"]].concat();
    let output =
        call_with_input(&unchecked, "[Variant \"chess\"] 1. a1-e5 huff:e5 a2-a1 *").success();
    assert_eq!(
        output,
        "[Result \"*\"]\n[Variant \"chess\"]\n\n1. a1-e5 huff:e5 a2-a1 *\n"
    );
}

#[test]
fn a_rule_set_of_ones_own_travels_with_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let rules = file(
        folder.path(),
        "mine.toml",
        "step = \"all\"\nrepetition-draw = 2\n",
    );
    let csv = file(folder.path(), "games.csv", "variant,moves\nmine,c2-c3\n");
    call(&["convert", &csv, "--to", "pdn"]).refused(&[
        "games.csv, line 2, game 1",
        "`mine`",
        "--rules",
    ]);
    let pdn = call(&["convert", &csv, "--to", "pdn", "--rules", &rules]).success();
    assert!(
        pdn.contains("[Variant \"mine\"]\n[Rules \"step=all repetition-draw=2\"]\n"),
        "{pdn}"
    );
    let back = call_with_input(&["convert", "-", "--from", "pdn", "--to", "csv"], &pdn).success();
    assert_eq!(
        csv_rows(&back)[0].get("rules"),
        "step=all repetition-draw=2"
    );
}

#[test]
fn bad_records_are_refused_with_their_place_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let pdn = "[Variant \"bell\"]\n\n1. c2-c3 *\n\n[Variant \"bell\"]\n\n1. c2-c3 c2-c3 *\n";
    let given = file(folder.path(), "games.pdn", pdn);
    let out = file(folder.path(), "out.csv", "precious");
    call(&["convert", &given, "--out", &out]).refused(&[
        "games.pdn, line 5, game 2, move 1...",
        "illegal move `c2-c3`",
        "Black",
    ]);
    assert_eq!(text(&out), "precious");
    call(&["convert", &given]).refused(&["-", "--to"]);
    call(&["convert", &given, "--out", "games.txt"]).refused(&["games.txt", "csv and pdn"]);
    call(&["convert", &given, "--to", "xml"]).refused(&["xml", "csv and pdn"]);
    call(&["convert", "none.pdn", "--to", "csv"]).refused(&["none.pdn", "No such file"]);
    for bytes in [&b"\xff\xfe"[..], b"", b"a,b\n1", b"\0\0\0"] {
        let path = folder.path().join("bad.csv");
        std::fs::write(&path, bytes).unwrap();
        call(&["convert", path.to_str().unwrap(), "--to", "pdn"]).refused(&["bad.csv, line 1"]);
    }
}

/// All commands, by the words that call them.
fn commands() -> Vec<Vec<String>> {
    let mut queue = vec![Vec::new()];
    let mut all: Vec<Vec<String>> = Vec::new();
    while let Some(path) = queue.pop() {
        let arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        let help = call(&[&arguments[..], &["--help"]].concat()).success();
        let section = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        for line in section.take_while(|line| !line.is_empty()) {
            let name = line.split_whitespace().next().unwrap().to_owned();
            if !line.starts_with("   ") && name != "help" {
                queue.push([&path[..], &[name]].concat());
            }
        }
        all.push(path);
    }
    all
}

#[test]
fn there_is_a_manual_page_of_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    call(&["man", "--out", pages.to_str().unwrap()]).success();
    let commands = commands();
    assert!(commands.len() > 20);
    for words in &commands {
        let name = [&["quirkat".to_owned()], &words[..]].concat().join("-");
        let page = std::fs::read_to_string(pages.join(format!("{name}.1")));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        for part in [".TH", ".SH NAME", ".SH SYNOPSIS", "Example"] {
            assert!(page.contains(part), "{part} in the page of {name}");
        }
    }
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), commands.len());
    let main = call(&["man"]).success();
    assert!(
        main.starts_with(".ie") && main.contains("quirkat\\-train(1)"),
        "{main}"
    );
}

#[test]
fn completion_scripts_parse_and_know_commands_and_rule_sets() {
    let bash = call(&["completions", "bash"]).success();
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "quirkat.bash", &bash);
    let parsed = Command::new("bash")
        .args(["-n", &path])
        .output()
        .expect("bash is there");
    assert!(
        parsed.status.success() && parsed.stderr.is_empty(),
        "{parsed:#?}"
    );
    // What bash offers after `quirkat analyse rollout@8 --rules pro`.
    let ask = format!(
        "source {path}; COMP_WORDS=(quirkat analyse rollout@8 --rules pro); COMP_CWORD=4; \
         _quirkat quirkat pro --rules; echo \"${{COMPREPLY[@]}}\""
    );
    let offered = Command::new("bash").args(["-c", &ask]).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&offered.stdout),
        "promotion promotion-flying\n"
    );
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        let script = call(&["completions", shell]).success();
        for word in ["convert", "analyse", "perft", "no-check"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
    }
    let outcome = command(&["completions", "tcsh"]).output().unwrap();
    assert_eq!(outcome.status.code(), Some(2));
}
