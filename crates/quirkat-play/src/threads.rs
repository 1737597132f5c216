//! Threads: none is started in another way, so that a machine that gives no more is an error and
//! never a panic.

use std::io;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

/// No thread is to be had.
#[derive(Debug, thiserror::Error)]
#[error("cannot start threads")]
pub struct ThreadsError(#[source] Box<dyn std::error::Error + Send + Sync>);

impl ThreadsError {
    fn from_io(error: io::Error) -> Self {
        Self(Box::new(error))
    }
}

/// Does work on a pool of so many threads, 0 for as many as there are cores: what it does in
/// parallel by rayon is done there.
///
/// # Errors
/// When the threads cannot be started.
pub fn on_threads<T: Send>(
    count: usize,
    work: impl FnOnce() -> T + Send,
) -> Result<T, ThreadsError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .thread_name(|index| format!("worker-{index}"))
        .build()
        .map_err(|error| ThreadsError(Box::new(error)))?;
    Ok(pool.install(work))
}

/// The threads of the pool at hand.
pub fn thread_count() -> usize {
    rayon::current_num_threads()
}

/// Starts one thread.
///
/// # Errors
/// When it cannot be started.
pub fn start_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, ThreadsError> {
    let thread = Builder::new().name(name.to_owned());
    thread.spawn(work).map_err(ThreadsError::from_io)
}

/// Starts one thread of a scope.
///
/// # Errors
/// When it cannot be started.
pub fn start_scoped_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, ThreadsError> {
    let thread = Builder::new().name(name.to_owned());
    thread
        .spawn_scoped(scope, work)
        .map_err(ThreadsError::from_io)
}
