use anyhow::{Context, Result};
use quirkat_store::StoreFolder;

/// The resolved configuration of a run, as its folder holds it: the keys of the configuration, and the
/// rule sets by name under `rules`.
///
/// # Errors
/// Names a file that is not there or is no TOML.
pub(crate) fn read_resolved(folder: &StoreFolder) -> Result<toml::Table> {
    let shown = || folder.place_of("config.toml").display().to_string();
    let text = folder.get("config.toml")?;
    let text = text.with_context(|| format!("{}: there is no such file", shown()))?;
    let text = String::from_utf8(text).with_context(shown)?;
    text.parse().with_context(shown)
}

/// Whether a folder is that of a balance job, or else of a training run.
///
/// # Errors
/// When it holds neither.
pub fn is_balance(folder: &StoreFolder) -> Result<bool> {
    Ok(read_resolved(folder)?.contains_key("measure"))
}
