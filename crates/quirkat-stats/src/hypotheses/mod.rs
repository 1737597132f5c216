//! Tests of hypotheses, and what they decide.

pub(crate) mod equivalence;
pub(crate) mod holm;
pub(crate) mod sprt;
pub(crate) mod student;

pub use equivalence::{Equivalence, Verdict};
pub use holm::holm;
pub use sprt::{Decision, EloScale, Sprt};
pub use student::{Estimate, paired_t, student_t, welch_t};
