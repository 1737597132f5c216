//! `checksums.txt`: the BLAKE3 of each table beside it, as `b3sum` writes and checks it.

use crate::TableError;
use quirkat_store::{StoreError, StoreFolder};
use std::path::{Component, PathBuf};

const FILE: &str = "checksums.txt";

/// Writes the checksums of tables in a folder.
///
/// # Errors
/// When a table cannot be read or the file cannot be written.
pub fn write_checksums(folder: &StoreFolder, names: &[&str]) -> Result<(), StoreError> {
    let mut lines = String::new();
    for name in names {
        let content = folder.get(name)?.ok_or_else(|| StoreError::Read {
            path: folder.place_of(name),
            source: std::io::ErrorKind::NotFound.into(),
        })?;
        lines.push_str(blake3::hash(&content).to_hex().as_str());
        lines.push_str("  ");
        lines.push_str(name);
        lines.push('\n');
    }
    folder.put(FILE, lines.as_bytes())
}

/// The tables of a folder that differ from what its checksums say, or are gone. None where there are
/// no checksums.
///
/// # Errors
/// Names the line that is no checksum.
pub fn changed_tables(folder: &StoreFolder) -> Result<Vec<String>, TableError> {
    let path = folder.place_of(FILE);
    let Some(listed) = folder.get(FILE)? else {
        return Ok(Vec::new());
    };
    let listed = String::from_utf8_lossy(&listed);
    let mut changed = Vec::new();
    for (index, line) in listed.lines().enumerate() {
        let Some((hash, name)) = line.split_once("  ").filter(|(_, name)| is_plain(name)) else {
            return Err(TableError::Line {
                path,
                line: index as u64 + 1,
                why: "a checksum, two spaces and a file's name are expected".to_owned(),
            });
        };
        let content = folder.get(name).ok().flatten();
        if content.is_none_or(|content| blake3::hash(&content).to_hex().as_str() != hash) {
            changed.push(name.to_owned());
        }
    }
    Ok(changed)
}

/// Refuses a folder in which one of these tables, plain or compressed, is not the one whose checksum
/// stands beside it. A table that is gone is not refused, nor is a folder without checksums.
///
/// # Errors
/// Names the table, or the line that is no checksum.
pub fn require_unchanged(folder: &StoreFolder, names: &[&str]) -> Result<(), TableError> {
    let changed = changed_tables(folder)?;
    let wanted = |name: &&String| {
        let plain = name.strip_suffix(".gz").unwrap_or(name);
        names.contains(&plain) && folder.contains(name).unwrap_or(true)
    };
    match changed.iter().find(wanted) {
        None => Ok(()),
        Some(name) => Err(TableError::Changed {
            path: folder.place_of(name),
        }),
    }
}

/// Whether a name stays in its folder.
fn is_plain(name: &str) -> bool {
    let parts: PathBuf = name.into();
    !name.is_empty()
        && parts
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_table_is_refused_and_one_that_is_gone_or_not_asked_for_is_not() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = StoreFolder::local(temporary.path());
        let write = |name: &str, text: &str| {
            folder.put(name, text.as_bytes()).unwrap();
        };
        let check = |names: &[&str]| require_unchanged(&folder, names);
        write("games.csv", "a\n1\n");
        write("openings.csv.gz", "packed");
        assert!(check(&["games.csv"]).is_ok(), "no checksums");
        write_checksums(&folder, &["games.csv", "openings.csv.gz"]).unwrap();
        assert!(check(&["games.csv", "openings.csv"]).is_ok());
        write("openings.csv.gz", "other");
        assert!(check(&["games.csv"]).is_ok());
        let error = check(&["games.csv", "openings.csv"]).unwrap_err();
        let error = error.to_string();
        assert!(
            error.contains("openings.csv.gz") && error.contains("checksums.txt"),
            "{error}"
        );
        folder.remove("openings.csv.gz").unwrap();
        assert!(check(&["openings.csv"]).is_ok());
    }
}
