use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file system refused to read it.
    #[error("{path}: {source}")]
    Read {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file system refused to write it.
    #[error("cannot write {path}: {source}")]
    Write {
        /// Which file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Larger than its reader takes.
    #[error("{path}: longer than the {limit} bytes that are read of such a file")]
    TooLong {
        /// Which file.
        path: PathBuf,
        /// What is read at most, in bytes.
        limit: u64,
    },
    /// Not text.
    #[error("{path}: not UTF-8 text")]
    NotText {
        /// Which file.
        path: PathBuf,
    },
    /// Not a key of a store.
    #[error("`{0}` is no key: a key is a relative path of plain names, separated by `/`")]
    Key(String),
}

impl StoreError {
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Read { path, source }
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::Write { path, source }
    }

    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Read { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}
