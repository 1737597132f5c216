use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// How names begin that belong to files and checkpoints not yet written to the end.
const WRITING: &str = ".writing-";

/// Removes what a killed process was writing, in a folder and all below it.
///
/// # Errors
/// When the file system refuses.
pub(crate) fn remove_unfinished(folder: &Path) -> Result<()> {
    let remove = |path: &Path| {
        if path.is_dir() {
            std::fs::remove_dir_all(path)
        } else {
            std::fs::remove_file(path)
        }
    };
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry.with_context(|| folder.display().to_string())?;
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with(WRITING) {
            remove(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        } else if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_unfinished(&path)?;
        }
    }
    Ok(())
}

/// Writes a file under a temporary name and renames it, so that it is there whole or not at all.
/// Folders are made as needed.
///
/// # Errors
/// When the file system refuses; a file that was there before is then untouched.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new()
            .prefix(WRITING)
            .tempfile_in(folder)?;
        file.write_all(content)?;
        file.as_file().sync_all()?;
        let file = file.persist(path)?;
        make_readable(&file)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Temporary files are private; results are for everybody whom the umask allows.
#[cfg(unix)]
fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &std::fs::File) -> std::io::Result<()> {
    Ok(())
}
