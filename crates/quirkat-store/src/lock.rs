use crate::StoreError;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file to lock, and makes it where there is none. What is in it stays; it is not locked yet.
///
/// # Errors
/// When the file system refuses, and when the name is a link: what it points to is not ours to lock.
pub fn lock_file(path: &Path) -> Result<File, StoreError> {
    let is_link = path
        .symlink_metadata()
        .is_ok_and(|there| there.is_symlink());
    let open = || {
        if is_link {
            return Err(io::Error::other("it is a link; a lock is a plain file"));
        }
        OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
    };
    open().map_err(StoreError::write(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_leaves_what_is_there_and_no_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        std::fs::write(&path, "kept").unwrap();
        drop(lock_file(&path).unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"kept");
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            assert!(lock_file(&link).is_err());
            assert_eq!(std::fs::read(&path).unwrap(), b"kept");
        }
    }
}
