//! `first_moves.csv`: what is played first, what comes of it, and what it is worth.

use crate::balance::design::Design;
use crate::evaluation::{Group, LEAST_SEEDS, by_setting};
use anyhow::Result;
use quirkat_stats::{GameResult, Interval, Tally, student_t, trinomial_score, wilson};
use quirkat_tables::{FirstMoveRow, Fixed, Setting, Shortest, StartSet};
use quirkat_variant::exact_move;
use std::collections::BTreeSet;

/// A row for each legal first move of each variant in each setting with the start set `initial`.
pub(crate) fn rows(last: &[&Group<'_>], design: &Design) -> Result<Vec<FirstMoveRow>> {
    let mut rows = Vec::new();
    let initial: Vec<&Group<'_>> = last
        .iter()
        .copied()
        .filter(|group| group.key().start_set == StartSet::Initial)
        .collect();
    for (setting, variants) in by_setting(&initial) {
        for seeds in variants {
            let groups: Vec<&Group<'_>> = initial
                .iter()
                .copied()
                .filter(|group| group.setting() == setting && group.key().variant == seeds.variant)
                .collect();
            let rules = design.rules_of(&seeds.variant).cloned().unwrap_or_default();
            let mut moves: BTreeSet<&str> = rules.first_moves.split_whitespace().collect();
            for group in &groups {
                moves.extend(group.games.iter().filter_map(|game| game.first_move()));
            }
            for played in moves {
                let about = About {
                    variant: &seeds.variant,
                    setting,
                    played,
                    exact_value: exact_move(&rules.rules_hash, &rules.start, played),
                };
                rows.push(row(&about, &groups, design.level)?);
            }
        }
    }
    Ok(rows)
}

/// What a row is about.
struct About<'a> {
    variant: &'a str,
    setting: Setting,
    played: &'a str,
    exact_value: &'a str,
}

/// The share is over seeds where there are enough of them, else over games; what the first player
/// makes of the move is over games, because a seed may have few of them.
fn row(about: &About<'_>, groups: &[&Group<'_>], level: f64) -> Result<FirstMoveRow> {
    let mut shares = Vec::new();
    let (mut games, mut all) = (0u64, 0u64);
    let mut results = [0u64; 3];
    for group in groups {
        let mut here = 0;
        for game in &group.games {
            if game.first_move() != Some(about.played) {
                continue;
            }
            here += 1;
            match game.first_player_result() {
                Some(GameResult::Win) => results[0] += 1,
                Some(GameResult::Draw) => results[1] += 1,
                Some(GameResult::Loss) => results[2] += 1,
                None => {}
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
    let [wins, draws, losses] = results;
    let counts = Tally::new(wins, draws, losses)?;
    let score = if counts.games() > 0 {
        Some(trinomial_score(&counts, level)?)
    } else {
        None
    };
    Ok(FirstMoveRow {
        variant: about.variant.to_owned(),
        start_set: about.setting.start_set,
        move_policy: about.setting.move_policy,
        simulations: about.setting.simulations,
        first_move: about.played.to_owned(),
        games,
        share: Fixed::new(games as f64 / all.max(1) as f64),
        share_low: Fixed::new(share.low),
        share_high: Fixed::new(share.high),
        share_method: share.method.into(),
        white_score: counts.score().map(Fixed::new),
        white_score_low: score.map(|interval| Fixed::new(interval.low)),
        white_score_high: score.map(|interval| Fixed::new(interval.high)),
        score_method: score.map(|interval| interval.method.into()),
        level: Shortest(level),
        exact_value: about.exact_value.to_owned(),
    })
}
