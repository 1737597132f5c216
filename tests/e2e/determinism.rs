//! Same seed and configuration, same files: whatever the threads and the order of tasks.

use crate::support::{REVERSED, Snapshot, csv_rows, reference, train};

#[track_caller]
fn check(more: &[&str], expected: &Snapshot) {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), more).success();
    let files = Snapshot::of(folder.path()).results();
    expected.results().assert_same(&files, &more.join(" "));
}

#[test]
fn one_thread_gives_the_same_files() {
    check(&["--threads", "1"], &reference().files);
}

#[test]
fn two_threads_give_the_same_files() {
    check(&["--threads", "2"], &reference().files);
}

#[test]
fn three_threads_give_the_same_files() {
    check(&["--threads", "3"], &reference().files);
}

#[test]
fn tasks_in_reverse_order_give_the_same_files() {
    check(&[REVERSED], &reference().files);
    check(&[REVERSED, "--threads", "1"], &reference().files);
}

#[test]
fn another_seed_gives_other_games_and_weights() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), &["--set", "seed=8", "-q"]).success();
    let other = Snapshot::of(folder.path());
    for name in [
        "evaluation/games.csv",
        "nets/bell/iter-0002/weights.bpk",
        "evaluation/openings.csv",
    ] {
        assert_ne!(other.bytes(name), reference().files.bytes(name), "{name}");
    }
}

#[test]
fn a_variant_is_trained_alike_beside_others_and_alone() {
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), &["--set", "variants=[\"standard\"]", "-q"]).success();
    let alone = Snapshot::of(folder.path());
    let of_it = |files: &Snapshot| {
        let nets = files.results();
        nets.filter(|name| name.starts_with("nets/standard/") || name.contains("games/standard/"))
    };
    of_it(&alone).assert_same(&of_it(&reference().files), "standard alone");
}

#[test]
fn one_shared_network_learns_all_variants_and_the_same_with_any_threads() {
    let shared = ["--set", "network-scope=shared", "--quiet"];
    let folder = tempfile::tempdir().unwrap();
    train(folder.path(), &shared).success();
    let files = Snapshot::of(folder.path());
    let nets: Vec<&str> = files
        .names()
        .filter(|name| name.starts_with("nets/"))
        .collect();
    assert!(
        !nets.is_empty()
            && nets
                .iter()
                .all(|name| name.starts_with("nets/shared/iter-")),
        "{nets:?}"
    );
    let metrics = csv_rows(files.text("metrics.csv"));
    let keys: Vec<String> = metrics
        .iter()
        .map(|row| row.key(&["network", "variant", "iteration"]))
        .collect();
    let variants = ["bell", "standard", "huffing"];
    let expected =
        [1, 2].map(|iteration| variants.map(|variant| format!("shared|{variant}|{iteration}")));
    assert_eq!(keys, expected.concat());
    for row in csv_rows(files.text("evaluation/advantage.csv")) {
        assert_eq!(row.get("checkpoint"), "shared/iter-0002");
    }
    check(&[&shared[..], &["--threads", "1"]].concat(), &files);
    check(
        &[&shared[..], &["--threads", "3", REVERSED]].concat(),
        &files,
    );
}
