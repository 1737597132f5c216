//! The transposition table of an unfinished search on disk. Its entries are hints as in memory.

use crate::error::Error;
use crate::proof::transposition::Transposition;
use crate::tables::Tables;
use quirkat_rules::{RULES_VERSION, Rules};
use quirkat_store::NewFile;
use std::fs::{self, File};
use std::io::{BufReader, Read, Write};
use std::path::Path;

const MAGIC: &[u8; 8] = b"quirkatS";
const VERSION: u32 = 1;
const ENTRY: usize = 24;

/// The file of one search. Its header names the rules and tables by a hash.
pub(crate) struct SavedSearch<'a> {
    path: &'a Path,
    header: [u8; 44],
}

impl<'a> SavedSearch<'a> {
    pub(crate) fn new(path: &'a Path, rules: &Rules, tables: Option<&Tables>) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(format!("rules {RULES_VERSION}\n{}", rules.canonical()).as_bytes());
        if let Some(tables) = tables {
            hasher.update(&tables.digest(tables.men()));
        }
        let mut header = [0; 44];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12..].copy_from_slice(hasher.finalize().as_bytes());
        Self { path, header }
    }

    /// Writes all entries.
    pub(crate) fn save(&self, memory: &Transposition) -> Result<(), Error> {
        let mut out = NewFile::create(self.path)?;
        let mut hasher = blake3::Hasher::new();
        let mut put = |bytes: &[u8]| {
            hasher.update(bytes);
            out.write_all(bytes).map_err(Error::file(self.path))
        };
        put(&self.header)?;
        for saved in memory.entries() {
            let mut bytes = [0; ENTRY];
            for (word, place) in saved.iter().zip(bytes.chunks_exact_mut(8)) {
                place.copy_from_slice(&word.to_le_bytes());
            }
            put(&bytes)?;
        }
        out.write_all(hasher.finalize().as_bytes())
            .map_err(Error::file(self.path))?;
        Ok(out.commit()?)
    }

    /// Loads what an earlier search of the same rules and tables saved, if there is anything.
    pub(crate) fn load(&self, memory: &mut Transposition) -> Result<(), Error> {
        let file = match File::open(self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Error::file(self.path)(error)),
        };
        let len = file.metadata().map_err(Error::file(self.path))?.len();
        let refused = |why: &str| Error::refused(self.path, why);
        let entries = len.checked_sub(self.header.len() as u64 + 32);
        let entries = entries
            .filter(|bytes| bytes.is_multiple_of(ENTRY as u64))
            .ok_or_else(|| refused("not a saved search of this program"))?;
        let mut input = BufReader::new(file);
        let mut header = [0; 44];
        input
            .read_exact(&mut header)
            .map_err(Error::file(self.path))?;
        if header != self.header {
            return Err(refused(
                "a saved search of another version, other rules or tables",
            ));
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&header);
        for _ in 0..entries / ENTRY as u64 {
            let mut bytes = [0; ENTRY];
            input
                .read_exact(&mut bytes)
                .map_err(Error::file(self.path))?;
            hasher.update(&bytes);
            let mut saved = [0; 3];
            for (word, place) in saved.iter_mut().zip(bytes.chunks_exact(8)) {
                let mut raw = [0; 8];
                raw.copy_from_slice(place);
                *word = u64::from_le_bytes(raw);
            }
            memory.restore(saved);
        }
        let mut hash = [0; 32];
        input
            .read_exact(&mut hash)
            .map_err(Error::file(self.path))?;
        if hasher.finalize().as_bytes() != &hash {
            return Err(refused("the checksum is wrong"));
        }
        Ok(())
    }

    /// Removes the file, if there is one.
    pub(crate) fn remove(&self) -> Result<(), Error> {
        match fs::remove_file(self.path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::file(self.path)(error))
            }
            _ => Ok(()),
        }
    }
}
