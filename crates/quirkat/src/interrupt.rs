//! Stopping on a signal: the work in progress is dropped, what is done is already on disk.

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A flag raised by SIGINT, SIGTERM or SIGHUP. A second signal ends the process at once.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Listens from now on.
    ///
    /// # Errors
    /// When the system refuses the handlers.
    pub fn listen() -> Result<Self> {
        let this = Self::default();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // In this order: the first signal finds the flag down and raises it, the second leaves.
            signal_hook::flag::register_conditional_shutdown(
                signal,
                128 + signal,
                Arc::clone(&this.stop),
            )
            .and_then(|_| {
                signal_hook::flag::register_usize(signal, Arc::clone(&this.signal), signal as usize)
            })
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&this.stop)))
            .context("cannot listen to signals")?;
        }
        Ok(this)
    }

    /// The flag to poll.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The exit code that says which signal stopped the work: 130, 143 or 129.
    pub fn exit_code(&self) -> u8 {
        match self.signal.load(Ordering::SeqCst) {
            0 => 130,
            signal => 128 + signal as u8,
        }
    }
}
