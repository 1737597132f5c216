//! Notes the commit that the binary was built from, for the manifests of runs.
//!
//! It runs again when there is a new commit or when a source file changed, and at no other time: it does
//! not watch the index, and it asks git in a way that writes nothing.

use std::path::Path;
use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .arg("--no-optional-locks")
            .args(arguments)
            .output()
            .ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let changed = match git(&["status", "--porcelain", "--untracked-files=no"]) {
        Some(changes) if changes.is_empty() => "no",
        Some(_) => "yes",
        None => "unknown",
    };
    println!("cargo::rustc-env=QUIRKAT_COMMIT={commit}");
    println!("cargo::rustc-env=QUIRKAT_DIRTY={changed}");
    println!("cargo::rerun-if-changed=build.rs");
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).is_file()
    {
        println!("cargo::rerun-if-changed={log}");
        println!("cargo::rerun-if-changed=..");
    }
}
