//! Rule variants by name or by file, and what is known of them.
//!
//! A [`Variant`] is a rule set with its name and tables. What is known of a variant is data, in files
//! under `data/`: exact values of its start ([`exact_start`]), games of people ([`People`]), and
//! positions to grade agents on ([`graded_positions`]). No code names a variant.

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

mod exact_starts;
mod graded;
mod people;
mod suggest;
mod variant;

pub use exact_starts::{UNKNOWN, exact_move, exact_moves, exact_start};
pub use graded::{graded_positions, graded_positions_of};
pub use people::People;
pub use suggest::{Suggest, Unreadable, with_suggestion};
pub use variant::{SwitchesError, Variant, VariantError, parse_rules};
