//! Proofs as files, and their check by code that shares nothing with the search.

mod content;
mod format;
mod verify;

pub use content::{Certificate, Claim};
pub(crate) use content::{Hold, WinStep};
pub use format::CERTIFICATE_VERSION;
pub use verify::{Verified, verify};
