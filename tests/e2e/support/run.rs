use super::call::{Outcome, call};
use super::snapshot::Snapshot;
use std::path::Path;
use std::sync::OnceLock;

/// The configuration that these tests run: seconds, every step.
pub(crate) const SMOKE: &str = "configs/smoke.toml";

/// `quirkat train configs/smoke.toml --out FOLDER`, with more arguments.
pub(crate) fn train(folder: &Path, more: &[&str]) -> Outcome {
    let folder = folder.to_str().expect("paths are UTF-8");
    call(&[&["train", SMOKE, "--out", folder], more].concat())
}

/// A whole run, done once and kept in memory; tests write copies of it.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) files: Snapshot,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The uninterrupted run.
pub(crate) fn reference() -> &'static Reference {
    static REFERENCE: OnceLock<Reference> = OnceLock::new();
    REFERENCE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let run = folder.path().join("run");
        let outcome = train(&run, &[]);
        assert_eq!(outcome.code, Some(0), "{outcome:#?}");
        Reference {
            files: Snapshot::of(&run),
            stdout: outcome.stdout,
            stderr: outcome.stderr,
        }
    })
}
