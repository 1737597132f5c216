//! Tables that follow from raw games, computed anew beside the run.

use crate::{balance, evaluation};
use anyhow::{Context, Result};
use std::path::Path;

/// What follows from raw games, and is computed anew.
const DERIVED: [&str; 7] = [
    "advantage.csv",
    "comparisons.csv",
    "variants.csv",
    "curve.csv",
    "pairs.csv",
    "first_moves.csv",
    "effects.csv",
];

/// The tables of a run computed anew from its raw games, with their names. The run is only read: the
/// computation is made on a copy of what it needs.
///
/// # Errors
/// Raw games that are missing, cut or changed, with file and line; a copy that cannot be made.
pub fn recompute_tables(run: &Path) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let copy = tempfile::tempdir().context("cannot make a temporary folder")?;
    copy_files(run, copy.path(), |name| name == "config.toml")?;
    let tables = copy.path().join("evaluation");
    std::fs::create_dir(&tables).context("cannot make a temporary folder")?;
    copy_files(&run.join("evaluation"), &tables, |name| {
        !DERIVED.contains(&name)
    })?;
    // The copy's place means nothing to the reader.
    let in_run = |error: anyhow::Error| {
        let place = copy.path().display().to_string();
        let text = format!("{error:#}").replace(&place, &run.display().to_string());
        anyhow::anyhow!(text)
    };
    if balance::is_balance(copy.path())? {
        balance::recompute(copy.path()).map_err(in_run)?;
    } else {
        evaluation::recompute(copy.path()).map_err(in_run)?;
    }
    let table = |name: &'static str| {
        let content = std::fs::read(tables.join(name)).ok()?;
        Some((name, content))
    };
    Ok(DERIVED.into_iter().filter_map(table).collect())
}

/// Copies the files of one folder, none below it.
fn copy_files(from: &Path, to: &Path, wanted: impl Fn(&str) -> bool) -> Result<()> {
    let place = || from.display().to_string();
    for entry in std::fs::read_dir(from).with_context(place)? {
        let entry = entry.with_context(place)?;
        let name = entry.file_name();
        if entry.path().is_file() && wanted(&name.to_string_lossy()) {
            std::fs::copy(entry.path(), to.join(name))
                .with_context(|| entry.path().display().to_string())?;
        }
    }
    Ok(())
}
