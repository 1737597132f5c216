use crate::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a long computation and its caller talk: the one reports, the other can stop it.
pub struct Control<'a> {
    /// Set to interrupt; polled often.
    pub stop: &'a AtomicBool,
    /// Receives what happens; the library prints nothing itself.
    pub report: &'a (dyn Fn(SolverEvent) + Sync),
}

impl Control<'_> {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.stopped() {
            return Err(Error::Interrupted);
        }
        Ok(())
    }
}

/// What a long computation reports.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SolverEvent {
    /// A table level was already there.
    LevelFound {
        /// Its material, such as `4v3`.
        level: String,
    },
    /// A table level was finished and written.
    LevelDone {
        /// Its material, such as `4v3`.
        level: String,
        /// Positions, mirror images counted once.
        positions: u64,
        /// How many of them the side to move wins.
        wins: u64,
        /// How many it loses.
        losses: u64,
        /// Levels finished so far.
        done: usize,
        /// Levels in all.
        of: usize,
    },
    /// A level was checked.
    LevelVerified {
        /// Its material.
        level: String,
        /// Positions checked.
        positions: u64,
    },
    /// The proof search goes on.
    Searching {
        /// What is being decided.
        question: String,
        /// Positions expanded so far.
        nodes: u64,
        /// Proof and disproof number of the root of the present search.
        numbers: (u32, u32),
    },
    /// The proof is being written out as a graph that can be checked.
    Extracting {
        /// What is being proven.
        question: String,
        /// Positions in it so far.
        positions: u64,
        /// Entries of the search that had to be corrected.
        repairs: u64,
    },
}
