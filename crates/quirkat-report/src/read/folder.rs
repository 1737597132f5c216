//! The files of a run's folder.

use crate::ReportError;
use quirkat_store::StoreFolder;
use quirkat_tables::{Table, changed_tables};
use std::path::Path;

/// The text of a file; `None` when there is none.
pub(super) fn text(path: &Path) -> Result<Option<String>, ReportError> {
    match std::fs::read(path) {
        Ok(bytes) => String::from_utf8(bytes)
            .map(Some)
            .map_err(|_| malformed(path, "not UTF-8")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(ReportError::Unreadable {
            path: path.to_owned(),
            source,
        }),
    }
}

pub(super) fn malformed(path: &Path, why: &str) -> ReportError {
    ReportError::Malformed {
        path: path.to_owned(),
        why: why.to_owned(),
    }
}

/// The folder's own name, however it was written.
pub(super) fn name_of(folder: &Path) -> String {
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    whole.file_name().map_or_else(
        || folder.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// The tables of a run that differ from what its checksums say, or are gone.
pub(super) fn changed(folder: &Path) -> Result<Vec<String>, ReportError> {
    let files = StoreFolder::local(folder);
    let mut changed = changed_tables(&files.folder("evaluation"))?;
    changed.extend(changed_tables(&files)?);
    Ok(changed)
}

/// Folders of a run that hold no runs of their own.
const NO_RUNS: [&str; 4] = ["evaluation", "games", "nets", "report"];

/// The run's own `metrics.csv`, or those of the runs in its folder, in the order of their names.
pub(super) fn metrics(folder: &Path) -> Result<Vec<Table>, ReportError> {
    fn below(folder: &Path, depth: usize, found: &mut Vec<Table>) -> Result<(), ReportError> {
        if let Some(table) = Table::read(&StoreFolder::local(folder), "metrics.csv")? {
            found.push(table);
            return Ok(());
        }
        let unreadable = |source| ReportError::Unreadable {
            path: folder.to_owned(),
            source,
        };
        let mut folders = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !NO_RUNS.contains(&&*name) {
                folders.push(path);
            }
        }
        folders.sort();
        for folder in folders.iter().filter(|_| depth > 0) {
            below(folder, depth - 1, found)?;
        }
        Ok(())
    }
    let mut found = Vec::new();
    below(folder, 2, &mut found)?;
    Ok(found)
}
