//! Faults at any operation on a file: one clear line at most, nothing lost, and the same command goes on
//! to the same files.

use crate::support::{SMOKE, Snapshot, path_in_repository};
use std::path::Path;
use std::process::{Command, Output};

/// A run with a few of each kind of file.
const SMALL: [&str; 10] = [
    "variants=[\"bell\"]",
    "iterations=2",
    "games-per-iteration=8",
    "self-play.games-per-task=4",
    "strength.games=2",
    "strength.grade-simulations=1",
    "evaluation.start-sets=[\"initial\",\"tempo\"]",
    "evaluation.games=4",
    "evaluation.openings=2",
    "evaluation.proxy-games=2",
];

fn small(folder: &Path, fault: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quirkat"));
    command.args(["train", &path_in_repository(SMOKE), "-q", "--threads", "1"]);
    for set in SMALL {
        command.args(["--set", set]);
    }
    command.arg("--out").arg(folder);
    if let Some(fault) = fault {
        command.env("QUIRKAT_TEST_FAULT", fault);
    }
    command.output().expect("the binary runs")
}

/// Strikes at every `stride`th operation until the run comes to its end untouched. How often.
#[allow(clippy::print_stdout, reason = "for the log of tests/slow/faults.sh")]
fn strike_all(kind: &str, stride: u64) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    assert!(small(&whole, None).status.success());
    let whole = Snapshot::of(&whole).results();
    let mut struck = 0;
    for at in (1..).step_by(stride as usize) {
        let fault = format!("{kind}:{at}");
        let run = folder.path().join(&fault);
        let output = small(&run, Some(&fault));
        if output.status.success() {
            break;
        }
        struck += 1;
        let said = String::from_utf8_lossy(&output.stderr);
        if matches!(kind, "error" | "full") {
            assert_eq!(output.status.code(), Some(2), "{fault}: {said}");
            assert!(said.starts_with("error: "), "{fault}: {said}");
            assert_eq!(said.lines().count(), 1, "{fault}: {said}");
        } else {
            assert_eq!(output.status.code(), None, "{fault}: {said}");
        }
        let again = small(&run, None);
        let said = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success(), "after {fault}: {said}");
        whole.assert_same(&Snapshot::of(&run).results(), &fault);
        std::fs::remove_dir_all(&run).unwrap();
    }
    println!("{kind}: {struck} operations struck");
    struck
}

/// Every operation when it is asked for (`tests/slow/faults.sh`), else some.
fn stride() -> u64 {
    if std::env::var_os("QUIRKAT_TEST_ALL_FAULTS").is_some() {
        1
    } else {
        17
    }
}

#[test]
fn a_run_that_ends_at_any_operation_goes_on_to_the_same_files() {
    assert!(strike_all("crash", stride()) > 10);
}

#[test]
fn a_run_that_ends_in_the_middle_of_a_write_goes_on_to_the_same_files() {
    assert!(strike_all("torn", stride()) > 10);
}

#[test]
fn an_operation_that_fails_is_one_line_and_the_run_goes_on_to_the_same_files() {
    assert!(strike_all("error", stride()) > 10);
}

#[test]
fn a_full_disk_is_one_line_and_the_run_goes_on_to_the_same_files() {
    assert!(strike_all("full", stride()) > 10);
}
