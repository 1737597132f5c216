//! End-to-end tests of the `quirkat` binary: everything here goes through its command line and its
//! files, and knows nothing of its code. They are a test target of the `quirkat` package, so that
//! cargo builds the binary first.

#![allow(
    clippy::disallowed_methods,
    reason = "tests write and damage files on purpose"
)]

mod analyse;
mod architecture;
mod bad_input;
mod balance;
mod balance_input;
mod balance_runs;
mod colors;
mod contest;
mod damaged;
mod determinism;
#[allow(
    clippy::print_stderr,
    reason = "a test that this system cannot make says so"
)]
mod disk;
mod engine;
mod exact;
mod export;
mod extension;
mod faults;
mod help;
mod hostile;
mod interruption;
mod laws;
mod modules;
mod records;
mod recount;
mod report;
mod rules_jsonl;
mod rules_text;
mod support;
mod train;
