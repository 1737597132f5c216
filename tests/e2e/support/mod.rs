//! Calling the binary, and looking at what it left behind.

mod call;
mod data;
mod run;
mod snapshot;

pub(crate) use call::{Outcome, REVERSED, Running, call, call_with_input, command};
pub(crate) use data::{Row, csv_rows, json_lines, path_in_repository, text_in_repository};
pub(crate) use run::{SMOKE, reference, train};
pub(crate) use snapshot::Snapshot;

/// The named rule sets, in their order.
pub(crate) const PRESETS: [&str; 7] = [
    "bell",
    "brainking",
    "standard",
    "backward",
    "promotion",
    "huffing",
    "promotion-flying",
];

/// The start position.
pub(crate) const START: &str = "bbbbb/bbbbb/bb1ww/wwwww/wwwww w";
