//! How a command ends: done, no, incomplete, stopped, or failed with an error in one line.

use quirkat_lab::progress::screen_line;
use quirkat_play::Stopped;
use std::io;

/// How a command ended when it did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Done {
    /// All well.
    Yes,
    /// It ran, and the answer is no.
    No,
    /// Some input could not be answered; what could was.
    Incomplete,
    /// Stopped by a signal: this exit code.
    Stopped(u8),
}

/// Whoever read our output has seen enough: that is no failure.
pub(in crate::cli) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(broken)
            || matches!(cause.downcast_ref::<csv::Error>().map(csv::Error::kind), Some(csv::ErrorKind::Io(io)) if broken(io))
    })
}

/// The error with its causes. A cause that its effect has already told is not told again.
pub(in crate::cli) fn one_line(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.ends_with(&cause) {
            continue;
        }
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&cause);
    }
    screen_line(&text)
}

/// Whether an error is a stop by a signal.
pub(in crate::cli) fn was_stopped(error: &anyhow::Error) -> bool {
    error.chain().any(<dyn std::error::Error>::is::<Stopped>)
}
