//! The rows of games that were played.

use super::runner::MeasuredAgent;
use super::starts::Starts;
use quirkat_play::{Opening, Played};
use quirkat_rules::Color;
use quirkat_tables::{
    EndReason, GameRow, OpeningRow, PairGameRow, ProxyGameRow, RecordedResult, Setting,
};
use quirkat_variant::Variant;

/// How a game ended, as tables have it.
fn end_of(game: &Played) -> (RecordedResult, EndReason) {
    match game.outcome {
        Some(outcome) => (
            RecordedResult::of_winner(outcome.winner),
            outcome.reason.into(),
        ),
        None => (RecordedResult::Cut, EndReason::Capped),
    }
}

/// The row of a game of an agent with itself.
pub(crate) fn game_row(agent: &MeasuredAgent<'_>, setting: &Setting, game: &Played) -> GameRow {
    let (result, reason) = end_of(game);
    GameRow {
        variant: agent.variant.name.clone(),
        start_set: setting.start_set,
        move_policy: setting.move_policy,
        seed: agent.run_seed,
        checkpoint: agent.checkpoint.clone(),
        simulations: setting.simulations,
        game: game.number,
        opening: game.start.to_string(),
        result,
        reason,
        plies: game.moves.len(),
        decisions: game.decisions,
        moves: game.line(),
    }
}

/// The row of a game of the strength proxy, in which the agent has a colour.
pub(crate) fn proxy_row(
    agent: &MeasuredAgent<'_>,
    (opponent, simulations): (&str, u32),
    color: Color,
    game: &Played,
) -> ProxyGameRow {
    let (result, reason) = end_of(game);
    ProxyGameRow {
        variant: agent.variant.name.clone(),
        seed: agent.run_seed,
        checkpoint: agent.checkpoint.clone(),
        simulations,
        opponent: opponent.to_owned(),
        game: game.number,
        agent: color.into(),
        opening: game.start.to_string(),
        result,
        reason,
        plies: game.moves.len(),
        moves: game.line(),
    }
}

/// The row of a game between the agents of two seeds, of which one has White.
pub(crate) fn pair_row(
    variant: &Variant,
    (seed_a, seed_b, white): (u64, u64, u64),
    setting: &Setting,
    game: &Played,
) -> PairGameRow {
    let (result, reason) = end_of(game);
    PairGameRow {
        variant: variant.name.clone(),
        seed_a,
        seed_b,
        move_policy: setting.move_policy,
        simulations: setting.simulations,
        game: game.number,
        white,
        opening: game.start.to_string(),
        result,
        reason,
        plies: game.moves.len(),
        moves: game.line(),
    }
}

/// The rows of a variant's openings.
pub(crate) fn opening_rows(
    variant: &Variant,
    starts: &Starts,
    plies: u32,
    seed: u64,
) -> Vec<OpeningRow> {
    let row = |(opening, found): (usize, &Opening)| OpeningRow {
        variant: variant.name.clone(),
        rules_hash: variant.rules_hash(),
        opening,
        position: found.position.to_string(),
        plies,
        seed,
        generator: "random moves; equal material; no capture for either side; nothing to huff"
            .to_owned(),
    };
    starts.openings.iter().enumerate().map(row).collect()
}
