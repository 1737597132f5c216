//! No room on the disk: an error, and with room again the same command ends with the same files.

use crate::support::{SMOKE, Snapshot, call, path_in_repository, reference, train};
use std::process::Command;

/// The binary's own file-size limit stands in for a full disk where nothing can be mounted: a write
/// fails in the middle of a file.
fn train_with_limit(blocks: u32, folder: &str) -> (Option<i32>, String) {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let arguments = ["train", &path_in_repository(SMOKE), "--out", folder, "-q"];
    let output = Command::new("sh")
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_quirkat")])
        .args(arguments)
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"", "no result");
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_write_that_fails_midway_is_an_error_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    // In blocks of 512 bytes: too few for weights, for an optimiser's state, for games.csv.
    for blocks in [100, 300, 406] {
        let (code, said) = train_with_limit(blocks, run.to_str().unwrap());
        assert_eq!(
            (code, said.lines().count()),
            (Some(2), 1),
            "{blocks} blocks: {said}"
        );
        assert!(
            said.starts_with("error: ") && said.contains("File too large"),
            "{said}"
        );
        assert_eq!(said.matches("os error").count(), 1, "said once: {said}");
        let left = Snapshot::of(&run).filter(|name| name.contains(".writing-"));
        assert_eq!(left.names().count(), 0, "nothing half-written is left");
    }
    train(&run, &[]).success();
    reference()
        .files
        .results()
        .assert_same(&Snapshot::of(&run).results(), "with room again");
}

/// Runs in a tiny file system of its own, then with room, and leaves a copy of the run outside.
const SCRIPT: &str = r#"
set -u
mkdir "$1/disk" && mount -t tmpfs -o size="$2"k none "$1/disk" || exit 77
"$3" train "$4" --quiet --out "$1/disk/run" >"$1/stdout" 2>"$1/stderr"
echo $? >"$1/code"
mount -o remount,size=64m "$1/disk" || exit 77
"$3" train "$4" --quiet --out "$1/disk/run" >"$1/stdout-2" 2>"$1/stderr-2" || exit 1
cp -r "$1/disk/run" "$1/copy"
"#;

/// Whether a file system could be mounted at all.
fn on_a_disk_of(kilobytes: usize) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let size = kilobytes.to_string();
    let config = path_in_repository(SMOKE);
    // The mount is seen by these processes only, and goes with them.
    let done = [&["--mount"][..], &["--user", "--map-root-user", "--mount"]]
        .iter()
        .any(|isolation| {
            let status = Command::new("unshare")
                .args(*isolation)
                .args(["sh", "-c", SCRIPT, "sh"])
                .args([
                    path.to_str().unwrap(),
                    &size,
                    env!("CARGO_BIN_EXE_quirkat"),
                    &config,
                ])
                .stderr(std::process::Stdio::null())
                .status();
            let done = status.is_ok_and(|status| status.success());
            let _ = done || std::fs::remove_dir(path.join("disk")).is_ok();
            done || path.join("code").exists()
        });
    if !done {
        return false;
    }
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let said = read("stderr");
    assert_eq!(read("code"), "2\n", "{kilobytes} kB: {said}");
    assert_eq!(
        (read("stdout"), said.lines().count()),
        (String::new(), 1),
        "{kilobytes} kB: {said}"
    );
    assert!(
        said.starts_with("error: ") && said.contains("No space left on device"),
        "{said}"
    );
    assert_eq!(read("stderr-2"), "");
    let files = Snapshot::of(&path.join("copy")).results();
    reference()
        .files
        .results()
        .assert_same(&files, &format!("with room after {kilobytes} kB"));
    true
}

#[test]
fn a_full_disk_is_an_error_and_with_space_the_run_ends_with_the_same_files() {
    let files = &reference().files;
    // Files take whole pages there.
    let kilobytes = |files: &Snapshot| -> usize {
        files
            .names()
            .map(|name| 4 * files.bytes(name).len().div_ceil(4096))
            .sum()
    };
    let all = kilobytes(files);
    let evaluation = kilobytes(&files.filter(|name| name.starts_with("evaluation/")));
    // Full at the first checkpoints, within training, within the evaluation.
    for size in [all / 20, (all - evaluation) / 2, all - evaluation / 2] {
        if !on_a_disk_of(size) {
            eprintln!("skipped: no tmpfs can be mounted here, so there is no full disk to test on");
            return;
        }
    }
}

#[test]
fn a_full_standard_output_is_an_error() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else {
        eprintln!("skipped: this system has no /dev/full");
        return;
    };
    let outcome = crate::support::command(&["rules", "moves", "--rules", "bell"])
        .stdout(full)
        .output();
    crate::support::Outcome::from(outcome.unwrap()).refused(&["No space left"]);
    assert_eq!(call(&["rules", "show"]).code, Some(0));
}
