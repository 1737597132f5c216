use crate::{LocalStore, Put, Store, StoreError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder of a [`Store`]: the objects whose keys begin with its prefix, by the rest of their keys.
#[derive(Clone, Debug)]
pub struct StoreFolder {
    store: Arc<dyn Store>,
    /// Empty for the whole store.
    prefix: String,
    /// For messages.
    place: PathBuf,
}

impl StoreFolder {
    /// A folder of the file system, which is made when the first object is written.
    pub fn local(path: impl Into<PathBuf>) -> Self {
        let place = path.into();
        Self {
            store: Arc::new(LocalStore::at(&place)),
            prefix: String::new(),
            place,
        }
    }

    /// All of a store, which messages call `place`.
    pub fn of(store: Arc<dyn Store>, place: impl Into<PathBuf>) -> Self {
        Self {
            store,
            prefix: String::new(),
            place: place.into(),
        }
    }

    /// A folder in it; `name` may be a path of several names.
    #[must_use]
    pub fn folder(&self, name: &str) -> Self {
        Self {
            store: Arc::clone(&self.store),
            prefix: self.key(name),
            place: self.place.join(name),
        }
    }

    /// Where it is, for messages.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Where an object is, for messages.
    pub fn place_of(&self, name: &str) -> PathBuf {
        self.place.join(name)
    }

    /// See [`Store::get`].
    ///
    /// # Errors
    /// As there.
    pub fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.store.get(&self.key(name))
    }

    /// See [`Store::contains`].
    ///
    /// # Errors
    /// As there.
    pub fn contains(&self, name: &str) -> Result<bool, StoreError> {
        self.store.contains(&self.key(name))
    }

    /// See [`Store::put`].
    ///
    /// # Errors
    /// As there.
    pub fn put(&self, name: &str, content: &[u8]) -> Result<(), StoreError> {
        self.store.put(&self.key(name), content)
    }

    /// See [`Store::put_if_absent`].
    ///
    /// # Errors
    /// As there.
    pub fn put_if_absent(&self, name: &str, content: &[u8]) -> Result<Put, StoreError> {
        self.store.put_if_absent(&self.key(name), content)
    }

    /// The names of all objects in it and in its folders, ascending.
    ///
    /// # Errors
    /// As for [`Store::list`].
    pub fn list(&self) -> Result<Vec<String>, StoreError> {
        let keys = self.store.list(&self.prefix)?;
        let below = |key: String| match key.strip_prefix(&*self.prefix) {
            Some(name) => name.trim_start_matches('/').to_owned(),
            None => key,
        };
        Ok(keys.into_iter().map(below).collect())
    }

    /// See [`Store::remove`].
    ///
    /// # Errors
    /// As there.
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        self.store.remove(&self.key(name))
    }

    fn key(&self, name: &str) -> String {
        if self.prefix.is_empty() {
            name.to_owned()
        } else {
            format!("{}/{name}", self.prefix)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_names_its_objects_without_its_prefix() {
        let folder = tempfile::tempdir().unwrap();
        let top = StoreFolder::local(folder.path());
        let below = top.folder("a/b");
        below.put("c/d", b"1").unwrap();
        assert_eq!(
            below.put_if_absent("c/d", b"2").unwrap(),
            Put::Present,
            "the first stays"
        );
        top.put("ab", b"2").unwrap();
        assert_eq!(below.list().unwrap(), ["c/d"]);
        assert_eq!(top.list().unwrap(), ["a/b/c/d", "ab"]);
        assert_eq!(top.get("a/b/c/d").unwrap().as_deref(), Some(&b"1"[..]));
        assert_eq!(below.place_of("c/d"), folder.path().join("a/b/c/d"));
        below.remove("c/d").unwrap();
        assert!(!below.contains("c/d").unwrap());
        assert_eq!(below.list().unwrap(), Vec::<String>::new());
    }
}
