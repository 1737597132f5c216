//! The one way in which Quirkat reads and writes files.
//!
//! * [`write`](fn@write) and [`NewFile`] write a file whole or not at all: under a temporary name, flushed to the
//!   disk, renamed, the folder flushed too. Links are followed, devices and pipes are written as they
//!   are, and the umask decides who may read.
//! * [`Store`] is all that a run needs of its folder: put, put if absent, get, list, remove. A run
//!   whose files go through it can live wherever these five can be had. [`LocalStore`] keeps it in a folder
//!   of the file system; [`StoreFolder`] is a part of a store.
//! * [`read`](fn@read) and [`read_text`] read no more than they are told to.
//!
//! A lint (`clippy.toml`) keeps the other crates from writing files in any other way.

#![allow(clippy::disallowed_methods, reason = "this is the one place that may")]

mod error;
mod fault;
mod folder;
mod local;
mod lock;
mod new_file;
mod read;
mod store;

pub use error::StoreError;
pub use folder::StoreFolder;
pub use local::LocalStore;
pub use lock::{Lock, LockError, lock_file};
pub use new_file::{NewFile, check_writable, remove_unfinished, unfinished, write};
pub use read::{read, read_text};
pub use store::{Put, Store};
