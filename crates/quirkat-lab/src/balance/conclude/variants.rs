//! `variants.csv`: what may be said about a variant, over all training seeds.

use super::pooled::{Pooled, in_setting, strength};
use crate::balance::design::Design;
use crate::balance::raw::RawData;
use crate::evaluation::{Group, PValue, Seeds, by_setting, holm_adjusted};
use anyhow::Result;
use quirkat_play::Seed;
use quirkat_stats::{
    Equivalence, Interval, Verdict, elo_from_score, hierarchical_bootstrap,
    hierarchical_bootstrap_counts, opening_entropy,
};
use quirkat_tables::{
    ComparisonRow, EVEN, Fixed, GameRow, Shortest, StartSet, VariantRow, VerdictField,
};
use quirkat_variant::{UNKNOWN, exact_start};

/// Plies whose diversity is measured: those that the default move policy samples.
const OPENING_PLIES: usize = 8;

/// The tests of a variant against no advantage and against the margin.
#[derive(Clone, Copy, Debug, Default)]
struct Tests {
    p: Option<PValue>,
    p_holm: Option<PValue>,
    equivalence_p: Option<PValue>,
    equivalence_p_holm: Option<PValue>,
}

/// One verdict a variant, at the primary setting.
pub(crate) fn rows(
    last: &[&Group<'_>],
    raw: &RawData,
    design: &Design,
    comparisons: &[ComparisonRow],
) -> Result<Vec<VariantRow>> {
    let groups = in_setting(last, &design.primary);
    let settings = by_setting(&groups);
    let Some((_, variants)) = settings.first() else {
        return Ok(Vec::new());
    };
    let mut pooled = Vec::new();
    let mut tests = Vec::new();
    for seeds in variants {
        let variant = Pooled::new(&groups, seeds, design.level)?;
        tests.push(tests_of(&variant, design, comparisons)?);
        pooled.push(variant);
    }
    let p_values: Vec<Option<PValue>> = tests.iter().map(|tests| tests.equivalence_p).collect();
    for (tests, adjusted) in tests.iter_mut().zip(holm_adjusted(&p_values)?) {
        tests.equivalence_p_holm = adjusted;
    }
    let rows = pooled.iter().zip(&tests);
    rows.map(|(variant, tests)| variant_row(variant, &groups, raw, design, tests))
        .collect()
}

/// All tests but the adjustment over variants.
fn tests_of(variant: &Pooled<'_>, design: &Design, comparisons: &[ComparisonRow]) -> Result<Tests> {
    let primary = &design.primary;
    let even = comparisons.iter().find(|row| {
        row.variant_a == variant.seeds.variant
            && row.variant_b == EVEN
            && row.start_set == primary.start_set
            && row.move_policy == primary.move_policy
            && row.simulations == primary.simulations
    });
    let equivalence = variant
        .estimate
        .map(|estimate| Equivalence::test(&estimate, design.margin, 1.0 - design.level))
        .transpose()?;
    Ok(Tests {
        p: even.and_then(|row| row.p),
        p_holm: even.and_then(|row| row.p_holm),
        equivalence_p: equivalence
            .and_then(|test| test.p_equivalence)
            .map(PValue::new),
        equivalence_p_holm: None,
    })
}

/// Over seeds from the adjusted p-values; of agents from their intervals.
fn verdict(variant: &Pooled<'_>, tests: &Tests, design: &Design) -> Result<Verdict> {
    let alpha = 1.0 - design.level;
    if let Some(estimate) = &variant.estimate {
        return Ok(Verdict::from_p_values(
            estimate.value,
            tests.equivalence_p_holm.map(PValue::value),
            tests.p_holm.map(PValue::value),
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
    raw: &RawData,
    design: &Design,
    tests: &Tests,
) -> Result<VariantRow> {
    let name = &variant.seeds.variant;
    let counts = variant.counts;
    let rules = design.rules_of(name).cloned().unwrap_or_default();
    let bootstrap = bootstrap(variant.seeds, design)?;
    let bounds = bounds(variant.seeds);
    let points = |score: Option<f64>| score.map(|score| Fixed::new(100.0 * (score - 0.5)));
    let elo = variant.score().map(elo_from_score).transpose()?.flatten();
    let (proxy, grade) = strength(variant, groups, raw, design)?;
    Ok(VariantRow {
        variant: name.clone(),
        rules_hash: rules.rules_hash.clone(),
        start_set: design.primary.start_set,
        move_policy: design.primary.move_policy,
        simulations: design.primary.simulations,
        seeds: variant.seeds.seeds.len(),
        games: counts.games(),
        white_wins: counts.white,
        draws: counts.draws,
        black_wins: counts.black,
        capped: counts.capped,
        white_score: variant.score().map(Fixed::new),
        advantage_pp: variant.points().map(Fixed::new),
        advantage_pp_low: variant.end(|interval| interval.low).map(Fixed::new),
        advantage_pp_high: variant.end(|interval| interval.high).map(Fixed::new),
        level: Shortest(design.level),
        method: variant.method(),
        seed_sd_pp: variant.seed_sd.map(Fixed::new),
        advantage_elo: elo.map(Fixed::new),
        bootstrap_pp_low: points(bootstrap.map(|interval| interval.low)),
        bootstrap_pp_high: points(bootstrap.map(|interval| interval.high)),
        capped_to_white_pp: points(bounds.map(|(_, high)| high)),
        capped_to_black_pp: points(bounds.map(|(low, _)| low)),
        p: tests.p,
        p_holm: tests.p_holm,
        margin_pp: Shortest(design.margin),
        equivalence_p: tests.equivalence_p,
        equivalence_p_holm: tests.equivalence_p_holm,
        verdict: VerdictField(verdict(variant, tests, design)?),
        inference: variant.inference(),
        exact_start: match design.primary.start_set {
            StartSet::Initial | StartSet::Given => exact_start(&rules.rules_hash, &rules.start),
            // Their games begin elsewhere.
            StartSet::Openings | StartSet::Tempo => UNKNOWN,
        }
        .to_owned(),
        decisive_share: counts.decisive_share().map(Fixed::new),
        mean_plies: counts.mean_plies().map(Fixed::new),
        decisions_per_ply: counts.decisions_per_ply().map(Fixed::new),
        opening_entropy_bits: Fixed::new(entropy(&variant.games)),
        unique_games: counts.unique,
        proxy_opponent: design.proxy_opponent.clone(),
        proxy_score: proxy.map(Fixed::new),
        grade: grade.map(Fixed::new),
        trained: rules.trained,
    })
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
