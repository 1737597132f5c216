//! Tables that follow from raw games, computed anew.

use crate::balance::{self, BalanceTables, Design, RawData, Verdicts};
use crate::config::is_balance;
use crate::evaluation::{self, EvaluationTables};
use anyhow::Result;
use quirkat_store::StoreFolder;
use quirkat_tables::require_unchanged;
use std::fmt;

/// The tables of a run, computed from its raw games.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one, for a moment")]
pub enum RunTables {
    /// Of a training run.
    Training(EvaluationTables),
    /// Of a balance job, with what they rest on.
    Balance(BalanceTables, Design),
}

impl RunTables {
    /// Computes the tables of the run in a folder from its raw games. The run is only read.
    ///
    /// # Errors
    /// Raw games that are missing, cut, or not those whose checksums stand beside them, with file and,
    /// where it shows, line.
    pub fn recomputed(run: &StoreFolder) -> Result<Self> {
        let raw = if is_balance(run)? {
            &balance::RAW[..]
        } else {
            &evaluation::RAW[..]
        };
        let folder = run.folder("evaluation");
        if let Err(error) = require_unchanged(&folder, raw) {
            // Damage that a line shows is told by the line.
            RawData::read(&folder)?;
            return Err(error.into());
        }
        Self::of(run)
    }

    fn of(run: &StoreFolder) -> Result<Self> {
        if is_balance(run)? {
            let (tables, design) = BalanceTables::recomputed(run)?;
            Ok(Self::Balance(tables, design))
        } else {
            Ok(Self::Training(EvaluationTables::recomputed(run)?))
        }
    }

    /// The files with their names.
    ///
    /// # Errors
    /// Only when memory fails.
    pub fn files(&self) -> Result<Vec<(&'static str, Vec<u8>)>> {
        match self {
            Self::Training(tables) => tables.files(),
            Self::Balance(tables, _) => tables.files(),
        }
    }

    /// Writes them into the run that they are of, with their checksums: the same bytes as the run wrote.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn write(&self, run: &StoreFolder) -> Result<()> {
        let evaluation = run.folder("evaluation");
        match self {
            Self::Training(tables) => tables.write(&evaluation),
            Self::Balance(tables, _) => tables.write(&evaluation),
        }
    }
}

impl fmt::Display for RunTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Training(tables) => tables.summary().fmt(f),
            Self::Balance(tables, design) => Verdicts::new(tables, design, &[]).fmt(f),
        }
    }
}

/// The tables of a run computed anew from its raw games, with their names, to be held against those
/// in its folder. The run is only read, so an edited table of a training run is computed from as it is:
/// who shows the result says which tables are [not those of the
/// checksums](quirkat_tables::changed_tables). The conclusions of a balance job rest on whole blocks of
/// games, so edited ones are refused.
///
/// # Errors
/// As [`RunTables::recomputed`].
pub fn recompute_tables(run: &StoreFolder) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let tables = if is_balance(run)? {
        RunTables::recomputed(run)?
    } else {
        RunTables::of(run)?
    };
    tables.files()
}
