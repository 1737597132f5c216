use crate::certificate::{Certificate, verify};
use crate::control::Control;
use crate::error::Error;
use crate::play::strategy::Strategy;
use crate::tables::Tables;
use quirkat_rules::{Geometry, Rules};
use std::path::{Path, PathBuf};

/// Everything exact that a folder holds for one rule set: endgame tables, and certificates, which
/// are the files whose names end in `.cert`. Shared by any number of [`crate::ExactPlayer`]s.
pub struct ExactSource {
    pub(crate) geometry: Geometry,
    pub(crate) tables: Option<Tables>,
    pub(crate) strategies: Vec<Strategy>,
}

impl ExactSource {
    /// Opens the tables of the rules, with as many men as there are, and every certificate for the
    /// rules, verified. Certificates for other rules are passed over.
    ///
    /// # Errors
    /// A damaged or wrong file, missing tables of a certificate, or nothing for the rules at all.
    pub fn open(folder: &Path, rules: &Rules, control: &Control<'_>) -> Result<Self, Error> {
        rules.check().map_err(Error::Rules)?;
        let files = certificates(folder)?;
        let tables = match Tables::open(folder, rules, None) {
            Ok(tables) => Some(tables),
            Err(Error::Request(_) | Error::Unsupported(_)) => None,
            Err(error) => return Err(error),
        };
        let mut strategies = Vec::new();
        for file in files {
            let certificate = Certificate::read(&file)?;
            if certificate.rules != *rules {
                continue;
            }
            verify(&certificate, tables.as_ref(), control).map_err(|error| match error {
                Error::Interrupted => error,
                error => Error::refused(&file, error.to_string()),
            })?;
            strategies.push(Strategy::new(&certificate)?);
        }
        if tables.is_none() && strategies.is_empty() {
            return Err(Error::Request(format!(
                "{}: neither tables nor certificates for these rules",
                folder.display()
            )));
        }
        Ok(Self::new(rules, tables, strategies))
    }

    /// From parts that are open already.
    pub fn new(rules: &Rules, tables: Option<Tables>, strategies: Vec<Strategy>) -> Self {
        Self {
            geometry: Geometry::new(*rules),
            tables,
            strategies,
        }
    }

    /// The tables, where the rules have some.
    pub const fn tables(&self) -> Option<&Tables> {
        self.tables.as_ref()
    }
}

/// The certificates in a folder, sorted by name.
fn certificates(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = std::fs::read_dir(folder).map_err(Error::file(folder))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(Error::file(folder))?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "cert")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

impl std::fmt::Debug for ExactSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExactSource")
            .field("rules", self.geometry.rules())
            .field("men", &self.tables.as_ref().map(Tables::men))
            .field("strategies", &self.strategies.len())
            .finish()
    }
}
