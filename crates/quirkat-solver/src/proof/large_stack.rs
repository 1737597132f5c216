use crate::error::Error;

/// Runs a computation on a thread of its own whose stack holds the deepest search.
///
/// # Errors
/// When the system gives no thread.
///
/// # Panics
/// When the computation does.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn_scoped(scope, work)
            .map_err(|error| Error::Request(format!("no thread for the search: {error}")))?;
        thread
            .join()
            .map_err(|panic| std::panic::resume_unwind(panic))
    })
}
