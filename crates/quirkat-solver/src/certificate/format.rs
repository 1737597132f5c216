use crate::certificate::content::{Certificate, Claim, Hold, WinStep};
use crate::error::Error;
use crate::packer::Packer;
use quirkat_rules::Rules;
use quirkat_store::NewFile;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::Path;

/// A proof that is larger fits into no memory of today once it is unpacked.
const LARGEST_FILE: u64 = 16 << 30;

const MAGIC: &[u8; 8] = b"quirkatC";

/// Version of the certificate files.
pub const CERTIFICATE_VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    rules: Rules,
    rules_version: u32,
    tables_men: Option<u8>,
    tables_digest: Option<[u8; 32]>,
    claims: Vec<Claim>,
    wins: u64,
    holds: u64,
}

impl Certificate {
    /// Writes the file, whole or not at all, and returns its checksum.
    ///
    /// The format: `quirkatC`, version and length of the header (4 bytes each, little-endian),
    /// the header as JSON; for each won position its key (as many bytes as the rules need), the
    /// number of the attacker's move, and a measure of 2 bytes; for each held position its key and
    /// the number of the defender's move; keys ascend; at the end the BLAKE3 hash of everything
    /// before.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, path: &Path) -> Result<[u8; 32], Error> {
        let header = Header {
            rules: self.rules,
            rules_version: quirkat_rules::RULES_VERSION,
            tables_men: self.tables.map(|(men, _)| men),
            tables_digest: self.tables.map(|(_, digest)| digest),
            claims: self.claims.clone(),
            wins: self.wins.len() as u64,
            holds: self.holds.len() as u64,
        };
        let header = serde_json::to_vec(&header)
            .map_err(|error| Error::Request(format!("certificate header: {error}")))?;
        let width = Packer::new(&self.rules)?.width();
        let mut out = HashingWriter {
            out: NewFile::create(path)?,
            hasher: blake3::Hasher::new(),
        };
        let body = |out: &mut HashingWriter| {
            out.put(MAGIC)?;
            out.put(&CERTIFICATE_VERSION.to_le_bytes())?;
            out.put(&(header.len() as u32).to_le_bytes())?;
            out.put(&header)?;
            for (key, step) in &self.wins {
                let mut record = [0; 19];
                record[..width].copy_from_slice(&key.to_le_bytes()[..width]);
                record[width] = step.choice;
                record[width + 1..width + 3].copy_from_slice(&step.measure.to_le_bytes());
                out.put(&record[..width + 3])?;
            }
            for hold in &self.holds {
                let mut record = [0; 17];
                record[..width].copy_from_slice(&hold.key.to_le_bytes()[..width]);
                record[width] = hold.choice;
                out.put(&record[..=width])?;
            }
            let hash = *out.hasher.finalize().as_bytes();
            out.out.write_all(&hash)?;
            Ok(hash)
        };
        let hash = body(&mut out).map_err(Error::file(path))?;
        out.out.commit()?;
        Ok(hash)
    }

    /// Reads a file and compares its checksum. Whether the proof holds is for [`crate::verify`] to
    /// show.
    ///
    /// # Errors
    /// When the file cannot be read, has another version, or a byte of it was changed.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = quirkat_store::read(path, LARGEST_FILE)?;
        let refused = |why: &str| Error::refused(path, why);
        if bytes.len() < 48 || bytes[..8] != *MAGIC {
            return Err(refused("not a certificate of this program"));
        }
        let (body, hash) = bytes.split_at(bytes.len() - 32);
        if blake3::hash(body).as_bytes() != hash {
            return Err(refused("the checksum is wrong"));
        }
        let word = |at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&body[at..at + 4]);
            u32::from_le_bytes(word)
        };
        if word(8) != CERTIFICATE_VERSION {
            return Err(refused("a certificate of another version"));
        }
        let start = 16usize.saturating_add(word(12) as usize);
        let header = body.get(16..start).ok_or_else(|| refused("cut short"))?;
        let header: Header =
            serde_json::from_slice(header).map_err(|error| refused(&format!("header: {error}")))?;
        if header.rules_version != quirkat_rules::RULES_VERSION {
            return Err(refused("rules of another version"));
        }
        let width = Packer::new(&header.rules)?.width();
        let body = &body[start..];
        let split = usize::try_from(header.wins)
            .ok()
            .and_then(|wins| wins.checked_mul(width + 3))
            .filter(|split| *split <= body.len())
            .ok_or_else(|| refused("cut short"))?;
        let (wins, holds) = body.split_at(split);
        if Some(holds.len() as u64) != header.holds.checked_mul(width as u64 + 1) {
            return Err(refused("cut short"));
        }
        let key = |record: &[u8]| {
            let mut key = [0; 16];
            key[..width].copy_from_slice(&record[..width]);
            u128::from_le_bytes(key)
        };
        Ok(Self {
            rules: header.rules,
            tables: header.tables_men.zip(header.tables_digest),
            claims: header.claims,
            wins: wins
                .chunks_exact(width + 3)
                .map(|record| {
                    let step = WinStep {
                        choice: record[width],
                        measure: u16::from_le_bytes([record[width + 1], record[width + 2]]),
                    };
                    (key(record), step)
                })
                .collect(),
            holds: holds
                .chunks_exact(width + 1)
                .map(|record| Hold {
                    key: key(record),
                    choice: record[width],
                })
                .collect(),
        })
    }
}

/// Writes and hashes at once.
struct HashingWriter {
    out: NewFile,
    hasher: blake3::Hasher,
}

impl HashingWriter {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.out.write_all(bytes)
    }
}
