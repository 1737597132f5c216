//! Faults on purpose, for tests of the whole program: at the n-th operation on a file it fails or ends.
//!
//! `QUIRKAT_TEST_FAULT=crash:17` ends the process at the 17th operation as a power failure would;
//! `error:17` lets it fail, `full:17` and all later writes find the disk full, `torn:17` writes half of what
//! was asked for and ends the process. Without the variable nothing is counted.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Crash,
    Error,
    Full,
    Torn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fault {
    kind: Kind,
    at: u64,
}

/// What is about to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Create,
    Write,
    Sync,
    Rename,
    Remove,
}

/// What is to be done instead.
#[derive(Debug)]
pub(crate) enum Instead {
    /// What was meant.
    Nothing,
    /// Half of it, then the end.
    Half,
}

/// Called before each operation.
pub(crate) fn before(operation: Operation) -> io::Result<Instead> {
    static FAULT: OnceLock<Option<Fault>> = OnceLock::new();
    static DONE: AtomicU64 = AtomicU64::new(0);
    let asked = FAULT.get_or_init(|| parse(&std::env::var("QUIRKAT_TEST_FAULT").ok()?));
    let Some(fault) = *asked else {
        return Ok(Instead::Nothing);
    };
    let number = DONE.fetch_add(1, Ordering::SeqCst) + 1;
    fault.strike(number, operation)
}

fn parse(text: &str) -> Option<Fault> {
    let (kind, at) = text.split_once(':')?;
    let kind = match kind {
        "crash" => Kind::Crash,
        "error" => Kind::Error,
        "full" => Kind::Full,
        "torn" => Kind::Torn,
        _ => return None,
    };
    let at = at.parse().ok()?;
    Some(Fault { kind, at })
}

impl Fault {
    fn strike(self, number: u64, operation: Operation) -> io::Result<Instead> {
        match self.kind {
            Kind::Full if number >= self.at && operation == Operation::Write => {
                Err(io::ErrorKind::StorageFull.into())
            }
            Kind::Error if number == self.at => Err(io::Error::other("a fault on purpose")),
            Kind::Torn if number == self.at && operation == Operation::Write => Ok(Instead::Half),
            Kind::Crash | Kind::Torn if number == self.at => end(),
            _ => Ok(Instead::Nothing),
        }
    }
}

/// Ends the process without a word and without any tidying.
pub(crate) fn end() -> ! {
    std::process::abort()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_operation_is_struck_and_a_full_disk_stays_full() {
        let strike = |text: &str, number, operation| parse(text).unwrap().strike(number, operation);
        assert!(strike("error:3", 2, Operation::Sync).is_ok());
        assert!(strike("error:3", 3, Operation::Sync).is_err());
        assert!(strike("error:3", 4, Operation::Sync).is_ok());
        assert!(strike("full:3", 3, Operation::Rename).is_ok());
        assert!(strike("full:3", 9, Operation::Write).is_err());
        let torn = strike("torn:2", 2, Operation::Write).unwrap();
        assert!(matches!(torn, Instead::Half));
        assert_eq!(parse("crash"), None);
        assert_eq!(parse("melt:3"), None);
    }
}
