use super::group::CellKey;
use super::results::Results;
use anyhow::Result;
use quirkat_stats::{Estimate, Interval, holm, paired_t, square_and_add, student_t, welch_t};
use quirkat_tables::{ComparisonRow, decimals};

/// The even score that a variant is compared with.
pub(crate) const EVEN: &str = "50%";
const STANDARD: &str = "standard";

/// Fewer training seeds speak about their agents only, not about the variant.
pub(crate) const LEAST_SEEDS: usize = 3;

/// A variant's results in one cell, by training seed.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    pub(crate) variant: String,
    /// Ascending by seed.
    pub(crate) seeds: Vec<(u64, Results)>,
}

impl Seeds {
    /// The advantage of each seed in percentage points, where something ended.
    pub(crate) fn points(&self) -> Vec<(u64, f64)> {
        let points =
            |&(seed, results): &(u64, Results)| Some((seed, 100.0 * (results.score()? - 0.5)));
        self.seeds.iter().filter_map(points).collect()
    }

    /// The advantage over seeds, or `None` below [`LEAST_SEEDS`] or without any spread between them,
    /// when it is about these agents only.
    pub(crate) fn over_seeds(&self, level: f64) -> Result<Option<Estimate>> {
        let points: Vec<f64> = self
            .points()
            .into_iter()
            .map(|(_, points)| points)
            .collect();
        if points.len() < LEAST_SEEDS {
            return Ok(None);
        }
        let estimate = student_t(&points, 0.0, level)?;
        Ok((estimate.standard_error > 0.0).then_some(estimate))
    }

    /// The advantage of these agents in percentage points over repeated games.
    pub(crate) fn over_games(&self, level: f64) -> Result<Option<(f64, Interval)>> {
        let all: Vec<Results> = self.seeds.iter().map(|(_, results)| *results).collect();
        let Some(results) = Results::merged(&all)? else {
            return Ok(None);
        };
        let scored = results.interval(level)?;
        Ok(scored.map(|(score, interval)| {
            (
                100.0 * (score - 0.5),
                interval.map(|end| 100.0 * (end - 0.5)),
            )
        }))
    }
}

/// How variants are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparing {
    pub(crate) level: f64,
    /// One network a seed plays all variants: the seed is a block, differences are paired.
    pub(crate) shared: bool,
}

/// The comparisons of one cell: each variant with 50 %, each with `standard`, then the other pairs.
pub(crate) fn compare(
    cell: &CellKey,
    variants: &[Seeds],
    how: Comparing,
) -> Result<Vec<ComparisonRow>> {
    let mut rows = Vec::new();
    for variant in variants {
        rows.extend(against_even(cell, variant, how)?);
    }
    let standard = variants
        .iter()
        .find(|variant| variant.variant == STANDARD)
        .filter(|standard| !standard.points().is_empty());
    let others: Vec<&Seeds> = variants
        .iter()
        .filter(|variant| variant.variant != STANDARD)
        .collect();
    if let Some(standard) = standard {
        for variant in &others {
            rows.extend(difference(cell, variant, standard, how)?);
        }
    }
    for (i, a) in others.iter().enumerate() {
        for b in &others[i + 1..] {
            rows.extend(difference(cell, a, b, how)?);
        }
    }
    adjust(&mut rows)?;
    Ok(rows)
}

fn against_even(cell: &CellKey, variant: &Seeds, how: Comparing) -> Result<Option<ComparisonRow>> {
    if let Some(estimate) = variant.over_seeds(how.level)? {
        return Ok(Some(of_seeds(cell, &variant.variant, EVEN, &estimate)));
    }
    let games = variant.over_games(how.level)?;
    Ok(games.map(|(points, interval)| row(cell, &variant.variant, EVEN, points, &interval)))
}

fn difference(
    cell: &CellKey,
    a: &Seeds,
    b: &Seeds,
    how: Comparing,
) -> Result<Option<ComparisonRow>> {
    let (of_a, of_b) = (a.points(), b.points());
    let values = |points: &[(u64, f64)]| points.iter().map(|(_, value)| *value).collect::<Vec<_>>();
    let (x, y) = if how.shared {
        let common = |own: &[(u64, f64)], other: &[(u64, f64)]| {
            own.iter()
                .filter(|(seed, _)| other.iter().any(|(another, _)| another == seed))
                .copied()
                .collect::<Vec<_>>()
        };
        (values(&common(&of_a, &of_b)), values(&common(&of_b, &of_a)))
    } else {
        (values(&of_a), values(&of_b))
    };
    if x.len().min(y.len()) >= LEAST_SEEDS {
        let estimate = if how.shared {
            paired_t(&x, &y, how.level)?
        } else {
            welch_t(&x, &y, how.level)?
        };
        if estimate.standard_error > 0.0 {
            return Ok(Some(of_seeds(cell, &a.variant, &b.variant, &estimate)));
        }
    }
    let (Some((a_points, a_interval)), Some((b_points, b_interval))) =
        (a.over_games(how.level)?, b.over_games(how.level)?)
    else {
        return Ok(None);
    };
    let interval = square_and_add((a_points, &a_interval), (b_points, &b_interval))?;
    Ok(Some(row(
        cell,
        &a.variant,
        &b.variant,
        a_points - b_points,
        &interval,
    )))
}

fn of_seeds(cell: &CellKey, a: &str, b: &str, estimate: &Estimate) -> ComparisonRow {
    ComparisonRow {
        inference: "variants".to_owned(),
        p: estimate.p_value.map(p_text).unwrap_or_default(),
        ..row(cell, a, b, estimate.value, &estimate.interval)
    }
}

fn row(cell: &CellKey, a: &str, b: &str, points: f64, interval: &Interval) -> ComparisonRow {
    ComparisonRow {
        variant_a: a.to_owned(),
        variant_b: b.to_owned(),
        start_set: cell.start_set.clone(),
        move_policy: cell.move_policy.clone(),
        simulations: cell.simulations,
        difference_pp: decimals::<4>(points),
        low: decimals::<4>(interval.low),
        high: decimals::<4>(interval.high),
        level: interval.level.to_string(),
        method: interval.method.to_string(),
        inference: "agents".to_owned(),
        p: String::new(),
        p_holm: String::new(),
    }
}

/// P-values with eight decimals: enough for any threshold, fixed in width.
pub(crate) fn p_text(p: f64) -> String {
    decimals::<8>(p)
}

/// Holm over p-values as text; an empty one is no test and stays empty.
pub(crate) fn holm_text(p_values: &[&str]) -> Result<Vec<String>> {
    let values: Vec<Option<f64>> = p_values.iter().map(|p| p.parse().ok()).collect();
    let adjusted = holm(&values)?;
    Ok(adjusted
        .into_iter()
        .map(|p| p.map(p_text).unwrap_or_default())
        .collect())
}

/// Holm over the planned and over the exploratory rows, where there are p-values.
fn adjust(rows: &mut [ComparisonRow]) -> Result<()> {
    let planned = |row: &ComparisonRow| row.variant_b == EVEN || row.variant_b == STANDARD;
    for family in [true, false] {
        let members: Vec<usize> = (0..rows.len())
            .filter(|&i| planned(&rows[i]) == family)
            .collect();
        let p_values: Vec<&str> = members.iter().map(|&i| &*rows[i].p).collect();
        for (&i, adjusted) in members.iter().zip(holm_text(&p_values)?) {
            rows[i].p_holm = adjusted;
        }
    }
    Ok(())
}
