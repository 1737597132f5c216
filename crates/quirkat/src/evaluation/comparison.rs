use super::plan::Cell;
use super::rows::{CsvRow, decimals};
use crate::evaluation::advantage::Score;
use anyhow::Result;
use quirkat_stats::{Interval, holm, square_and_add};
use serde::Serialize;

/// A row of `comparisons.csv`. Rows against `50%` and against `standard` are planned, the others
/// exploratory; Holm runs over each family of one estimand, sampling and budget.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(
    missing_docs,
    reason = "the columns are documented in one table of the README"
)]
pub struct ComparisonRow {
    pub variant_a: String,
    pub variant_b: String,
    pub estimand: String,
    pub sampling: String,
    pub simulations: u32,
    pub difference_pp: String,
    pub low: String,
    pub high: String,
    pub level: String,
    pub method: String,
    pub inference: String,
    pub p: String,
    pub p_holm: String,
}

impl CsvRow for ComparisonRow {
    const COLUMNS: &'static [&'static str] = &[
        "variant_a",
        "variant_b",
        "estimand",
        "sampling",
        "simulations",
        "difference_pp",
        "low",
        "high",
        "level",
        "method",
        "inference",
        "p",
        "p_holm",
    ];
}

/// The even score that a variant is compared with.
const EVEN: &str = "50%";
const STANDARD: &str = "standard";

/// The comparisons of one cell: each variant with 50 %, each with `standard`, then the other pairs.
/// One training seed speaks about its agents only, so there are no p-values.
pub(crate) fn compare(
    cell: &Cell,
    scores: &[(String, Option<Score>)],
) -> Result<Vec<ComparisonRow>> {
    let mut rows = Vec::new();
    for (variant, score) in scores {
        if let Some(score) = score {
            let interval = score.interval.map(|end| end - 0.5);
            rows.push(row(cell, variant, EVEN, score.value - 0.5, &interval));
        }
    }
    let standard = scores.iter().find(|(name, _)| name == STANDARD);
    if let Some((name, Some(standard))) = standard {
        for (variant, score) in scores.iter().filter(|(variant, _)| variant != name) {
            rows.extend(difference(
                cell,
                (variant, score.as_ref()),
                (name, Some(standard)),
            )?);
        }
    }
    let others: Vec<&(String, Option<Score>)> =
        scores.iter().filter(|(name, _)| name != STANDARD).collect();
    for (i, (a, score_a)) in others.iter().enumerate() {
        for (b, score_b) in &others[i + 1..] {
            rows.extend(difference(
                cell,
                (a, score_a.as_ref()),
                (b, score_b.as_ref()),
            )?);
        }
    }
    adjust(&mut rows)?;
    Ok(rows)
}

fn difference(
    cell: &Cell,
    (a, score_a): (&str, Option<&Score>),
    (b, score_b): (&str, Option<&Score>),
) -> Result<Option<ComparisonRow>> {
    let (Some(score_a), Some(score_b)) = (score_a, score_b) else {
        return Ok(None);
    };
    let interval = square_and_add(
        (score_a.value, &score_a.interval),
        (score_b.value, &score_b.interval),
    )?;
    Ok(Some(row(
        cell,
        a,
        b,
        score_a.value - score_b.value,
        &interval,
    )))
}

fn row(cell: &Cell, a: &str, b: &str, difference: f64, interval: &Interval) -> ComparisonRow {
    ComparisonRow {
        variant_a: a.to_owned(),
        variant_b: b.to_owned(),
        estimand: cell.estimand.name().to_owned(),
        sampling: cell.sampling.to_string(),
        simulations: cell.simulations,
        difference_pp: decimals::<4>(100.0 * difference),
        low: decimals::<4>(100.0 * interval.low),
        high: decimals::<4>(100.0 * interval.high),
        level: interval.level.to_string(),
        method: interval.method.to_string(),
        inference: "agents".to_owned(),
        p: String::new(),
        p_holm: String::new(),
    }
}

/// Holm over the planned and over the exploratory rows, where there are p-values.
fn adjust(rows: &mut [ComparisonRow]) -> Result<()> {
    let planned = |row: &ComparisonRow| row.variant_b == EVEN || row.variant_b == STANDARD;
    for family in [true, false] {
        let members: Vec<usize> = (0..rows.len())
            .filter(|&i| planned(&rows[i]) == family)
            .collect();
        let p_values: Vec<Option<f64>> = members.iter().map(|&i| rows[i].p.parse().ok()).collect();
        for (&i, adjusted) in members.iter().zip(holm(&p_values)?) {
            rows[i].p_holm = adjusted.map(decimals::<6>).unwrap_or_default();
        }
    }
    Ok(())
}
