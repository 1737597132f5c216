//! Runs as one page that explains itself, and its drawings as files.
//!
//! Tables are read by column name, so a page can be made of runs of older builds, of training and
//! of balance runs, and of runs that are not finished. Everything is read and drawn before the first
//! file is written; equal runs give equal bytes.

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

mod dictionary;
mod error;
mod figures;
mod games;
mod html;
mod measured;
mod people;
mod report;
mod run;
mod sections;
mod setting;
mod warning;
mod words;
mod write;

pub use dictionary::{File, dictionary};
pub use error::ReportError;
pub use figures::Figure;
pub use games::{FirstMove, GameSet, Games};
pub(crate) use html::escape;
pub use html::{Block, Grid, Page, Quote, Section};
pub use measured::{Inference, Measured, Outcomes, Points};
pub use report::Report;
pub use run::{Kind, Run, Tables};
pub use setting::Setting;
pub use setting::slug;
pub use write::{TABLES, check_place, derived_differences, write_page, write_tables};

/// With fewer training seeds a run speaks about its agents only.
pub const SEEDS_FOR_VARIANTS: u64 = 3;

/// With fewer training seeds nothing should be published.
pub const SEEDS_FOR_PUBLICATION: u64 = 6;
