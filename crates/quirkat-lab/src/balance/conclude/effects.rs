//! `effects.csv`: what each rule switch does to the first player's advantage.

use crate::balance::design::Design;
use crate::evaluation::{Group, LEAST_SEEDS, PValue, by_setting, holm_adjusted};
use anyhow::Result;
use quirkat_rules::Rules;
use quirkat_stats::{CellValue, Effect, Estimate, Term, paired_t, rule_effects};
use quirkat_tables::{EffectRow, Fixed, RulesRow, Shortest, YesNo};
use std::collections::{BTreeMap, BTreeSet};

/// A variant as a point in the grid of switches.
struct Point {
    switches: BTreeMap<String, String>,
    /// Advantage by training seed, in percentage points.
    by_seed: BTreeMap<u64, f64>,
}

/// A switch that differs between variants.
struct Switch {
    name: String,
    /// Its values: that of the default rules first, then as they appear.
    values: Vec<String>,
}

/// The effects of all switches by which the variants differ, at the primary setting.
pub(crate) fn rows(last: &[&Group<'_>], design: &Design) -> Result<Vec<EffectRow>> {
    let primary: Vec<&Group<'_>> = last
        .iter()
        .copied()
        .filter(|group| group.setting() == design.primary)
        .collect();
    let settings = by_setting(&primary);
    let Some((_, variants)) = settings.first() else {
        return Ok(Vec::new());
    };
    let points = |trained_only: bool| -> Vec<Point> {
        let known =
            |rules: &&RulesRow| !rules.switches.is_empty() && (rules.trained.0 || !trained_only);
        variants
            .iter()
            .filter_map(|seeds| {
                let rules = design.rules_of(&seeds.variant).filter(known)?;
                Some(Point {
                    switches: switches_of(&rules.switches),
                    by_seed: seeds.points().into_iter().collect(),
                })
            })
            .collect()
    };
    let order = design
        .rules
        .first()
        .map(|rules| names_of(&rules.switches))
        .unwrap_or_default();
    let trained = points(true);
    let all = points(false);
    let mut rows = family(&trained, &order, true, design.level)?;
    if all.len() > trained.len() {
        let with_unseen = family(&all, &order, false, design.level)?;
        // The others would only repeat the same differences.
        let known = |row: &EffectRow| {
            let same = |other: &EffectRow| {
                (
                    &other.switch,
                    &other.from,
                    &other.to,
                    &other.interaction,
                    other.contrasts,
                ) == (
                    &row.switch,
                    &row.from,
                    &row.to,
                    &row.interaction,
                    row.contrasts,
                )
            };
            rows.iter().any(same)
        };
        if !with_unseen.iter().all(known) {
            rows.extend(with_unseen);
        }
    }
    Ok(rows)
}

fn family(
    points: &[Point],
    order: &[String],
    trained_only: bool,
    level: f64,
) -> Result<Vec<EffectRow>> {
    let switches = varying(points, order);
    let mut rows = Vec::new();
    let mut unpaired = Vec::new();
    for switch in &switches {
        let mut found = false;
        for (i, from) in switch.values.iter().enumerate() {
            for to in &switch.values[i + 1..] {
                if let Some(row) = contrast(points, switch, from, to, level)? {
                    rows.push(row);
                    found = true;
                }
            }
        }
        if !found {
            unpaired.push(&*switch.name);
        }
    }
    // What a regression over the grid adds: interactions on a complete grid, and main effects of
    // switches that never change alone.
    if let Some(effects) = regression(points, &switches, level) {
        let names = |i: usize| &switches[i];
        for effect in effects {
            let (switch, with) = match effect.term {
                Term::Main(i) if unpaired.contains(&&*switches[i].name) => (names(i), None),
                Term::Main(_) => continue,
                Term::Interaction(i, j) => (names(i), Some(names(j))),
            };
            let contrasts = with.map_or(0, |_| points.len() / 4);
            let seeds = common_seeds(points.iter()).len();
            let mut row = row(
                switch,
                &switch.values[0],
                &switch.values[1],
                contrasts,
                seeds,
            );
            row.interaction = with.map(|with| with.name.clone()).unwrap_or_default();
            rows.push(estimated(row, &effect.estimate));
        }
    }
    let p_values: Vec<Option<PValue>> = rows.iter().map(|row| row.p).collect();
    let adjusted = holm_adjusted(&p_values)?;
    for (row, adjusted) in rows.iter_mut().zip(adjusted) {
        row.p_holm = adjusted;
        row.trained_only = YesNo(trained_only);
    }
    Ok(rows)
}

/// The mean difference over all pairs of points that differ in this switch alone, by seed.
fn contrast(
    points: &[Point],
    switch: &Switch,
    from: &str,
    to: &str,
    level: f64,
) -> Result<Option<EffectRow>> {
    let at =
        |point: &Point, value: &str| point.switches.get(&switch.name).is_some_and(|v| v == value);
    let mut pairs: Vec<(&Point, &Point)> = Vec::new();
    for a in points.iter().filter(|point| at(point, from)) {
        for b in points.iter().filter(|point| at(point, to)) {
            if differ_in(a, b) == [&*switch.name] {
                pairs.push((a, b));
            }
        }
    }
    if pairs.is_empty() {
        return Ok(None);
    }
    let seeds = common_seeds(pairs.iter().flat_map(|(a, b)| [*a, *b]));
    if seeds.is_empty() {
        return Ok(None);
    }
    let side = |seed: u64, second: bool| {
        let values = pairs.iter().map(|(a, b)| if second { b } else { a });
        values.map(|point| point.by_seed[&seed]).sum::<f64>() / pairs.len() as f64
    };
    let before: Vec<f64> = seeds.iter().map(|&seed| side(seed, false)).collect();
    let after: Vec<f64> = seeds.iter().map(|&seed| side(seed, true)).collect();
    let mut row = row(switch, from, to, pairs.len(), seeds.len());
    if seeds.len() == 1 {
        row.effect_pp = Fixed::new(after[0] - before[0]);
        return Ok(Some(row));
    }
    Ok(Some(estimated(row, &paired_t(&after, &before, level)?)))
}

/// Effects of two-level switches over the grid, where they are identified.
fn regression(points: &[Point], switches: &[Switch], level: f64) -> Option<Vec<Effect>> {
    if switches.len() < 2 || switches.iter().any(|switch| switch.values.len() != 2) {
        return None;
    }
    let seeds = common_seeds(points.iter());
    let mut cells = Vec::new();
    for point in points {
        let on: Option<Vec<bool>> = switches
            .iter()
            .map(|switch| Some(*point.switches.get(&switch.name)? == switch.values[1]))
            .collect();
        let on = on?;
        cells.extend(seeds.iter().map(|seed| CellValue {
            seed: *seed,
            switches: on.clone(),
            value: point.by_seed[seed],
        }));
    }
    // A grid that does not identify its effects, or too few seeds, has no regression.
    rule_effects(&cells, level).ok()
}

fn row(switch: &Switch, from: &str, to: &str, contrasts: usize, seeds: usize) -> EffectRow {
    EffectRow {
        switch: switch.name.clone(),
        from: from.to_owned(),
        to: to.to_owned(),
        contrasts,
        seeds,
        ..EffectRow::default()
    }
}

/// P-values need [`LEAST_SEEDS`]; seeds without any spread have no interval.
fn estimated(mut row: EffectRow, estimate: &Estimate) -> EffectRow {
    row.effect_pp = Fixed::new(estimate.value);
    if estimate.standard_error > 0.0 {
        row.low = Some(Fixed::new(estimate.interval.low));
        row.high = Some(Fixed::new(estimate.interval.high));
        row.level = Some(Shortest(estimate.interval.level));
        row.method = Some(estimate.interval.method.into());
        if row.seeds >= LEAST_SEEDS {
            row.p = estimate.p_value.map(PValue::new);
        }
    }
    row
}

fn common_seeds<'p>(points: impl Iterator<Item = &'p Point>) -> Vec<u64> {
    let mut common: Option<BTreeSet<u64>> = None;
    for point in points {
        let here: BTreeSet<u64> = point.by_seed.keys().copied().collect();
        common = Some(match common {
            Some(common) => common.intersection(&here).copied().collect(),
            None => here,
        });
    }
    common.unwrap_or_default().into_iter().collect()
}

fn differ_in<'p>(a: &'p Point, b: &Point) -> Vec<&'p str> {
    a.switches
        .iter()
        .filter(|(name, value)| b.switches.get(*name) != Some(value))
        .map(|(name, _)| &**name)
        .collect()
}

/// Switches with more than one value, in the order of the rules.
fn varying(points: &[Point], order: &[String]) -> Vec<Switch> {
    let default = switches_of(
        &Rules::default()
            .canonical()
            .lines()
            .map(|line| line.replace(" = ", "=").replace('"', ""))
            .collect::<Vec<_>>()
            .join("; "),
    );
    let values = |name: &String| {
        let mut values: Vec<String> = Vec::new();
        let of_points = points.iter().filter_map(|point| point.switches.get(name));
        for value in of_points {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        values.sort_by_key(|value| default.get(name) != Some(value));
        Switch {
            name: name.clone(),
            values,
        }
    };
    order
        .iter()
        .map(values)
        .filter(|switch| switch.values.len() > 1)
        .collect()
}

fn switches_of(text: &str) -> BTreeMap<String, String> {
    let split = |part: &str| {
        let (name, value) = part.split_once('=')?;
        Some((name.trim().to_owned(), value.trim().to_owned()))
    };
    text.split(';').filter_map(split).collect()
}

fn names_of(text: &str) -> Vec<String> {
    let name = |part: &str| Some(part.split_once('=')?.0.trim().to_owned());
    text.split(';').filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_stats::Method;

    fn point(switches: &str, by_seed: &[f64]) -> Point {
        Point {
            switches: switches_of(switches),
            by_seed: (1u64..).zip(by_seed.iter().copied()).collect(),
        }
    }

    fn names() -> Vec<String> {
        vec!["step".to_owned(), "rejump".to_owned()]
    }

    #[test]
    fn an_effect_is_the_mean_difference_within_seeds_and_seeds_cancel() {
        // Seeds differ by tens of points, the switch adds 3 to 5.
        let points = [
            point("step=forward-sideways; rejump=never", &[0.0, 20.0, -10.0]),
            point("step=all; rejump=never", &[3.0, 24.0, -5.0]),
        ];
        let rows = family(&points, &names(), true, 0.95).unwrap();
        let [row] = &rows[..] else { panic!("{rows:?}") };
        assert_eq!(
            (&*row.switch, &*row.from, &*row.to, row.contrasts, row.seeds),
            ("step", "forward-sideways", "all", 1, 3)
        );
        assert_eq!(row.effect_pp, Fixed::new(4.0));
        assert_eq!(row.method, Some(Method::PairedT.into()));
        // t(2) = 4.3027, s = 1, n = 3.
        let half = 4.302_653 / 3f64.sqrt();
        assert!((row.low.unwrap().value() - (4.0 - half)).abs() < 1e-3);
    }

    #[test]
    fn on_a_complete_grid_main_effects_are_those_of_the_factorial_and_interactions_follow() {
        let points = [
            point("step=forward-sideways; rejump=never", &[1.0, 2.0, 4.0]),
            point("step=all; rejump=never", &[5.0, 7.0, 7.0]),
            point("step=forward-sideways; rejump=other-axis", &[0.0, 1.0, 1.0]),
            point("step=all; rejump=other-axis", &[9.0, 8.0, 12.0]),
        ];
        let switches = varying(&points, &names());
        let effects = regression(&points, &switches, 0.95).unwrap();
        let rows = family(&points, &names(), true, 0.95).unwrap();
        assert_eq!(rows.len(), 3);
        for (row, effect) in rows.iter().zip(&effects) {
            assert_eq!(row.effect_pp, Fixed::new(effect.estimate.value));
            assert_eq!(row.low, Some(Fixed::new(effect.estimate.interval.low)));
        }
        assert_eq!(
            (&*rows[2].switch, &*rows[2].interaction),
            ("step", "rejump")
        );
        assert!(rows.iter().all(|row| row.p_holm.is_some()));
    }

    #[test]
    fn a_switch_that_never_changes_alone_is_taken_from_the_regression() {
        // A half fraction of three switches has no two points that differ in one.
        let names = ["a", "b", "c"].map(str::to_owned);
        let points = [
            point("a=0; b=0; c=0", &[0.0, 0.0, 0.5]),
            point("a=1; b=1; c=0", &[3.0, 3.5, 3.0]),
            point("a=1; b=0; c=1", &[5.0, 5.0, 5.5]),
            point("a=0; b=1; c=1", &[6.0, 6.5, 6.0]),
        ];
        let rows = family(&points, &names, true, 0.95).unwrap();
        assert_eq!(rows.len(), 3);
        assert!(rows.iter().all(|row| row.contrasts == 0));
    }

    #[test]
    fn one_seed_has_an_effect_and_no_interval() {
        let points = [
            point("step=forward-sideways; rejump=never", &[1.0]),
            point("step=all; rejump=never", &[5.0]),
        ];
        let rows = family(&points, &names(), true, 0.95).unwrap();
        assert_eq!(
            (rows[0].effect_pp, rows[0].low, rows[0].p),
            (Fixed::new(4.0), None, None)
        );
    }
}
