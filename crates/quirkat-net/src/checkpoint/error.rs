use quirkat_store::StoreError;
use std::path::PathBuf;

/// Why a checkpoint cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The store refused.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file is not there.
    #[error("{path}: No such file or directory")]
    Missing {
        /// Which file.
        path: PathBuf,
    },
    /// Not a checkpoint, or a damaged one.
    #[error("{path}: damaged checkpoint: {reason}")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Written by another version.
    #[error("{path}: {what} is {found}, this build reads {known}")]
    Version {
        /// Which file.
        path: PathBuf,
        /// Which version number.
        what: &'static str,
        /// In the file.
        found: String,
        /// In this build.
        known: String,
    },
    /// A network that is not to be kept.
    #[error("{path}: not written: {reason}")]
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}
