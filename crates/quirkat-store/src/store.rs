use crate::StoreError;
use std::fmt::Debug;

/// What became of [`Store::put_if_absent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// The object is there now.
    Written,
    /// Another was there before and stays.
    Present,
}

/// Objects by key: all that a run needs of the place where it lives.
///
/// A key is a relative path of plain names separated by `/`, such as `nets/bell/iter-0003/weights.bpk`.
/// An object appears whole or not at all; who sees a key can read all of it.
pub trait Store: Debug + Send + Sync {
    /// The object's content, `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read.
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Whether there is such an object.
    ///
    /// # Errors
    /// When the store cannot be asked.
    fn contains(&self, key: &str) -> Result<bool, StoreError>;

    /// Writes an object, in place of an earlier one.
    ///
    /// # Errors
    /// When it cannot be written; an earlier one is then untouched.
    fn put(&self, key: &str, content: &[u8]) -> Result<(), StoreError>;

    /// Writes an object unless there is one: of several writers the first wins.
    ///
    /// # Errors
    /// When it cannot be written.
    fn put_if_absent(&self, key: &str, content: &[u8]) -> Result<Put, StoreError>;

    /// The keys that begin with `prefix` and a `/` (all keys for an empty one), ascending.
    ///
    /// # Errors
    /// When the store cannot be asked.
    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError>;

    /// Removes an object, if there is one.
    ///
    /// # Errors
    /// When it cannot be removed.
    fn remove(&self, key: &str) -> Result<(), StoreError>;
}
