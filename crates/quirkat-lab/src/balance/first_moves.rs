//! `first_moves.csv`: what is played first, what comes of it, and what it is worth.

use super::design::Design;
use crate::evaluation::{Group, LEAST_SEEDS, by_cell};
use anyhow::Result;
use quirkat_stats::{Interval, Tally, student_t, trinomial_score, wilson};
use quirkat_tables::{FirstMoveRow, decimals, optional};
use quirkat_variant::exact_move;
use std::collections::BTreeSet;

/// The start set whose games all begin with the same position.
const INITIAL: &str = "initial";

/// A row for each legal first move of each variant in each cell of the start set `initial`.
pub(crate) fn rows(last: &[&Group<'_>], design: &Design) -> Result<Vec<FirstMoveRow>> {
    let mut rows = Vec::new();
    let initial: Vec<&Group<'_>> = last
        .iter()
        .copied()
        .filter(|group| group.key().start_set == INITIAL)
        .collect();
    for (cell, variants) in by_cell(&initial) {
        for seeds in variants {
            let groups: Vec<&Group<'_>> = initial
                .iter()
                .copied()
                .filter(|group| group.cell() == cell && group.key().variant == seeds.variant)
                .collect();
            let rules = design.rules_of(&seeds.variant).cloned().unwrap_or_default();
            let mut moves: BTreeSet<&str> = rules.first_moves.split_whitespace().collect();
            for group in &groups {
                moves.extend(
                    group
                        .games
                        .iter()
                        .filter_map(|game| first_move(&game.moves)),
                );
            }
            for played in moves {
                let row = FirstMoveRow {
                    variant: seeds.variant.clone(),
                    start_set: cell.start_set.clone(),
                    move_policy: cell.move_policy.clone(),
                    simulations: cell.simulations,
                    first_move: played.to_owned(),
                    level: design.level.to_string(),
                    exact_value: exact_move(&rules.rules_hash, &rules.start, played).to_owned(),
                    ..FirstMoveRow::default()
                };
                rows.push(filled(row, &groups, played, design.level)?);
            }
        }
    }
    Ok(rows)
}

fn first_move(moves: &str) -> Option<&str> {
    moves.split_whitespace().next()
}

/// The share is over seeds where there are enough of them, else over games; what White makes of the
/// move is over games, because a seed may have few of them.
fn filled(
    mut row: FirstMoveRow,
    groups: &[&Group<'_>],
    played: &str,
    level: f64,
) -> Result<FirstMoveRow> {
    let mut shares = Vec::new();
    let (mut games, mut all) = (0u64, 0u64);
    let mut results = [0u64; 3];
    for group in groups {
        let mut here = 0;
        for game in &group.games {
            if first_move(&game.moves) != Some(played) {
                continue;
            }
            here += 1;
            match &*game.result {
                "w" => results[0] += 1,
                "d" => results[1] += 1,
                "b" => results[2] += 1,
                _ => {}
            }
        }
        games += here;
        all += group.games.len() as u64;
        shares.push(here as f64 / group.games.len().max(1) as f64);
    }
    let over_seeds = if shares.len() >= LEAST_SEEDS {
        let estimate = student_t(&shares, 0.0, level)?;
        (estimate.standard_error > 0.0).then(|| estimate.interval.clamp(0.0, 1.0))
    } else {
        None
    };
    let share: Interval = match over_seeds {
        Some(interval) => interval,
        None => wilson(games, all.max(1), level)?,
    };
    row.games = games;
    row.share = decimals::<6>(games as f64 / all.max(1) as f64);
    row.share_low = decimals::<6>(share.low);
    row.share_high = decimals::<6>(share.high);
    row.share_method = share.method.to_string();
    let [wins, draws, losses] = results;
    let counts = Tally::new(wins, draws, losses)?;
    row.white_score = optional::<6>(counts.score());
    if counts.ended() > 0 {
        let interval = trinomial_score(&counts, level)?;
        row.white_score_low = decimals::<6>(interval.low);
        row.white_score_high = decimals::<6>(interval.high);
        row.score_method = interval.method.to_string();
    }
    Ok(row)
}
