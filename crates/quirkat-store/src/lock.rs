use crate::StoreError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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

/// A file that is locked until this is dropped, or the process ends in any way.
#[derive(Debug)]
pub struct Lock {
    _file: File,
    exclusive: bool,
}

/// Why a lock is not to be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Its file cannot be made or opened.
    #[error(transparent)]
    File(#[from] StoreError),
    /// Another has it.
    #[error("{} is in use by another process{owner}", .folder.display())]
    InUse {
        /// The folder of its file.
        folder: PathBuf,
        /// Who, in brackets; empty when nobody knows.
        owner: String,
    },
}

/// What the file of a lock begins with, so that no other file is written to.
const OWNER: &str = "quirkat process ";

/// The longest owner that is read.
const LONGEST_OWNER: u64 = 200;

impl Lock {
    /// Locks a file, which is made where there is none, and notes there who has it. The lock of a process
    /// that was killed may outlive it for a moment: so long as `patience` it is asked for again.
    ///
    /// # Errors
    /// When the file cannot be made, and when another process has the lock.
    pub fn acquire(path: &Path, patience: Duration) -> Result<Self, LockError> {
        let file = lock_file(path)?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => {
                    note_owner(&file);
                    return Ok(Self {
                        _file: file,
                        exclusive: true,
                    });
                }
                Err(TryLockError::WouldBlock) if begun.elapsed() < patience => {
                    std::thread::sleep(Duration::from_millis(50));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(LockError::InUse {
                        folder: crate::new_file::folder_of(path).to_owned(),
                        owner: owner_of(path),
                    });
                }
                // Some network file systems have no locks.
                Err(TryLockError::Error(_)) => {
                    return Ok(Self {
                        _file: file,
                        exclusive: false,
                    });
                }
            }
        }
    }

    /// Whether no other process has it; `false` where the file system has no locks.
    pub const fn is_exclusive(&self) -> bool {
        self.exclusive
    }
}

/// Only for messages: whether it works is no matter.
fn note_owner(mut file: &File) {
    let mut before = String::new();
    let read = file.take(LONGEST_OWNER).read_to_string(&mut before);
    if read.is_err() || !(before.is_empty() || before.starts_with(OWNER)) {
        return;
    }
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let text = format!("{OWNER}{} on {}\n", std::process::id(), host.trim());
    let _ = file
        .set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| file.write_all(text.as_bytes()));
}

fn owner_of(path: &Path) -> String {
    let text = crate::read_text(path, LONGEST_OWNER).unwrap_or_default();
    match text.trim().strip_prefix(OWNER) {
        Some(owner) if !owner.contains(char::is_control) => format!(" ({owner})"),
        _ => String::new(),
    }
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

    #[test]
    fn a_second_lock_is_refused_with_its_owner_and_had_once_the_first_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = Lock::acquire(&path, Duration::ZERO).unwrap();
        assert!(first.is_exclusive());
        let error = Lock::acquire(&path, Duration::ZERO).unwrap_err();
        let owner = format!("({} on ", std::process::id());
        assert!(error.to_string().contains(&owner), "{error}");
        drop(first);
        assert!(Lock::acquire(&path, Duration::ZERO).is_ok());
    }

    #[test]
    fn a_file_that_is_no_lock_keeps_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        std::fs::write(&path, "a letter").unwrap();
        drop(Lock::acquire(&path, Duration::ZERO).unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), b"a letter");
    }
}
