use quirkat_store::StoreError;
use quirkat_tables::TableError;
use std::path::PathBuf;
use thiserror::Error;

/// Why a folder cannot be reported on, or a page not be written. Each is one line that names the file and, where there is
/// one, the line in it.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Not the folder of a run.
    #[error("{} holds no run: {why}", .folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// What is missing.
        why: &'static str,
    },
    /// A table that cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file that the operating system does not give.
    #[error("{}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file whose content is not what its name promises.
    #[error("{}: {why}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What was found and what is expected.
        why: String,
    },
    /// Two runs that must not stand on one page.
    #[error("{} and {} cannot stand on one page: {why}", .first.display(), .second.display())]
    Mixed {
        /// A run.
        first: PathBuf,
        /// Another.
        second: PathBuf,
        /// In what they differ.
        why: String,
    },
    /// A place where no page can be written.
    #[error("{} {why}", .path.display())]
    Place {
        /// The folder, or a file in it.
        path: PathBuf,
        /// What is there and what can be done.
        why: &'static str,
    },
    /// A drawing of an earlier report that cannot be removed.
    #[error("cannot remove {}", .path.display())]
    Kept {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}
