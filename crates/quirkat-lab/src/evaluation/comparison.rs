use super::group::Group;
use super::results::Results;
use anyhow::Result;
use quirkat_rules::{Preset, Rules};
use quirkat_stats::{Estimate, Interval, holm, paired_t, square_and_add, student_t, welch_t};
use quirkat_tables::{ComparisonRow, Fixed, Inference, MethodField, Setting, Shortest};

pub(crate) use quirkat_tables::EVEN;

/// A p-value as tables hold it: enough decimals for any threshold.
pub(crate) type PValue = Fixed<8>;

/// Fewer training seeds speak about their agents only, not about the variant.
pub(crate) const LEAST_SEEDS: usize = 3;

/// A variant's results in one setting, by training seed.
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

/// The variant that the others are compared with by plan: the preset with the default rules.
fn reference() -> Option<&'static str> {
    let default = Rules::default();
    let mut presets = Preset::ALL.into_iter();
    presets
        .find(|preset| preset.rules() == default)
        .map(Preset::name)
}

/// How variants are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparing {
    pub(crate) level: f64,
    /// One network a seed plays all variants: the seed is a block, differences are paired.
    pub(crate) shared: bool,
}

/// The comparisons of one setting: each variant with 50 %, each with the [`reference`], then the other
/// pairs.
pub(crate) fn compare(
    setting: &Setting,
    variants: &[Seeds],
    how: Comparing,
) -> Result<Vec<ComparisonRow>> {
    let mut rows = Vec::new();
    for variant in variants {
        rows.extend(against_even(setting, variant, how)?);
    }
    let is_reference = |variant: &&Seeds| Some(&*variant.variant) == reference();
    let (references, others): (Vec<&Seeds>, Vec<&Seeds>) = variants.iter().partition(is_reference);
    let measured = references.first().filter(|r| !r.points().is_empty());
    if let Some(reference) = measured {
        for variant in &others {
            rows.extend(difference(setting, variant, reference, how)?);
        }
    }
    for (i, a) in others.iter().enumerate() {
        for b in &others[i + 1..] {
            rows.extend(difference(setting, a, b, how)?);
        }
    }
    adjust(&mut rows)?;
    Ok(rows)
}

/// The comparisons of each cell, in the order in which settings and variants first appear.
pub(crate) fn comparisons(groups: &[&Group<'_>], how: Comparing) -> Result<Vec<ComparisonRow>> {
    let mut rows = Vec::new();
    for (setting, variants) in by_setting(groups) {
        rows.extend(compare(&setting, &variants, how)?);
    }
    Ok(rows)
}

/// Settings with the results of their variants by seed.
pub(crate) fn by_setting(groups: &[&Group<'_>]) -> Vec<(Setting, Vec<Seeds>)> {
    let mut settings: Vec<(Setting, Vec<Seeds>)> = Vec::new();
    for group in groups {
        let setting = group.setting();
        let at = settings.iter().position(|(key, _)| *key == setting);
        let at = at.unwrap_or_else(|| {
            settings.push((setting, Vec::new()));
            settings.len() - 1
        });
        let variants = &mut settings[at].1;
        let variant = &group.key().variant;
        let place = variants.iter().position(|seeds| seeds.variant == *variant);
        let place = place.unwrap_or_else(|| {
            variants.push(Seeds {
                variant: variant.clone(),
                seeds: Vec::new(),
            });
            variants.len() - 1
        });
        let seeds = &mut variants[place].seeds;
        seeds.push((group.key().seed, group.results));
        seeds.sort_by_key(|(seed, _)| *seed);
    }
    settings
}

fn against_even(
    setting: &Setting,
    variant: &Seeds,
    how: Comparing,
) -> Result<Option<ComparisonRow>> {
    if let Some(estimate) = variant.over_seeds(how.level)? {
        return Ok(Some(of_seeds(setting, &variant.variant, EVEN, &estimate)));
    }
    let games = variant.over_games(how.level)?;
    Ok(games.map(|(points, interval)| row(setting, &variant.variant, EVEN, points, &interval)))
}

fn difference(
    setting: &Setting,
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
            return Ok(Some(of_seeds(setting, &a.variant, &b.variant, &estimate)));
        }
    }
    let (Some((a_points, a_interval)), Some((b_points, b_interval))) =
        (a.over_games(how.level)?, b.over_games(how.level)?)
    else {
        return Ok(None);
    };
    let interval = square_and_add((a_points, &a_interval), (b_points, &b_interval))?;
    Ok(Some(row(
        setting,
        &a.variant,
        &b.variant,
        a_points - b_points,
        &interval,
    )))
}

fn of_seeds(setting: &Setting, a: &str, b: &str, estimate: &Estimate) -> ComparisonRow {
    ComparisonRow {
        inference: Inference::Variants,
        p: estimate.p_value.map(PValue::new),
        ..row(setting, a, b, estimate.value, &estimate.interval)
    }
}

fn row(setting: &Setting, a: &str, b: &str, points: f64, interval: &Interval) -> ComparisonRow {
    ComparisonRow {
        variant_a: a.to_owned(),
        variant_b: b.to_owned(),
        start_set: setting.start_set,
        move_policy: setting.move_policy,
        simulations: setting.simulations,
        difference_pp: Fixed::new(points),
        low: Fixed::new(interval.low),
        high: Fixed::new(interval.high),
        level: Shortest(interval.level),
        method: MethodField(interval.method),
        inference: Inference::Agents,
        p: None,
        p_holm: None,
    }
}

/// Holm over p-values as tables hold them; a missing one is no test and stays missing.
pub(crate) fn holm_adjusted(p_values: &[Option<PValue>]) -> Result<Vec<Option<PValue>>> {
    let values: Vec<Option<f64>> = p_values.iter().map(|p| p.map(PValue::value)).collect();
    let adjusted = holm(&values)?;
    Ok(adjusted.into_iter().map(|p| p.map(PValue::new)).collect())
}

/// Holm over the planned and over the exploratory rows, where there are p-values.
fn adjust(rows: &mut [ComparisonRow]) -> Result<()> {
    let planned =
        |row: &ComparisonRow| row.variant_b == EVEN || Some(&*row.variant_b) == reference();
    for family in [true, false] {
        let members: Vec<usize> = (0..rows.len())
            .filter(|&i| planned(&rows[i]) == family)
            .collect();
        let p_values: Vec<Option<PValue>> = members.iter().map(|&i| rows[i].p).collect();
        for (&i, adjusted) in members.iter().zip(holm_adjusted(&p_values)?) {
            rows[i].p_holm = adjusted;
        }
    }
    Ok(())
}
