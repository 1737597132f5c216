use super::position::{GradedPosition, STRATA, stratum_of};
use anyhow::{Result, bail};
use quirkat_mcts::random_move;
use quirkat_play::{Random, Seed};
use quirkat_rules::{Game, Move, Position};
use quirkat_solver::{
    Control, Error, ExactPlayer, ExactSource, SolveOptions, Strategy, Value, on_large_stack, solve,
};
use quirkat_variant::Variant;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Which positions to draw.
pub struct Draw<'a> {
    /// The rule set; its name is part of the seed.
    pub variant: &'a Variant,
    /// What values come from.
    pub source: &'a Arc<ExactSource>,
    /// Where positions with more than 8 men come from.
    pub certificate: Option<&'a Strategy>,
    /// Positions in each stratum.
    pub per_stratum: usize,
    /// Positions that a proof search may expand for one position and its moves.
    pub nodes: u64,
    /// The root of the random streams.
    pub seed: Seed,
}

/// Looked at together; what is kept does not depend on it.
const BATCH: usize = 64;

/// Candidates for each position wanted, before it is given up.
const TRIES: usize = 200;

/// Draws positions in which the choice matters, in strata of [`STRATA`]. Those with at most 8 men
/// come from games of random moves, at most one of each stratum from a game; larger ones from the
/// certificate. Only positions of which every move could be valued are kept.
///
/// # Errors
/// When interrupted.
pub fn draw_positions(draw: &Draw<'_>, control: &Control<'_>) -> Result<Vec<GradedPosition>> {
    let mut drawn = Vec::new();
    for (index, stratum) in STRATA.iter().enumerate() {
        let seed = draw.seed.named(&draw.variant.name).named(stratum);
        let mut candidates: Box<dyn Iterator<Item = Position>> = if index < 2 {
            Box::new(from_games(draw.variant, stratum, seed))
        } else {
            let Some(certificate) = draw.certificate else {
                continue;
            };
            Box::new(from_certificate(certificate, &mut seed.random()).into_iter())
        };
        let mut seen = HashSet::new();
        let mut kept = Vec::new();
        let mut tried = 0;
        while kept.len() < draw.per_stratum && tried < TRIES * draw.per_stratum {
            let batch: Vec<Position> = candidates
                .by_ref()
                .filter(|position| seen.insert(*position))
                .take(BATCH)
                .collect();
            if batch.is_empty() {
                break;
            }
            tried += batch.len();
            let judged: Vec<Option<GradedPosition>> = batch
                .par_iter()
                .map(|position| judge(draw, position, control))
                .collect();
            if control.stop.load(std::sync::atomic::Ordering::Relaxed) {
                bail!(quirkat_play::Stopped);
            }
            kept.extend(judged.into_iter().flatten().filter(GradedPosition::matters));
        }
        kept.truncate(draw.per_stratum);
        drawn.extend(kept);
    }
    Ok(drawn)
}

/// One position of the stratum from each of endless random games, as far as they have one.
fn from_games<'a>(
    variant: &'a Variant,
    stratum: &'a str,
    seed: Seed,
) -> impl Iterator<Item = Position> + 'a {
    (0u64..).filter_map(move |number| {
        let mut rng = seed.numbered(number).random();
        let mut game = Game::new(Arc::clone(&variant.geometry));
        let mut found = Vec::new();
        while let Some(drawn) = random_move(&game, &mut rng) {
            game.play_move(drawn).ok()?;
            let position = *game.position();
            let (own, opp) = position.counts();
            let inside = own + opp >= 3 && stratum_of(own + opp) == stratum;
            if inside && position.count_moves(&variant.geometry) > 1 {
                found.push(position);
            }
        }
        if found.is_empty() {
            return None;
        }
        Some(found[rng.random_range(0..found.len())])
    })
}

/// The certificate's larger positions in random order, every number of men in turn, with either
/// colour in either role.
fn from_certificate(certificate: &Strategy, rng: &mut Random) -> Vec<Position> {
    let mut by_men: BTreeMap<u32, Vec<Position>> = BTreeMap::new();
    for position in certificate.positions() {
        let (own, opp) = position.counts();
        if own + opp > 8 && certificate.bounds(&position).most != Value::Loss {
            by_men.entry(own + opp).or_default().push(position);
        }
    }
    for positions in by_men.values_mut() {
        positions.shuffle(rng);
    }
    let longest = by_men.values().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|nth| {
        let nth_of_each = by_men.values().filter_map(move |list| list.get(nth));
        nth_of_each.copied().collect::<Vec<_>>()
    });
    in_turn
        .map(|position| {
            if rng.next_u64() & 1 == 0 {
                position
            } else {
                position.color_swapped()
            }
        })
        .collect()
}

/// The position with the values of all its moves, where they can be had.
fn judge(draw: &Draw<'_>, position: &Position, control: &Control<'_>) -> Option<GradedPosition> {
    if position.count_moves(&draw.variant.geometry) < 2 {
        return None;
    }
    let values = ExactPlayer::new(Arc::clone(draw.source))
        .move_values(position)
        .or_else(|| solved(draw, position, control))?;
    GradedPosition::of(*position, &values)
}

fn solved(
    draw: &Draw<'_>,
    position: &Position,
    control: &Control<'_>,
) -> Option<Vec<(Move, Value)>> {
    let options = SolveOptions {
        position: *position,
        memory: 16 << 20,
        first_moves: true,
        nodes: draw.nodes,
        saved_search: None,
    };
    let quiet = Control {
        stop: control.stop,
        report: &|_| {},
    };
    let geometry = &draw.variant.geometry;
    let search = || -> Result<_, Error> { solve(geometry, draw.source.tables(), &options, &quiet) };
    let solution = on_large_stack(search).ok()?.ok()?;
    let white = position.turn() == quirkat_rules::Color::White;
    let values = solution.moves.iter().map(|(played, bounds)| {
        let value = bounds.value()?;
        Some((*played, if white { value } else { value.flipped() }))
    });
    values.collect()
}
