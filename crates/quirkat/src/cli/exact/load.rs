use crate::interrupt::Interrupt;
use anyhow::{Context, Result, ensure};
use quirkat_lab::progress::say;
use quirkat_rules::{Position, Rules};
use quirkat_solver::Tables;
use quirkat_variant::Variant;
use std::path::Path;

/// The rule set of `--rules`.
pub(super) fn rules(text: &str) -> Result<Variant> {
    Variant::find(text, Path::new(".")).context("--rules")
}

/// The tables of a rule set in the folder of `--tables`.
pub(super) fn tables(folder: Option<&Path>, rules: &Rules) -> Result<Option<Tables>> {
    let Some(folder) = folder else {
        return Ok(None);
    };
    ensure!(
        folder.is_dir(),
        "--tables: {} is no folder",
        folder.display()
    );
    Tables::open(folder, rules, None)
        .context("--tables")
        .map(Some)
}

/// Says what exact values do not know, where the rules have it.
pub(in crate::cli) fn note_limit(rules: &Rules) {
    let limit = rules.no_capture_draw_plies;
    if limit > 0 {
        say(&format!(
            "exact values are those of play without the limit of {limit} plies without a capture"
        ));
    }
}

/// A position in notation, or the start position.
pub(super) fn position(variant: &Variant, text: Option<&str>) -> Result<Position> {
    match text {
        Some(text) => Position::parse(text, &variant.geometry).context("position"),
        None => Ok(Position::START),
    }
}

/// Runs work on so many threads; 0 for as many as there are cores.
pub(super) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    quirkat_play::on_threads(threads, work).context("--threads")
}

/// A signal becomes an exit code once the work has stopped.
pub(super) fn interrupt() -> Result<Interrupt> {
    Interrupt::listen()
}

/// Hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
