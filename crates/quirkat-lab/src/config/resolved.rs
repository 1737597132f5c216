use anyhow::{Context, Result};
use std::path::Path;

/// The resolved configuration of a run, as its folder holds it: the keys of the configuration, and the
/// rule sets by name under `rules`.
///
/// # Errors
/// Names a file that is not there or is no TOML.
pub(crate) fn read_resolved(folder: &Path) -> Result<toml::Table> {
    let path = folder.join("config.toml");
    let shown = || path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(shown)?;
    text.parse().with_context(shown)
}

/// Whether a folder is that of a balance job, or else of a training run.
///
/// # Errors
/// When it holds neither.
pub fn is_balance(folder: &Path) -> Result<bool> {
    Ok(read_resolved(folder)?.contains_key("measure"))
}
