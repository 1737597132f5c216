//! A finished run goes on when iterations grow, and refuses every other change.

use crate::support::{Snapshot, reference, train};

#[test]
fn a_run_extended_by_an_iteration_equals_a_longer_run() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), &["--set", "iterations=1", "-q"]).success();
    let shorter = Snapshot::of(folder.path());
    train(folder.path(), &["--set", "iterations=2", "-q"]).success();
    let extended = Snapshot::of(folder.path());
    // What was measured of the earlier checkpoints is kept.
    let of_earlier =
        |name: &str| name.starts_with("evaluation/games/") && name.contains("/iter-0001/");
    let kept = extended.filter(of_earlier);
    assert!(kept.names().count() > 0);
    kept.assert_same(&shorter.filter(of_earlier), "games of the shorter run");
    let longer = reference().files.results();
    extended
        .results()
        .filter(|name| !of_earlier(name))
        .assert_same(&longer, "the extended run");
}

#[test]
fn an_untrained_run_extends_to_the_same_run() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), &["--set", "iterations=0", "-q"]).success();
    train(folder.path(), &["-q"]).success();
    let files = Snapshot::of(folder.path()).results();
    let files =
        files.filter(|name| !name.starts_with("evaluation/games/") || name.contains("/iter-0002/"));
    reference()
        .files
        .results()
        .assert_same(&files, "extended from nothing");
}

#[test]
fn every_other_change_is_refused_with_its_keys_and_nothing_changes_on_disk() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    let cases: [(&[&str], &[&str]); 7] = [
        (&["iterations=1"], &["iterations (there 2, now 1)"]),
        (&["seed=8"], &["seed (there 7, now 8)"]),
        (
            &["iterations=3", "simulations=9"],
            &["simulations (there 8, now 9)"],
        ),
        (
            &["evaluation.games=26", "network.width=16"],
            &[
                "evaluation.games (there 24, now 26)",
                "network.width (there 32, now 16)",
            ],
        ),
        (
            &["network-scope=shared"],
            &["network-scope", "per-variant", "shared"],
        ),
        (
            &["variants=[\"bell\"]"],
            &["variants", "rules.huffing.huffing (there true, now none)"],
        ),
        (
            &["self-play.temperature=0.5"],
            &["self-play.temperature (there 1.0, now 0.5)"],
        ),
    ];
    for (sets, parts) in cases {
        let more: Vec<&str> = sets.iter().flat_map(|set| ["--set", *set]).collect();
        let outcome = train(folder.path(), &more);
        outcome.refused(&["another configuration", "--out"]);
        outcome.refused(parts);
        if sets.len() == 1 && !sets[0].starts_with("variants") {
            assert!(
                !outcome.stderr.contains(';') || outcome.stderr.matches(';').count() == 1,
                "{}",
                outcome.stderr
            );
        }
        reference()
            .files
            .assert_same(&Snapshot::of(folder.path()), &sets.join(", "));
    }
}

#[test]
fn changed_rules_under_the_same_name_are_refused_with_the_switch() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("mine.toml");
    let rules = folder.path().join("rules.toml");
    std::fs::write(&rules, "step = \"all\"\n").unwrap();
    let text = "variants = [\"rules.toml\"]\niterations = 0\n[network]\nwidth = 8\nblocks = 0\n\
        [evaluation]\ngames = 2\nsimulations = [0]\nproxy-games = 0\n";
    std::fs::write(&config, text).unwrap();
    let out = folder.path().join("run");
    let arguments = [
        "train",
        config.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "-q",
    ];
    crate::support::call(&arguments).success();
    let before = Snapshot::of(&out);
    std::fs::write(&rules, "step = \"all\"\nrepetition-draw = 4\n").unwrap();
    crate::support::call(&arguments).refused(&["rules.rules.repetition-draw (there 3, now 4)"]);
    before.assert_same(&Snapshot::of(&out), "after a refusal");
}
