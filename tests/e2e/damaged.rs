//! Damaged files of a run: refused with their path, nothing else touched, and everything as before
//! once they are right again.

use crate::support::{Outcome, Snapshot, call, reference, train};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A copy of the finished run without the files whose names begin so.
fn copy_without(prefixes: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let keep = |name: &str| !prefixes.iter().any(|prefix| name.starts_with(prefix));
    reference().files.filter(keep).write_to(folder.path());
    folder
}

/// A copy of the run in which `bell` still lacks its last iteration.
fn unfinished() -> TempDir {
    copy_without(&[
        "nets/bell/iter-0002/",
        "evaluation/",
        "metrics.csv",
        "timings.csv",
    ])
}

fn cut(path: &Path) {
    let content = fs::read(path).unwrap();
    fs::write(path, &content[..content.len() / 2]).unwrap();
}

fn match_with(net: &Path) -> Outcome {
    let agent = format!("net={}@0", net.display());
    call(&[
        "match", &agent, "random", "--rules", "bell", "--games", "4", "--quiet",
    ])
}

/// Damages a file, checks that a command is refused with these words and touches nothing, puts the
/// file right and sees the run to the same end.
fn check(
    run: &TempDir,
    name: &str,
    damage: impl Fn(&Path),
    call: impl Fn() -> Outcome,
    parts: &[&str],
) {
    let path = run.path().join(name);
    let right = fs::read(&path).unwrap();
    damage(&path);
    let before = Snapshot::of(run.path());
    let outcome = call();
    outcome.refused(&[name]);
    outcome.refused(parts);
    before.assert_same(&Snapshot::of(run.path()), name);
    fs::write(&path, right).unwrap();
    train(run.path(), &["-q"]).success();
    reference()
        .files
        .results()
        .assert_same(&Snapshot::of(run.path()).results(), name);
}

const CHECKPOINT: &str = "nets/bell/iter-0002/checkpoint.json";

fn other_version(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("\"format-version\": 3,"), "{text}");
    fs::write(
        path,
        text.replace("\"format-version\": 3,", "\"format-version\": 99,"),
    )
    .unwrap();
}

#[test]
fn truncated_weights_are_refused_by_match_and_trained_again_by_train() {
    let run = copy_without(&[]);
    let name = "nets/bell/iter-0002/weights.bpk";
    let parts = ["damaged checkpoint", "hash"];
    check(&run, name, cut, || match_with(run.path()), &parts);
    check(
        &run,
        name,
        cut,
        || match_with(&run.path().join("nets/bell/iter-0002")),
        &parts,
    );
    falls_back(&run, name);
}

/// Cuts a file of a checkpoint and sees the run to its end from the checkpoint before, with a warning.
fn falls_back(run: &TempDir, name: &str) {
    cut(&run.path().join(name));
    let outcome = train(run.path(), &[]);
    for part in ["warning: ", name, "trains iteration", "again"] {
        assert!(outcome.stderr.contains(part), "{part}: {}", outcome.stderr);
    }
    outcome.success();
    reference()
        .files
        .results()
        .assert_same(&Snapshot::of(run.path()).results(), name);
}

#[test]
fn a_checkpoint_of_another_version_is_refused_by_match_and_by_train() {
    let run = copy_without(&[]);
    let parts = ["format-version is 99", "this build reads 3"];
    check(
        &run,
        CHECKPOINT,
        other_version,
        || match_with(run.path()),
        &parts,
    );
    check(
        &run,
        CHECKPOINT,
        other_version,
        || train(run.path(), &[]),
        &parts,
    );
}

#[test]
fn a_truncated_description_is_refused_by_match_and_trained_again_by_train() {
    let run = copy_without(&[]);
    check(
        &run,
        CHECKPOINT,
        cut,
        || match_with(run.path()),
        &["damaged checkpoint"],
    );
    falls_back(&run, CHECKPOINT);
}

#[test]
fn a_truncated_optimiser_is_passed_over_when_training_goes_on() {
    let run = unfinished();
    falls_back(&run, "nets/bell/iter-0001/optimizer.bpk");
}

#[test]
fn a_missing_checkpoint_in_the_middle_is_refused_with_its_folder() {
    let run = copy_without(&["nets/bell/iter-0001/"]);
    let before = Snapshot::of(run.path());
    train(run.path(), &[]).refused(&["nets/bell/iter-0001", "missing"]);
    before.assert_same(&Snapshot::of(run.path()), "after a refusal");
}

#[test]
fn a_run_without_its_configuration_or_manifest_is_refused() {
    for name in ["config.toml", "manifest.json"] {
        let run = copy_without(&[name]);
        let before = Snapshot::of(run.path());
        train(run.path(), &[]).refused(&[name, "missing"]);
        before.assert_same(&Snapshot::of(run.path()), "after a refusal");
    }
}

#[test]
fn a_checkpoint_of_another_iteration_is_no_checkpoint_of_this_one() {
    let run = copy_without(&["nets/bell/iter-0002/"]);
    let files = reference()
        .files
        .filter(|name| name.starts_with("nets/bell/iter-0001/"));
    for name in files.names() {
        let to = name.replace("iter-0001", "iter-0002");
        let to = run.path().join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, files.bytes(name)).unwrap();
    }
    match_with(run.path()).refused(&["damaged checkpoint", "iteration 1"]);
    let outcome = train(run.path(), &[]);
    assert!(outcome.stderr.contains("iteration 1"), "{}", outcome.stderr);
    reference()
        .files
        .results()
        .assert_same(&Snapshot::of(run.path()).results(), "trained again");
}

#[test]
fn truncated_and_changed_games_of_an_evaluation_are_refused() {
    let run = copy_without(&[]);
    let name = "evaluation/games/standard/iter-0002/initial-greedy-8-00000.games";
    check(
        &run,
        name,
        cut,
        || train(run.path(), &[]),
        &["damaged games file", "delete it"],
    );
    let flip = |path: &Path| {
        let mut content = fs::read(path).unwrap();
        *content.last_mut().unwrap() ^= 1;
        fs::write(path, content).unwrap();
    };
    check(
        &run,
        name,
        flip,
        || train(run.path(), &[]),
        &["damaged games file"],
    );
    check(
        &run,
        name,
        |path| fs::write(path, "").unwrap(),
        || train(run.path(), &[]),
        &["damaged games file"],
    );
    let other = run
        .path()
        .join("evaluation/games/standard/iter-0002/initial-sampled-1-8-8-00000.games");
    let foreign = |path: &Path| {
        fs::copy(&other, path).unwrap();
    };
    check(
        &run,
        name,
        foreign,
        || train(run.path(), &[]),
        &["games of another", "delete it"],
    );
}

#[test]
fn truncated_games_of_self_play_are_refused() {
    let run = unfinished();
    let name = "games/bell/iter-0000/bell-00001.games";
    check(
        &run,
        name,
        cut,
        || train(run.path(), &["-q"]),
        &["damaged games file", "delete it"],
    );
}

#[test]
fn a_damaged_games_file_that_is_deleted_is_played_again() {
    let run = unfinished();
    for name in [
        "games/bell/iter-0001/bell-00002.games",
        "games/bell/iter-0000/bell-00000.games",
    ] {
        fs::remove_file(run.path().join(name)).unwrap();
    }
    train(run.path(), &[]).success();
    reference()
        .files
        .results()
        .assert_same(&Snapshot::of(run.path()).results(), "games played again");
}
