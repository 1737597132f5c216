//! Notes the commit that the binary was built from, for the manifests of runs.

use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let dirty = match git(&["status", "--porcelain", "--untracked-files=no"]) {
        Some(changes) if changes.is_empty() => "no",
        Some(_) => "yes",
        None => "unknown",
    };
    println!("cargo::rustc-env=QUIRKAT_COMMIT={commit}");
    println!("cargo::rustc-env=QUIRKAT_DIRTY={dirty}");
    if let Some(folder) = git(&["rev-parse", "--git-dir"]) {
        println!("cargo::rerun-if-changed={folder}/HEAD");
        println!("cargo::rerun-if-changed={folder}/index");
    }
    println!("cargo::rerun-if-changed=src");
}
