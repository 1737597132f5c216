//! One level of a table on disk: a header, then the values, two bits a position, or the distances,
//! a byte a position. Read into memory whole: what happens to the file afterwards changes no value.

use crate::error::Error;
use crate::tables::key::{TABLES_VERSION, TableKey};
use crate::tables::material::Material;
use crate::value::Value;
use quirkat_store::NewFile;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"quirkatT";
const HEADER: usize = 128;
const HASH_AT: usize = 64;

/// What a level's bytes say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelKind {
    /// Two bits a position.
    Values,
    /// A byte a position: plies to the next capture, promotion or end.
    Distances,
}

impl LevelKind {
    const fn extension(self) -> &'static str {
        match self {
            Self::Values => "wdl",
            Self::Distances => "dtc",
        }
    }

    fn bytes(self, positions: u64) -> u64 {
        match self {
            Self::Values => positions.div_ceil(4),
            Self::Distances => positions,
        }
    }
}

/// Values as they are held, two bits each, four in a byte.
pub(crate) mod code {
    pub(crate) const DRAW: u8 = 0;
    pub(crate) const WIN: u8 = 1;
    pub(crate) const LOSS: u8 = 2;
    /// The mirror image owns this number.
    pub(crate) const UNUSED: u8 = 3;
}

pub(crate) const fn value_of(code: u8) -> Option<Value> {
    match code {
        code::DRAW => Some(Value::Draw),
        code::WIN => Some(Value::Win),
        code::LOSS => Some(Value::Loss),
        _ => None,
    }
}

pub(crate) fn path(folder: &Path, material: Material, kind: LevelKind) -> PathBuf {
    folder.join(format!("{material}.{}", kind.extension()))
}

fn header(key: &TableKey, material: Material, kind: LevelKind, positions: u64) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&TABLES_VERSION.to_le_bytes());
    header[12..16].copy_from_slice(&[
        material.own_men,
        material.own_kings,
        material.opp_men,
        material.opp_kings,
    ]);
    header[16..24].copy_from_slice(&positions.to_le_bytes());
    header[24] = kind as u8;
    header[32..64].copy_from_slice(&key.0);
    header
}

/// Writes a level. A reader sees the whole file or none.
pub(crate) fn write(
    folder: &Path,
    key: &TableKey,
    material: Material,
    kind: LevelKind,
    positions: u64,
    payload: &[u8],
) -> Result<(), Error> {
    let path = path(folder, material, kind);
    let mut header = header(key, material, kind, positions);
    let mut hasher = blake3::Hasher::new();
    hasher.update(&header);
    hasher.update(payload);
    header[HASH_AT..HASH_AT + 32].copy_from_slice(hasher.finalize().as_bytes());
    let mut file = NewFile::create(&path)?;
    file.write_all(&header)
        .and_then(|()| file.write_all(payload))
        .map_err(Error::file(&path))?;
    Ok(file.commit()?)
}

/// A level as it is read.
pub(crate) struct LevelFile {
    bytes: Vec<u8>,
    /// The checksum of header and values.
    pub(crate) hash: [u8; 32],
}

impl LevelFile {
    /// Opens a level and compares everything that its header says, the checksum included. `None`
    /// when there is no such file.
    pub(crate) fn open(
        folder: &Path,
        key: &TableKey,
        material: Material,
        kind: LevelKind,
        positions: u64,
    ) -> Result<Option<Self>, Error> {
        let path = path(folder, material, kind);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file(&path)(error)),
        };
        let length = HEADER as u64 + kind.bytes(positions);
        let bytes = read(&file, length).map_err(Error::file(&path))?;
        if bytes.len() < HEADER || bytes[..8] != *MAGIC {
            return Err(Error::refused(&path, "not a table of this program"));
        }
        let mut expected = header(key, material, kind, positions);
        if bytes[8..12] != expected[8..12] {
            return Err(Error::refused(&path, "a table of another version"));
        }
        if bytes[32..64] != key.0 {
            return Err(Error::refused(&path, "a table of other rules"));
        }
        if bytes[..HASH_AT] != expected[..HASH_AT] || bytes.len() as u64 != length {
            return Err(Error::refused(&path, "not the level that its name says"));
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&expected);
        hasher.update(&bytes[HEADER..]);
        let hash = *hasher.finalize().as_bytes();
        expected[HASH_AT..HASH_AT + 32].copy_from_slice(&hash);
        if bytes[..HEADER] != expected {
            return Err(Error::refused(&path, "the checksum is wrong"));
        }
        Ok(Some(Self { bytes, hash }))
    }

    /// The bytes after the header.
    #[inline]
    pub(crate) fn payload(&self) -> &[u8] {
        &self.bytes[HEADER..]
    }
}

/// The content of a file that should have `length` bytes, and one more where it has more.
fn read(file: &File, length: u64) -> std::io::Result<Vec<u8>> {
    let found = file.metadata()?.len().min(length) as usize;
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(found + 1)
        .map_err(|_| std::io::Error::from(std::io::ErrorKind::OutOfMemory))?;
    file.take(length + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Rules;

    #[test]
    fn a_level_reads_back_and_any_changed_byte_or_other_rules_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let key = TableKey::of(&Rules::STANDARD).unwrap();
        let material = Material {
            own_men: 1,
            own_kings: 0,
            opp_men: 1,
            opp_kings: 0,
        };
        let payload = [0b0110_0001, 7, 9];
        let open =
            |key: &TableKey| LevelFile::open(folder.path(), key, material, LevelKind::Values, 12);
        assert!(open(&key).unwrap().is_none());
        write(
            folder.path(),
            &key,
            material,
            LevelKind::Values,
            12,
            &payload,
        )
        .unwrap();
        assert_eq!(open(&key).unwrap().unwrap().payload(), payload);
        let other = TableKey::of(&Rules::BACKWARD).unwrap();
        assert!(open(&other).is_err());
        let path = path(folder.path(), material, LevelKind::Values);
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            quirkat_store::write(&path, &changed).unwrap();
            assert!(open(&key).is_err(), "byte {at}");
        }
        quirkat_store::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(open(&key).is_err());
    }

    #[test]
    fn what_happens_to_the_file_of_an_open_level_changes_no_value() {
        let folder = tempfile::tempdir().unwrap();
        let key = TableKey::of(&Rules::STANDARD).unwrap();
        let material = Material {
            own_men: 1,
            own_kings: 0,
            opp_men: 1,
            opp_kings: 0,
        };
        let kind = LevelKind::Values;
        write(folder.path(), &key, material, kind, 12, &[1, 2, 3]).unwrap();
        let level = LevelFile::open(folder.path(), &key, material, kind, 12);
        let level = level.unwrap().unwrap();
        let path = path(folder.path(), material, kind);
        // In place, as `cp` does: the same file gets other bytes, then none.
        #[allow(clippy::disallowed_methods, reason = "somebody else's way to write")]
        for bytes in [&[9; 131][..], &[]] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(level.payload(), [1, 2, 3]);
        }
    }
}
