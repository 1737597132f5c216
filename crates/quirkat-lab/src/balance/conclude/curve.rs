//! `curve.csv`: every setting and checkpoint over all training seeds.

use super::pooled::{Pooled, in_setting, strength};
use crate::balance::design::Design;
use crate::balance::raw::RawData;
use crate::evaluation::{Group, by_setting};
use anyhow::Result;
use quirkat_tables::{CurveRow, Fixed, Shortest};

/// All settings and checkpoints over seeds.
pub(crate) fn rows(groups: &[Group<'_>], raw: &RawData, design: &Design) -> Result<Vec<CurveRow>> {
    let mut iterations: Vec<&str> = groups.iter().map(|group| group.key().iteration()).collect();
    iterations.sort_unstable();
    iterations.dedup();
    let mut rows = Vec::new();
    for iteration in iterations {
        let here: Vec<&Group<'_>> = groups
            .iter()
            .filter(|group| group.key().iteration() == iteration)
            .collect();
        for (setting, variants) in by_setting(&here) {
            let groups = in_setting(&here, &setting);
            for seeds in &variants {
                let variant = Pooled::new(&groups, seeds, design.level)?;
                let (proxy, grade) = strength(&variant, &groups, raw, design)?;
                let counts = variant.counts;
                rows.push(CurveRow {
                    variant: seeds.variant.clone(),
                    start_set: setting.start_set,
                    move_policy: setting.move_policy,
                    checkpoint: iteration.to_owned(),
                    simulations: setting.simulations,
                    seeds: seeds.seeds.len(),
                    games: counts.games(),
                    white_score: variant.score().map(Fixed::new),
                    advantage_pp: variant.points().map(Fixed::new),
                    advantage_pp_low: variant.end(|interval| interval.low).map(Fixed::new),
                    advantage_pp_high: variant.end(|interval| interval.high).map(Fixed::new),
                    level: Shortest(design.level),
                    method: variant.method(),
                    inference: variant.inference(),
                    seed_sd_pp: variant.seed_sd.map(Fixed::new),
                    draw_share: counts.draw_share().map(Fixed::new),
                    decisive_share: counts.decisive_share().map(Fixed::new),
                    mean_plies: counts.mean_plies().map(Fixed::new),
                    decisions_per_ply: counts.decisions_per_ply().map(Fixed::new),
                    unique_games: counts.unique,
                    proxy_opponent: design.proxy_opponent.clone(),
                    proxy_score: proxy.map(Fixed::new),
                    grade: grade.map(Fixed::new),
                });
            }
        }
    }
    Ok(rows)
}
