//! A run that is killed or stopped at any moment goes on by the same command and ends with the same
//! files. A long series of kills is in `tests/slow`.

use crate::support::{Running, SMOKE, Snapshot, command, reference, train};
use std::path::Path;
use std::time::Duration;

/// xorshift64: where to kill next.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % below
    }
}

fn start(folder: &Path, more: &[&str]) -> Running {
    let folder = folder.to_str().unwrap();
    Running::start(command(
        &[&["train", SMOKE, "--quiet", "--out", folder], more].concat(),
    ))
}

/// Kills the run each time when it has written some more files, until it ends or no kills are left;
/// then lets it end. How many kills hit it while it learnt, and while it was evaluated.
fn killed_again_and_again(seed: u64, kills: usize) -> [usize; 2] {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let all = reference().files.names().count() as u64;
    let mut moments = Moments(seed);
    let mut hits = [0; 2];
    let mut files = 0;
    for _ in 0..kills {
        files += 1 + moments.next(2 * all / kills as u64);
        let mut running = start(&run, &[]);
        if !running.wait_for_files(&run, files as usize) {
            break;
        }
        std::thread::sleep(Duration::from_micros(moments.next(3000)));
        if running.kill().code().is_none() {
            hits[usize::from(run.join("evaluation").exists())] += 1;
        }
    }
    let outcome = train(&run, &[]);
    let whole = reference();
    let printed = |text: &str| text.split("\nWritten to").next().unwrap().to_owned();
    assert_eq!(
        printed(&outcome.success()),
        printed(&whole.stdout),
        "seed {seed}"
    );
    let files = Snapshot::of(&run).results();
    whole
        .files
        .results()
        .assert_same(&files, &format!("kills of seed {seed}: {hits:?}"));
    hits
}

#[test]
fn a_run_killed_again_and_again_ends_with_the_same_files() {
    let mut hits = [0; 2];
    for seed in [1, 20, 300] {
        let [learning, evaluating] = killed_again_and_again(seed, 6);
        hits = [hits[0] + learning, hits[1] + evaluating];
    }
    assert!(
        hits.iter().all(|hits| *hits > 0),
        "kills hit learning and evaluation: {hits:?}"
    );
}

#[test]
fn a_run_killed_before_it_wrote_anything_begins_anew() {
    let folder = tempfile::tempdir().unwrap();
    // What is there after the first steps of a run.
    std::fs::write(folder.path().join("run.lock"), "").unwrap();
    std::fs::write(folder.path().join(".writing-abc123"), "{").unwrap();
    train(folder.path(), &[]).success();
    reference().files.results().assert_same(
        &Snapshot::of(folder.path()).results(),
        "a run from its lock alone",
    );
}

#[test]
fn what_a_killed_process_was_writing_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    reference().files.write_to(folder.path());
    for name in [
        "nets/bell/.writing-a/weights.bpk",
        "games/bell/iter-0000/.writing-b",
        "evaluation/.writing-c",
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "half").unwrap();
    }
    train(folder.path(), &[]).success();
    reference()
        .files
        .assert_same(&Snapshot::of(folder.path()), "after leftovers");
}

/// Stops a run by a signal at so many files, and goes on.
fn stopped(signal: &str, code: i32, files: usize) {
    // It may end before the signal reaches it, if rarely.
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let mut running = start(folder.path(), &["--threads", "1"]);
        if !running.wait_for_files(folder.path(), files) {
            continue;
        }
        running.signal(signal);
        let (ended, said) = running.end();
        if ended == Some(0) {
            continue;
        }
        assert_eq!(ended, Some(code), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            said.contains("saved") && said.contains("same command"),
            "it says how to go on: {said}"
        );
        let leftovers = Snapshot::of(folder.path()).filter(|name| name.contains(".writing-"));
        assert_eq!(leftovers.names().count(), 0, "nothing half-written is left");
        train(folder.path(), &[]).success();
        reference()
            .files
            .results()
            .assert_same(&Snapshot::of(folder.path()).results(), signal);
        return;
    }
    panic!("the run always ended before {signal}");
}

#[test]
fn sigterm_ends_a_run_with_143_and_it_goes_on() {
    stopped("TERM", 143, 8);
}

#[test]
fn sigint_ends_a_run_with_130_and_it_goes_on() {
    stopped("INT", 130, 20);
}

#[test]
fn a_match_stopped_by_a_signal_ends_with_143() {
    let arguments = [
        "match",
        "rollout@1000",
        "rollout@1000",
        "--rules",
        "huffing",
        "--games",
        "400",
    ];
    let running = Running::start(command(&arguments));
    // It cannot end by itself in this test's life; a signal before it listens ends it as well.
    std::thread::sleep(Duration::from_millis(300));
    running.signal("TERM");
    let (ended, said) = running.end();
    assert!(
        ended == Some(143) && said.contains("stopped") || ended.is_none(),
        "{ended:?}: {said}"
    );
}
