//! Analyses as text for people.

use super::{GameAnalysis, MoveAnalysis, PositionAnalysis, score};
use quirkat_mcts::{Proven, Wdl};
use quirkat_rules::{Color, Move, MoveKind};
use std::io::{self, Write};

/// Writes an analysis of a position: board, chances, line, and a row a move.
///
/// # Errors
/// When the writer fails.
pub fn write_position(
    analysis: &PositionAnalysis,
    agent: &str,
    variant: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let position = &analysis.position;
    writeln!(out, "{position:#}, {variant}, `{position}`\n")?;
    if let Some(outcome) = analysis.outcome {
        return match outcome.winner {
            Some(winner) => writeln!(out, "The game is over: {winner} won ({}).", outcome.reason),
            None => writeln!(out, "The game is over: drawn ({}).", outcome.reason),
        };
    }
    writeln!(out, "agent  {agent}")?;
    if let Some(value) = analysis.value {
        writeln!(
            out,
            "value  win {}  draw {}  loss {}  score {}",
            percent(value.win),
            percent(value.draw),
            percent(value.loss),
            percent(score(value))
        )?;
    }
    if let Some(exact) = analysis.exact {
        writeln!(out, "exact  {exact}")?;
    }
    if let Some(choice) = analysis.choice {
        writeln!(out, "plays  {choice}")?;
        writeln!(out, "line   {}", numbered(&analysis.line, position.turn()))?;
    }
    writeln!(out)?;
    write_moves(&analysis.moves, position.turn(), out)
}

fn write_moves(moves: &[MoveAnalysis], turn: Color, out: &mut dyn Write) -> io::Result<()> {
    let texts: Vec<String> = moves
        .iter()
        .map(|of_move| of_move.played.to_string())
        .collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0).max(4);
    writeln!(
        out,
        "{:<width$}  {:>7}  {:>6}  {:>7}  {:>7}  {:>7}  {:>7}  {:>7}  exact",
        "move", "prior", "visits", "share", "win", "draw", "loss", "score"
    )?;
    for (of_move, text) in moves.iter().zip(&texts) {
        let chance = |of: fn(Wdl) -> f64| shown(of_move.value.map(|value| percent(of(value))));
        writeln!(
            out,
            "{text:<width$}  {:>7}  {:>6}  {:>7}  {:>7}  {:>7}  {:>7}  {:>7}  {}",
            shown(of_move.prior.map(percent)),
            shown(of_move.visits.map(|visits| visits.to_string())),
            shown(of_move.share.map(percent)),
            chance(|value| value.win.into()),
            chance(|value| value.draw.into()),
            chance(|value| value.loss.into()),
            chance(score),
            exact(of_move, turn)
        )?;
    }
    Ok(())
}

/// What tables know, else what the search proved.
fn exact(of_move: &MoveAnalysis, turn: Color) -> String {
    match (of_move.exact, of_move.proven) {
        (Some(bounds), _) if bounds.value().is_some() => bounds.to_string(),
        (_, Some(proven)) => format!("{} (searched)", proven_name(proven, turn)),
        (Some(bounds), None) => bounds.to_string(),
        (None, None) => "-".to_owned(),
    }
}

pub(super) fn proven_name(proven: Proven, turn: Color) -> &'static str {
    match proven {
        Proven::Win(winner) if winner == turn => "win",
        Proven::Win(_) => "loss",
        Proven::Draw => "draw",
    }
}

fn percent(share: impl Into<f64>) -> String {
    format!("{:.1} %", 100.0 * share.into())
}

fn shown(text: Option<String>) -> String {
    text.unwrap_or_else(|| "-".to_owned())
}

/// `1. c2-c3 c4xc2 2. c1xc3`, and `1... c4xc2` when Black begins.
fn numbered(line: &[Move], first: Color) -> String {
    let mut words = Vec::new();
    let (mut turn, mut number, mut opens) = (first, 1, true);
    for played in line {
        words.push(match (turn, opens) {
            (Color::White, true) => format!("{number}. {}", played.token()),
            (Color::Black, true) if words.is_empty() => format!("{number}... {}", played.token()),
            _ => played.token(),
        });
        opens = played.kind() != MoveKind::Huff;
        if opens {
            number += usize::from(turn == Color::Black);
            turn = !turn;
        }
    }
    words.join(" ")
}

/// Moves that a summary names.
const WORST: usize = 5;

/// Writes the summary of a game: each side's losses, and the worst moves.
///
/// # Errors
/// When the writer fails.
pub fn write_game(analysis: &GameAnalysis, title: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{title}")?;
    writeln!(
        out,
        "{:<7} {:>5}  {:>11}  {:>9}  {:>6}  exact errors",
        "", "moves", "with choice", "mean loss", "agreed"
    )?;
    for side in [Color::White, Color::Black] {
        let summary = analysis.summary(side);
        let agreed = 100.0 * summary.agreed as f64 / summary.asked.max(1) as f64;
        let agreed = (summary.asked > 0).then(|| format!("{agreed:.0} %"));
        writeln!(
            out,
            "{:<7} {:>5}  {:>11}  {:>9}  {:>6}  {}",
            side.to_string(),
            summary.moves,
            summary.choices,
            shown(summary.mean_loss.map(|loss| format!("{loss:.3}"))),
            shown(agreed),
            if summary.exact == 0 {
                "-".to_owned()
            } else {
                format!("{} of {} known", summary.exact_errors, summary.exact)
            }
        )?;
    }
    for ply in analysis.worst(WORST) {
        let dots = if ply.side == Color::White { "." } else { "..." };
        writeln!(
            out,
            "  {}{dots} {}: {}",
            ply.number,
            ply.played.token(),
            ply.comment()
        )?;
    }
    Ok(())
}
