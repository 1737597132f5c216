use crate::fault::{self, Operation};
use crate::new_file::NewFile;
use crate::{Put, Store, StoreError};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// No object of a run comes near: one that is larger is damaged, or no file of ours.
const LARGEST: u64 = 4 << 30;

/// A folder as a [`Store`]: the key is the path below it.
#[derive(Clone, Debug)]
pub struct LocalStore {
    root: PathBuf,
}

impl LocalStore {
    /// The store in a folder, which is made when the first object is written.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where an object lies.
    ///
    /// # Errors
    /// [`StoreError::Key`] when the key would lead out of the folder.
    pub fn path(&self, key: &str) -> Result<PathBuf, StoreError> {
        let plain = |name: &str| {
            !matches!(name, "" | "." | "..") && !name.contains(['\\', '\0', '\n', '\r'])
        };
        if !key.split('/').all(plain) {
            return Err(StoreError::Key(key.to_owned()));
        }
        Ok(self.root.join(key))
    }

    fn list_into(&self, key: &str, keys: &mut Vec<String>) -> Result<(), StoreError> {
        let folder = if key.is_empty() {
            self.root.clone()
        } else {
            self.path(key)?
        };
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(StoreError::read(&folder)(error)),
        };
        for entry in entries {
            let entry = entry.map_err(StoreError::read(&folder))?;
            // Names that are no text are not ours; neither are hidden ones.
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if name.starts_with('.') {
                continue;
            }
            let below = if key.is_empty() {
                name
            } else {
                format!("{key}/{name}")
            };
            // Links to folders may lead in a circle.
            let kind = entry.file_type().map_err(StoreError::read(&folder))?;
            if kind.is_dir() {
                self.list_into(&below, keys)?;
            } else {
                keys.push(below);
            }
        }
        Ok(())
    }
}

impl Store for LocalStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(key)?;
        match crate::read(&path, LARGEST) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn contains(&self, key: &str) -> Result<bool, StoreError> {
        Ok(self.path(key)?.is_file())
    }

    fn put(&self, key: &str, content: &[u8]) -> Result<(), StoreError> {
        crate::write(&self.path(key)?, content)
    }

    fn put_if_absent(&self, key: &str, content: &[u8]) -> Result<Put, StoreError> {
        let path = self.path(key)?;
        if path.is_file() {
            return Ok(Put::Present);
        }
        let mut file = NewFile::create(&path)?;
        file.write_all(content)
            .map_err(StoreError::write(file.path()))?;
        Ok(if file.commit_if_absent()? {
            Put::Written
        } else {
            Put::Present
        })
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let mut keys = Vec::new();
        self.list_into(prefix, &mut keys)?;
        keys.sort();
        Ok(keys)
    }

    fn remove(&self, key: &str) -> Result<(), StoreError> {
        let path = self.path(key)?;
        fault::before(Operation::Remove).map_err(StoreError::write(&path))?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(StoreError::write(&path)(error))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_put_got_listed_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalStore::at(folder.path().join("not/yet/there"));
        assert_eq!(store.get("a/b").unwrap(), None);
        assert_eq!(store.list("").unwrap(), Vec::<String>::new());
        store.put("a/b", b"1").unwrap();
        store.put("a/b", b"2").unwrap();
        assert_eq!(store.put_if_absent("a/b", b"3").unwrap(), Put::Present);
        assert_eq!(store.put_if_absent("a/c/d", b"4").unwrap(), Put::Written);
        store.put("ab", b"5").unwrap();
        assert_eq!(store.get("a/b").unwrap().as_deref(), Some(&b"2"[..]));
        assert!(store.contains("a/c/d").unwrap() && !store.contains("a/c").unwrap());
        assert_eq!(store.list("").unwrap(), ["a/b", "a/c/d", "ab"]);
        assert_eq!(store.list("a").unwrap(), ["a/b", "a/c/d"]);
        store.remove("a/b").unwrap();
        store.remove("a/b").unwrap();
        assert_eq!(store.list("a").unwrap(), ["a/c/d"]);
    }

    #[test]
    fn keys_that_lead_elsewhere_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let store = LocalStore::at(folder.path());
        for key in ["", "/a", "a//b", "../a", "a/..", "a/./b", "a\\b", "a\nb"] {
            assert!(
                matches!(store.put(key, b"x"), Err(StoreError::Key(_))),
                "{key:?}"
            );
        }
    }
}
