//! Runs as one page that explains itself, and its drawings as files.
//!
//! * [`Report::read`] reads the folders of runs. Tables are read by column name, so a page can be made of
//!   runs of older builds, of training and of balance runs, and of runs that are not finished.
//! * [`page`] makes a [`Page`] of a [`Report`]: text, tables and [`Figure`]s.
//! * [`write_page`] writes it. Everything is read and drawn before the first file is written; equal runs
//!   give equal bytes.

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

mod error;
mod figures;
mod page;
mod read;
mod report;
mod sections;
mod words;
mod write;

pub use error::ReportError;
pub use figures::Figure;
pub use page::{Block, Grid, Page, Quote, Section};
pub use read::{
    Advantage, ExactValue, FirstMove, GameSet, GameTotals, Games, Measured, Points, Provenance,
    Run, RunKind, RunTables, SEEDS_FOR_PUBLICATION, SEEDS_FOR_VARIANTS, Strength,
};
pub use report::Report;
pub use sections::page;
pub use words::slug;
pub use write::{TABLES, check_place, derived_differences, write_page, write_tables};
