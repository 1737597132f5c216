//! JSON lines in, JSON lines out, in the same order; a bad line gets an error in its place.

use super::ending::Done;
use crate::lines::{Line, read_line};
use anyhow::{Context, Result, anyhow};
use quirkat_rules::{Game, Geometry, Outcome, Position};
use quirkat_variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

#[derive(Debug, Deserialize)]
struct MovesQuestion {
    ruleset: String,
    fen: String,
}

#[derive(Debug, Serialize)]
struct MovesAnswer {
    fen: String,
    ruleset: String,
    moves: Vec<String>,
    next: Vec<String>,
    result: Option<char>,
}

#[derive(Debug, Deserialize)]
struct ReplayQuestion {
    ruleset: String,
    history: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ReplayAnswer {
    final_fen: String,
    result: Option<char>,
    reason: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct ErrorAnswer {
    error: String,
    line: usize,
}

/// The legal moves with the positions after them, sorted as ASCII.
pub(super) fn sorted_moves(position: &Position, geometry: &Geometry) -> Vec<(String, String)> {
    let moves = position.moves(geometry);
    let mut moves: Vec<(String, String)> = moves
        .iter()
        .map(|(played, next)| (played.to_string(), next.to_string()))
        .collect();
    moves.sort_unstable();
    moves
}

pub(super) fn moves(input: impl BufRead, out: &mut dyn Write) -> Result<Done> {
    answer(input, out, |question: MovesQuestion, variant| {
        let position = Position::parse(&question.fen, &variant.geometry)?;
        let (moves, next) = sorted_moves(&position, &variant.geometry)
            .into_iter()
            .unzip();
        let result = position.outcome(&variant.geometry).map(Outcome::letter);
        Ok(MovesAnswer {
            fen: position.to_string(),
            ruleset: question.ruleset,
            moves,
            next,
            result,
        })
    })
}

pub(super) fn replay(input: impl BufRead, out: &mut dyn Write) -> Result<Done> {
    answer(input, out, |question: ReplayQuestion, variant| {
        let mut game = Game::new(Arc::clone(&variant.geometry));
        for (ply, text) in question.history.iter().enumerate() {
            game.play_text(text)
                .map_err(anyhow::Error::from_boxed)
                .with_context(|| format!("ply {}", ply + 1))?;
        }
        Ok(ReplayAnswer {
            final_fen: game.position().to_string(),
            result: game.outcome().map(Outcome::letter),
            reason: game.outcome().map(|outcome| outcome.reason.name()),
        })
    })
}

/// A question that names its rule set.
pub(super) trait Question: for<'de> Deserialize<'de> {
    /// A preset's name or a path to a file.
    fn ruleset(&self) -> &str;
}

impl Question for MovesQuestion {
    fn ruleset(&self) -> &str {
        &self.ruleset
    }
}

impl Question for ReplayQuestion {
    fn ruleset(&self) -> &str {
        &self.ruleset
    }
}

/// Rule sets that are kept ready.
const MOST_KNOWN: usize = 64;

/// Answers every line by `solve`, at once.
pub(super) fn answer<Q: Question, A: Serialize>(
    mut input: impl BufRead,
    out: &mut dyn Write,
    mut solve: impl FnMut(Q, &Variant) -> Result<A>,
) -> Result<Done> {
    let mut known: HashMap<String, Variant> = HashMap::new();
    let mut done = Done::Yes;
    let mut one = |line: &str| -> Result<String> {
        let question: Q = serde_json::from_str(line).context("not the JSON object asked for")?;
        let name = question.ruleset();
        if !known.contains_key(name) {
            // A name can be spelt in many ways.
            if known.len() == MOST_KNOWN {
                known.clear();
            }
            known.insert(name.to_owned(), Variant::find(name, Path::new("."))?);
        }
        let variant = known[name].clone();
        Ok(serde_json::to_string(&solve(question, &variant)?)?)
    };
    for number in 1.. {
        let answer = match read_line(&mut input).context("stdin")? {
            Line::End => break,
            Line::Text(line) if line.is_empty() => continue,
            Line::Text(line) => one(&line),
            Line::Unreadable(reason) => Err(anyhow!("{reason}")),
        };
        let text = answer.or_else(|error| {
            done = Done::Incomplete;
            serde_json::to_string(&ErrorAnswer {
                error: super::ending::one_line(&error),
                line: number,
            })
        })?;
        writeln!(out, "{text}")?;
        // Whoever asks one by one waits for each answer.
        out.flush()?;
    }
    Ok(done)
}
