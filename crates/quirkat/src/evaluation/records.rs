//! Rows of the files behind the tables: games, start positions, rules.

use super::rows::csv_row;
use crate::run::write_atomically;
use anyhow::{Context, Result};
use std::path::Path;

csv_row! {
    /// A row of `games.csv`: one game.
    GameRow {
        variant: String,
        estimand: String,
        sampling: String,
        seed: u64,
        checkpoint: String,
        simulations: u32,
        game: u64,
        opening: String,
        result: String,
        reason: String,
        plies: usize,
        decisions: u32,
        moves: String,
    }
}

csv_row! {
    /// A row of `proxy_games.csv`: one game against the opponent of the strength proxy.
    ProxyGameRow {
        variant: String,
        seed: u64,
        checkpoint: String,
        simulations: u32,
        opponent: String,
        game: u64,
        agent: String,
        opening: String,
        result: String,
        reason: String,
        plies: usize,
        moves: String,
    }
}

csv_row! {
    /// A row of `openings.csv`.
    OpeningRow {
        variant: String,
        rules_hash: String,
        opening: usize,
        position: String,
        plies: u32,
        seed: u64,
        generator: String,
    }
}

/// `checksums.txt`: the BLAKE3 of each of these CSVs, as `b3sum` writes and checks it.
pub(crate) fn write_checksums(folder: &Path, names: &[&str]) -> Result<()> {
    let mut lines = String::new();
    for name in names {
        let path = folder.join(name);
        let content = std::fs::read(&path).with_context(|| path.display().to_string())?;
        lines.push_str(blake3::hash(&content).to_hex().as_str());
        lines.push_str("  ");
        lines.push_str(name);
        lines.push('\n');
    }
    write_atomically(&folder.join("checksums.txt"), lines.as_bytes())
}
