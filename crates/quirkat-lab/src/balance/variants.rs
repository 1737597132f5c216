//! `variants.csv` and `curve.csv`: what is known of a variant over all training seeds.

use super::design::Design;
use super::tables::Raw;
use crate::evaluation::{Counts, Group, Proxy, Seeds, by_cell, holm_text, p_text};
use anyhow::Result;
use quirkat_play::Seed;
use quirkat_stats::{
    Equivalence, Estimate, Interval, Verdict, elo_from_score, hierarchical_bootstrap,
    hierarchical_bootstrap_counts, opening_entropy,
};
use quirkat_tables::{ComparisonRow, CurveRow, GameRow, VariantRow, decimals, optional};
use quirkat_variant::exact_start;

/// Plies whose diversity is measured: those that the default move policy samples.
const OPENING_PLIES: usize = 8;

/// A variant in one cell over all its seeds.
pub(crate) struct Pooled<'a> {
    pub(crate) games: Vec<&'a GameRow>,
    pub(crate) counts: Counts,
    pub(crate) seeds: &'a Seeds,
    /// Over seeds, where there are enough and they differ.
    pub(crate) estimate: Option<Estimate>,
    /// Percentage points and their interval.
    pub(crate) advantage: Option<(f64, Interval)>,
    /// Spread of the seeds' advantages, games' noise included.
    pub(crate) seed_sd: Option<f64>,
}

impl<'a> Pooled<'a> {
    pub(crate) fn new(groups: &[&Group<'a>], seeds: &'a Seeds, level: f64) -> Result<Self> {
        let cell = groups.iter().filter(|g| g.key().variant == seeds.variant);
        let games: Vec<&GameRow> = cell.flat_map(|group| group.games.iter().copied()).collect();
        let estimate = seeds.over_seeds(level)?;
        let advantage = match &estimate {
            Some(estimate) => Some((estimate.value, estimate.interval.clamp(-50.0, 50.0))),
            None => seeds.over_games(level)?,
        };
        let points: Vec<f64> = seeds
            .points()
            .into_iter()
            .map(|(_, points)| points)
            .collect();
        Ok(Self {
            counts: Counts::of(&games),
            games,
            seeds,
            estimate,
            advantage,
            seed_sd: sd(&points),
        })
    }

    pub(crate) fn inference(&self) -> &'static str {
        if self.estimate.is_some() {
            "variants"
        } else {
            "agents"
        }
    }

    fn points(&self) -> Option<f64> {
        self.advantage.map(|(points, _)| points)
    }

    fn end(&self, pick: fn(&Interval) -> f64) -> Option<f64> {
        self.advantage.as_ref().map(|(_, interval)| pick(interval))
    }

    fn method(&self) -> String {
        self.advantage
            .map(|(_, interval)| interval.method.to_string())
            .unwrap_or_default()
    }

    fn score(&self) -> Option<f64> {
        self.points()
            .map(|points| (points / 100.0 + 0.5).clamp(0.0, 1.0))
    }
}

/// The standard deviation of a sample, `None` below two values.
pub(crate) fn sd(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (count - 1.0)).sqrt())
}

/// The groups of one cell, with what they say by variant.
fn of_cell<'g, 'a>(
    groups: &[&'g Group<'a>],
    cell: &crate::evaluation::CellKey,
) -> Vec<&'g Group<'a>> {
    groups
        .iter()
        .copied()
        .filter(|group| group.cell() == *cell)
        .collect()
}

/// One verdict a variant, at the primary cell.
pub(crate) fn verdicts(
    last: &[&Group<'_>],
    raw: &Raw,
    design: &Design,
    comparisons: &[ComparisonRow],
) -> Result<Vec<VariantRow>> {
    let groups = of_cell(last, &design.primary);
    let cells = by_cell(&groups);
    let Some((_, variants)) = cells.first() else {
        return Ok(Vec::new());
    };
    let alpha = 1.0 - design.level;
    let mut rows = Vec::new();
    let mut pooled = Vec::new();
    for seeds in variants {
        let variant = Pooled::new(&groups, seeds, design.level)?;
        rows.push(variant_row(&variant, &groups, raw, design, comparisons)?);
        pooled.push(variant);
    }
    let p_values: Vec<&str> = rows.iter().map(|row| &*row.equivalence_p).collect();
    let adjusted = holm_text(&p_values)?;
    for ((row, variant), adjusted) in rows.iter_mut().zip(&pooled).zip(adjusted) {
        row.equivalence_p_holm = adjusted;
        row.verdict = verdict(row, variant, design, alpha)?.to_string();
    }
    Ok(rows)
}

/// Over seeds from the adjusted p-values; of agents from their intervals.
fn verdict(row: &VariantRow, variant: &Pooled<'_>, design: &Design, alpha: f64) -> Result<Verdict> {
    if let Some(estimate) = &variant.estimate {
        let p = |text: &str| text.parse().ok();
        return Ok(Verdict::from_p_values(
            estimate.value,
            p(&row.equivalence_p_holm),
            p(&row.p_holm),
            design.margin,
            alpha,
        )?);
    }
    let wide = variant.seeds.over_games(design.level)?;
    let narrow = variant.seeds.over_games(1.0 - 2.0 * alpha)?;
    match (wide, narrow) {
        (Some((_, wide)), Some((_, narrow))) => {
            Ok(Verdict::from_intervals(&wide, &narrow, design.margin)?)
        }
        _ => Ok(Verdict::Undecided),
    }
}

fn variant_row(
    variant: &Pooled<'_>,
    groups: &[&Group<'_>],
    raw: &Raw,
    design: &Design,
    comparisons: &[ComparisonRow],
) -> Result<VariantRow> {
    let name = &variant.seeds.variant;
    let counts = variant.counts;
    let rules = design.rules_of(name).cloned().unwrap_or_default();
    let even = comparisons.iter().find(|row| {
        row.variant_a == *name
            && row.variant_b == crate::evaluation::EVEN
            && row.start_set == design.primary.start_set
            && row.move_policy == design.primary.move_policy
            && row.simulations == design.primary.simulations
    });
    let equivalence = variant
        .estimate
        .map(|estimate| Equivalence::test(&estimate, design.margin, 1.0 - design.level))
        .transpose()?;
    let bootstrap = bootstrap(variant.seeds, design)?;
    let bounds = bounds(variant.seeds);
    let points = |score: Option<f64>| optional::<4>(score.map(|score| 100.0 * (score - 0.5)));
    let elo = variant.score().map(elo_from_score).transpose()?.flatten();
    let (proxy, grade) = strength(variant, groups, raw, design)?;
    Ok(VariantRow {
        variant: name.clone(),
        rules_hash: rules.rules_hash.clone(),
        start_set: design.primary.start_set.clone(),
        move_policy: design.primary.move_policy.clone(),
        simulations: design.primary.simulations,
        seeds: variant.seeds.seeds.len(),
        games: counts.games(),
        white_wins: counts.white,
        draws: counts.draws,
        black_wins: counts.black,
        capped: counts.capped,
        white_score: optional::<6>(variant.score()),
        advantage_pp: optional::<4>(variant.points()),
        advantage_pp_low: optional::<4>(variant.end(|interval| interval.low)),
        advantage_pp_high: optional::<4>(variant.end(|interval| interval.high)),
        level: design.level.to_string(),
        method: variant.method(),
        seed_sd_pp: optional::<4>(variant.seed_sd),
        advantage_elo: optional::<2>(elo),
        bootstrap_pp_low: points(bootstrap.map(|interval| interval.low)),
        bootstrap_pp_high: points(bootstrap.map(|interval| interval.high)),
        capped_to_white_pp: points(bounds.map(|(_, high)| high)),
        capped_to_black_pp: points(bounds.map(|(low, _)| low)),
        p: even.map(|row| row.p.clone()).unwrap_or_default(),
        p_holm: even.map(|row| row.p_holm.clone()).unwrap_or_default(),
        margin_pp: design.margin.to_string(),
        equivalence_p: equivalence
            .and_then(|test| test.p_equivalence)
            .map(p_text)
            .unwrap_or_default(),
        equivalence_p_holm: String::new(),
        verdict: String::new(),
        inference: variant.inference().to_owned(),
        exact_start: exact_start(&rules.rules_hash, &rules.start).to_owned(),
        decisive_share: optional::<6>(counts.decisive_share()),
        mean_plies: optional::<4>(counts.mean_plies()),
        decisions_per_ply: optional::<4>(counts.decisions_per_ply()),
        opening_entropy_bits: decimals::<4>(entropy(&variant.games)),
        unique_games: counts.unique,
        proxy_opponent: design.proxy_opponent.clone(),
        proxy_score: optional::<6>(proxy),
        grade: optional::<6>(grade),
        trained: rules.trained,
    })
}

/// All cells and checkpoints over seeds.
pub(crate) fn curve(groups: &[Group<'_>], raw: &Raw, design: &Design) -> Result<Vec<CurveRow>> {
    let mut iterations: Vec<&str> = groups.iter().map(|group| group.key().iteration()).collect();
    iterations.sort_unstable();
    iterations.dedup();
    let mut rows = Vec::new();
    for iteration in iterations {
        let here: Vec<&Group<'_>> = groups
            .iter()
            .filter(|group| group.key().iteration() == iteration)
            .collect();
        for (cell, variants) in by_cell(&here) {
            let groups = of_cell(&here, &cell);
            for seeds in &variants {
                let variant = Pooled::new(&groups, seeds, design.level)?;
                let (proxy, grade) = strength(&variant, &groups, raw, design)?;
                let counts = variant.counts;
                rows.push(CurveRow {
                    variant: seeds.variant.clone(),
                    start_set: cell.start_set.clone(),
                    move_policy: cell.move_policy.clone(),
                    checkpoint: iteration.to_owned(),
                    simulations: cell.simulations,
                    seeds: seeds.seeds.len(),
                    games: counts.games(),
                    white_score: optional::<6>(variant.score()),
                    advantage_pp: optional::<4>(variant.points()),
                    advantage_pp_low: optional::<4>(variant.end(|interval| interval.low)),
                    advantage_pp_high: optional::<4>(variant.end(|interval| interval.high)),
                    level: design.level.to_string(),
                    method: variant.method(),
                    inference: variant.inference().to_owned(),
                    seed_sd_pp: optional::<4>(variant.seed_sd),
                    draw_share: optional::<6>(counts.draw_share()),
                    decisive_share: optional::<6>(counts.decisive_share()),
                    mean_plies: optional::<4>(counts.mean_plies()),
                    decisions_per_ply: optional::<4>(counts.decisions_per_ply()),
                    unique_games: counts.unique,
                    proxy_opponent: design.proxy_opponent.clone(),
                    proxy_score: optional::<6>(proxy),
                    grade: optional::<6>(grade),
                });
            }
        }
    }
    Ok(rows)
}

/// Mean proxy score and mean grade of the agents that played a cell.
fn strength(
    variant: &Pooled<'_>,
    groups: &[&Group<'_>],
    raw: &Raw,
    design: &Design,
) -> Result<(Option<f64>, Option<f64>)> {
    let (mut scores, mut grades) = (Vec::new(), Vec::new());
    for group in groups {
        let key = group.key();
        if key.variant != variant.seeds.variant {
            continue;
        }
        let proxy = Proxy::of(key, &raw.proxy, &design.proxy_opponent)?;
        scores.extend(proxy.score);
        let graded = raw.grades.iter().filter(|grade| {
            (
                &grade.variant,
                grade.seed,
                &grade.checkpoint,
                grade.simulations,
            ) == (&key.variant, key.seed, &key.checkpoint, key.simulations)
                && grade.positions > 0
        });
        grades.extend(graded.map(|grade| grade.preserved as f64 / grade.positions as f64));
    }
    let mean = |values: &[f64]| {
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    Ok((mean(&scores), mean(&grades)))
}

/// A check on the primary interval, of scores; never the decision.
fn bootstrap(seeds: &Seeds, design: &Design) -> Result<Option<Interval>> {
    if seeds.seeds.len() < 2 || seeds.points().len() < seeds.seeds.len() {
        return Ok(None);
    }
    let mut random = Seed::new(design.seed)
        .named("bootstrap")
        .named(&seeds.variant)
        .random();
    let counts: Option<Vec<_>> = seeds
        .seeds
        .iter()
        .map(|(_, results)| results.tally())
        .collect();
    let interval = if let Some(counts) = counts {
        hierarchical_bootstrap_counts(&counts, design.bootstrap, design.level, &mut random)?
    } else {
        let values: Vec<Vec<f64>> = seeds.seeds.iter().map(|(_, r)| r.values()).collect();
        hierarchical_bootstrap(&values, design.bootstrap, design.level, &mut random)?
    };
    Ok(Some(interval))
}

/// Mean over seeds of the score with all cut games given to Black, and to White.
fn bounds(seeds: &Seeds) -> Option<(f64, f64)> {
    let bounds: Vec<(f64, f64)> = seeds
        .seeds
        .iter()
        .filter_map(|(_, results)| results.bounds())
        .collect();
    let count = bounds.len() as f64;
    let (low, high) = bounds.iter().fold((0.0, 0.0), |(low, high), bound| {
        (low + bound.0, high + bound.1)
    });
    (!bounds.is_empty()).then_some((low / count, high / count))
}

/// Bits in the first plies: how varied the games are. It changes no sample size.
fn entropy(games: &[&GameRow]) -> f64 {
    let lines: Vec<Vec<&str>> = games
        .iter()
        .map(|game| {
            let moves = game.moves.split_whitespace().take(OPENING_PLIES);
            std::iter::once(&*game.opening).chain(moves).collect()
        })
        .collect();
    opening_entropy(&lines, 1 + OPENING_PLIES)
        .last()
        .map_or(0.0, |last| last.bits)
}
