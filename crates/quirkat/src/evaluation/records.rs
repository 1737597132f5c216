//! Rows of the files behind the tables: games and start positions.

use super::rows::CsvRow;
use crate::run::write_atomically;
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

/// A row of `games.csv`: one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(
    missing_docs,
    reason = "the columns are documented in one table of the README"
)]
pub struct GameRow {
    pub variant: String,
    pub estimand: String,
    pub sampling: String,
    pub seed: u64,
    pub checkpoint: String,
    pub simulations: u32,
    pub game: u64,
    pub opening: String,
    pub result: String,
    pub reason: String,
    pub plies: usize,
    pub decisions: u32,
    pub moves: String,
}

impl CsvRow for GameRow {
    const COLUMNS: &'static [&'static str] = &[
        "variant",
        "estimand",
        "sampling",
        "seed",
        "checkpoint",
        "simulations",
        "game",
        "opening",
        "result",
        "reason",
        "plies",
        "decisions",
        "moves",
    ];
}

/// A row of `proxy_games.csv`: one game against the opponent of the strength proxy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(
    missing_docs,
    reason = "the columns are documented in one table of the README"
)]
pub struct ProxyGameRow {
    pub variant: String,
    pub seed: u64,
    pub checkpoint: String,
    pub simulations: u32,
    pub opponent: String,
    pub game: u64,
    pub agent: String,
    pub opening: String,
    pub result: String,
    pub reason: String,
    pub plies: usize,
    pub moves: String,
}

impl CsvRow for ProxyGameRow {
    const COLUMNS: &'static [&'static str] = &[
        "variant",
        "seed",
        "checkpoint",
        "simulations",
        "opponent",
        "game",
        "agent",
        "opening",
        "result",
        "reason",
        "plies",
        "moves",
    ];
}

/// A row of `openings.csv`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OpeningRow<'a> {
    pub(crate) variant: &'a str,
    pub(crate) rules_hash: String,
    pub(crate) opening: usize,
    pub(crate) position: String,
    pub(crate) plies: u32,
    pub(crate) seed: u64,
    pub(crate) generator: &'static str,
}

impl CsvRow for OpeningRow<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "variant",
        "rules_hash",
        "opening",
        "position",
        "plies",
        "seed",
        "generator",
    ];
}

/// `checksums.txt`: the BLAKE3 of each CSV, as `b3sum` writes and checks it.
pub(crate) fn write_checksums(folder: &Path) -> Result<()> {
    let mut lines = String::new();
    for name in [
        "advantage.csv",
        "comparisons.csv",
        "games.csv",
        "openings.csv",
        "proxy_games.csv",
    ] {
        let path = folder.join(name);
        let content = std::fs::read(&path).with_context(|| path.display().to_string())?;
        lines.push_str(blake3::hash(&content).to_hex().as_str());
        lines.push_str("  ");
        lines.push_str(name);
        lines.push('\n');
    }
    write_atomically(&folder.join("checksums.txt"), lines.as_bytes())
}
