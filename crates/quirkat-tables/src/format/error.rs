use quirkat_store::StoreError;
use std::path::PathBuf;
use thiserror::Error;

/// Why a table cannot be read. Each is one line that names the file and, where there is one, the line
/// in it.
#[derive(Debug, Error)]
pub enum TableError {
    /// A file that cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file whose content is not what its name promises.
    #[error("{}: {why}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What was found and what is expected.
        why: String,
    },
    /// A file that is not the one whose checksum stands beside it.
    #[error(
        "{}: not the file that checksums.txt has: it was cut or edited; delete checksums.txt to use it as it is",
        .path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A line of a CSV that is not whole or holds something else than its column.
    #[error("{}, line {line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Counted from 1, the header being the first.
        line: u64,
        /// What was found and what is expected.
        why: String,
    },
}
