//! A variant over all its training seeds.

use crate::balance::design::Design;
use crate::balance::raw::RawData;
use crate::evaluation::{Group, Proxy, Seeds};
use anyhow::Result;
use quirkat_stats::{Estimate, Interval};
use quirkat_tables::{GameCounts, GameRow, Inference, MethodField, Setting};

/// A variant in one setting over all its seeds.
pub(crate) struct Pooled<'a> {
    pub(crate) games: Vec<&'a GameRow>,
    pub(crate) counts: GameCounts,
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
            counts: GameCounts::of_rows(&games),
            games,
            seeds,
            estimate,
            advantage,
            seed_sd: sd(&points),
        })
    }

    pub(crate) fn inference(&self) -> Inference {
        if self.estimate.is_some() {
            Inference::Variants
        } else {
            Inference::Agents
        }
    }

    pub(crate) fn points(&self) -> Option<f64> {
        self.advantage.map(|(points, _)| points)
    }

    pub(crate) fn end(&self, pick: fn(&Interval) -> f64) -> Option<f64> {
        self.advantage.as_ref().map(|(_, interval)| pick(interval))
    }

    pub(crate) fn method(&self) -> Option<MethodField> {
        self.advantage.map(|(_, interval)| interval.method.into())
    }

    /// White's (for `tempo` the mover's) mean score.
    pub(crate) fn score(&self) -> Option<f64> {
        self.points()
            .map(|points| (points / 100.0 + 0.5).clamp(0.0, 1.0))
    }
}

/// The standard deviation of a sample, `None` below two values.
fn sd(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (count - 1.0)).sqrt())
}

/// The groups of one setting.
pub(crate) fn in_setting<'g, 'a>(
    groups: &[&'g Group<'a>],
    setting: &Setting,
) -> Vec<&'g Group<'a>> {
    groups
        .iter()
        .copied()
        .filter(|group| group.setting() == *setting)
        .collect()
}

/// Mean proxy score and mean grade of the agents that played a setting.
pub(crate) fn strength(
    variant: &Pooled<'_>,
    groups: &[&Group<'_>],
    raw: &RawData,
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
