use quirkat_rules::RefusedRules;
use std::path::{Path, PathBuf};

/// The shortest limit of plies without a capture under which exact values are given, as they are those of
/// play without the limit. The longest wins without a capture that the tables hold (king endings) take some
/// dozens of plies: under a shorter limit a proven win is soon a draw.
pub(crate) const SHORTEST_LIMIT: u16 = 40;

/// Why the solver gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules make no game.
    #[error("{0}")]
    Rules(RefusedRules),
    /// The rules make a game that this part of the solver cannot treat exactly.
    #[error("unsupported rules: {0}")]
    Unsupported(&'static str),
    /// Exact values would mislead: they are those of play without the limit.
    #[error(
        "no-capture-draw-plies = {limit}: exact values are those of play without this limit, and under one so short a \
         proven win may be a draw; allowed are 0 and numbers from {}",
        SHORTEST_LIMIT
    )]
    ShortLimit {
        /// The limit.
        limit: u16,
    },
    /// A request that cannot be met.
    #[error("{0}")]
    Request(String),
    /// Reading a file, or writing a part of it, failed.
    #[error("{path}: {source}", path = .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Writing a file failed.
    #[error(transparent)]
    Store(#[from] quirkat_store::StoreError),
    /// A file is not what its checksum, version or rules say it should be.
    #[error("{path}: {why}", path = .path.display())]
    Refused {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// No table holds the position and no search was asked for, or it ran into its limit.
    #[error("no exact value for `{position}`: {why}")]
    Unknown {
        /// The position as text.
        position: String,
        /// Why it is not known.
        why: String,
    },
    /// A certificate does not prove what it claims, or a table holds what does not follow.
    #[error("disproved: {0}")]
    Disproved(String),
    /// The caller asked to stop. What was finished is kept.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }

    pub(crate) fn refused(path: &Path, why: impl Into<String>) -> Self {
        Self::Refused {
            path: path.to_owned(),
            why: why.into(),
        }
    }
}
