//! What each rule switch does to the advantage.

use std::collections::BTreeMap;

use crate::error::{Error, Result, finite, open_unit};
use crate::hypotheses::student::{Estimate, one_sample};
use crate::intervals::interval::Method;
use crate::numerics::cholesky::Cholesky;
use crate::numerics::moments::largest;

/// The value of one cell of a factorial grid for one seed.
#[derive(Debug, Clone, PartialEq)]
pub struct CellValue {
    /// The seed, whose network played every cell: the block of the design.
    pub seed: u64,
    /// Which level each switch has in this cell, in the same order for all cells.
    pub switches: Vec<bool>,
    /// The advantage there, in percentage points.
    pub value: f64,
}

/// What an effect belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// One switch, by its place: the mean change of the value when it goes from off to on.
    Main(usize),
    /// Two switches: half of the change in the first one's effect when the second goes from off to
    /// on.
    Interaction(usize, usize),
}

/// An effect with its t interval over seeds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effect {
    /// What is switched.
    pub term: Term,
    /// The effect, in the unit of the values.
    pub estimate: Estimate,
}

/// Effects of two-level switches on a value, paired within seed: each seed gives one contrast a
/// term, by least squares over its cells, and Student's t over the seeds gives the interval.
///
/// Main effects of all switches come first. On a complete grid (every combination once a seed) a
/// main effect is the plain mean with the switch on minus the mean with it off, and the two-switch
/// interactions follow. On an incomplete grid the main effects are adjusted for each other, assume
/// that there are no interactions, and stand alone.
///
/// Source: R. A. Fisher, *The design of experiments* (1935), chapter 6; G. E. P. Box, J. S. Hunter,
/// W. G. Hunter, *Statistics for experimenters* (2005), chapter 5, for the effects; t over blocks
/// because the seed, not the game, is the independent unit.
///
/// # Errors
/// [`Error::Design`] for no switches, rows of unequal length, a repeated cell, or seeds that played
/// different cells; [`Error::NotIdentified`] for a switch that never changes or changes only with
/// others; [`Error::TooFew`] below two seeds; [`Error::OutOfRange`] for a value that is not finite
/// or a level outside (0, 1).
pub fn rule_effects(cells: &[CellValue], level: f64) -> Result<Vec<Effect>> {
    open_unit("level", level)?;
    let seeds = blocks(cells)?;
    if seeds.len() < 2 {
        return Err(Error::TooFew {
            what: "seeds",
            needed: 2,
            got: seeds.len() as u64,
        });
    }
    let grid: Vec<&[bool]> = seeds
        .values()
        .next()
        .map(|block| block.keys().copied().collect())
        .unwrap_or_default();
    let switches = grid.first().map_or(0, |cell| cell.len());
    let complete = u32::try_from(switches)
        .ok()
        .and_then(|k| 2_usize.checked_pow(k))
        == Some(grid.len());
    let mut terms: Vec<Term> = (0..switches).map(Term::Main).collect();
    if complete {
        terms.extend(
            (0..switches).flat_map(|i| (i + 1..switches).map(move |j| Term::Interaction(i, j))),
        );
    }
    let scale = cells
        .iter()
        .map(|cell| cell.value.abs())
        .fold(0.0, f64::max);
    let weights = contrasts(&grid, &terms)?;
    terms
        .iter()
        .zip(weights)
        .map(|(&term, weights)| {
            let per_seed: Vec<f64> = seeds
                .values()
                .map(|block| {
                    block
                        .values()
                        .zip(&weights)
                        .map(|(value, weight)| value * weight)
                        .sum()
                })
                .collect();
            let estimate = one_sample(
                &per_seed,
                scale.max(largest(&per_seed)),
                0.0,
                level,
                Method::PairedT,
            )?;
            Ok(Effect { term, estimate })
        })
        .collect()
}

type Block<'a> = BTreeMap<&'a [bool], f64>;

/// The cells of each seed, checked to be one design.
fn blocks(cells: &[CellValue]) -> Result<BTreeMap<u64, Block<'_>>> {
    let width = cells.first().map_or(0, |cell| cell.switches.len());
    if width == 0 {
        return Err(Error::Design("no switches".to_owned()));
    }
    let mut seeds: BTreeMap<u64, Block<'_>> = BTreeMap::new();
    for cell in cells {
        if cell.switches.len() != width {
            let got = cell.switches.len();
            return Err(Error::Design(format!(
                "seed {} has a cell of {got} switches, others have {width}",
                cell.seed
            )));
        }
        let value = finite("value of a cell", cell.value)?;
        if seeds
            .entry(cell.seed)
            .or_default()
            .insert(&cell.switches, value)
            .is_some()
        {
            return Err(Error::Design(format!(
                "seed {} has cell {} twice",
                cell.seed,
                written(&cell.switches)
            )));
        }
    }
    let all: std::collections::BTreeSet<&[bool]> = seeds
        .values()
        .flat_map(|block| block.keys().copied())
        .collect();
    for (seed, block) in &seeds {
        if let Some(missing) = all.iter().find(|cell| !block.contains_key(*cell)) {
            return Err(Error::Design(format!(
                "seed {seed} lacks cell {}",
                written(missing)
            )));
        }
    }
    Ok(seeds)
}

/// For each term the weight of every cell in its least-squares coefficient.
fn contrasts(grid: &[&[bool]], terms: &[Term]) -> Result<Vec<Vec<f64>>> {
    let half = |on: bool| if on { 0.5 } else { -0.5 };
    let columns: Vec<Vec<f64>> = std::iter::once(vec![1.0; grid.len()])
        .chain(terms.iter().map(|term| {
            grid.iter()
                .map(|cell| match *term {
                    Term::Main(i) => half(cell[i]),
                    Term::Interaction(i, j) => 2.0 * half(cell[i]) * half(cell[j]),
                })
                .collect()
        }))
        .collect();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let gram: Vec<Vec<f64>> = columns
        .iter()
        .map(|a| columns.iter().map(|b| dot(a, b)).collect())
        .collect();
    let factor = Cholesky::factor(&gram).map_err(|row| {
        Error::NotIdentified(format!(
            "switch {} (counted from 1) never changes, or only together with earlier ones",
            row.max(1)
        ))
    })?;
    let inverse = factor.inverse();
    Ok((1..columns.len())
        .map(|term| {
            (0..grid.len())
                .map(|cell| {
                    (0..columns.len())
                        .map(|k| inverse[term][k] * columns[k][cell])
                        .sum()
                })
                .collect()
        })
        .collect())
}

fn written(cell: &[bool]) -> String {
    cell.iter().map(|&on| if on { '1' } else { '0' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of `k` switches for each seed, with values of `f`.
    fn grid(seeds: u64, k: u32, f: impl Fn(u64, &[bool]) -> f64) -> Vec<CellValue> {
        let mut cells = Vec::new();
        for seed in 0..seeds {
            for code in 0..1_u32 << k {
                let switches: Vec<bool> = (0..k).map(|bit| code >> bit & 1 == 1).collect();
                let value = f(seed, &switches);
                cells.push(CellValue {
                    seed,
                    switches,
                    value,
                });
            }
        }
        cells
    }

    fn on(switch: bool) -> f64 {
        f64::from(u8::from(switch))
    }

    #[test]
    fn known_effects_are_recovered_exactly_whatever_the_seed_level() {
        let value = |seed: u64, s: &[bool]| {
            7.0 * seed as f64 + 3.0 * on(s[0]) - 2.0 * on(s[1]) + 4.0 * on(s[0]) * on(s[2])
        };
        let effects = rule_effects(&grid(3, 3, value), 0.95).unwrap();
        let got = |term| {
            effects
                .iter()
                .find(|effect| effect.term == term)
                .unwrap()
                .estimate
        };
        // Half of the cells have the third switch on, so the first one's mean effect is 3 + 4 / 2.
        for (term, expected) in [
            (Term::Main(0), 5.0),
            (Term::Main(1), -2.0),
            (Term::Main(2), 2.0),
            (Term::Interaction(0, 2), 2.0),
            (Term::Interaction(0, 1), 0.0),
        ] {
            assert!(
                (got(term).value - expected).abs() < 1e-12,
                "{term:?} {}",
                got(term).value
            );
            assert_eq!(got(term).p_value, None, "no spread between seeds");
        }
        assert_eq!(effects.len(), 6);
    }

    #[test]
    fn the_interval_is_t_over_the_seeds_contrasts() {
        let cells = grid(4, 2, |seed, s| {
            on(s[0]) * [1.0, 2.0, 4.0, 3.0][seed as usize]
        });
        let effects = rule_effects(&cells, 0.9).unwrap();
        let expected = crate::student_t(&[1.0, 2.0, 4.0, 3.0], 0.0, 0.9).unwrap();
        assert!((effects[0].estimate.interval.low - expected.interval.low).abs() < 1e-12);
        assert!((effects[0].estimate.p_value.unwrap() - expected.p_value.unwrap()).abs() < 1e-12);
        assert_eq!(effects[0].estimate.interval.method, Method::PairedT);
    }

    #[test]
    fn an_incomplete_grid_gives_adjusted_main_effects_only() {
        let mut cells = grid(3, 3, |seed, s| {
            seed as f64 + 3.0 * on(s[0]) - 2.0 * on(s[1]) + on(s[2])
        });
        cells.retain(|cell| {
            cell.switches != [true, true, true] && cell.switches != [false, true, false]
        });
        let effects = rule_effects(&cells, 0.95).unwrap();
        assert_eq!(effects.len(), 3);
        for (effect, expected) in effects.iter().zip([3.0, -2.0, 1.0]) {
            assert!((effect.estimate.value - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn the_order_of_the_rows_does_not_matter() {
        let mut cells = grid(3, 2, |seed, s| {
            (seed as f64 + 0.3) * on(s[0]) - 0.7 * on(s[1]) * seed as f64
        });
        let effects = rule_effects(&cells, 0.95);
        cells.reverse();
        assert_eq!(effects, rule_effects(&cells, 0.95));
    }

    #[test]
    fn holes_and_repetitions_are_named() {
        let whole = grid(2, 2, |_, s| on(s[0]));
        let message = |cells: &[CellValue]| rule_effects(cells, 0.95).unwrap_err().to_string();
        assert_eq!(message(&whole[1..]), "design: seed 0 lacks cell 00");
        let mut twice = whole.clone();
        twice.push(whole[2].clone());
        assert_eq!(message(&twice), "design: seed 0 has cell 01 twice");
        let mut uneven = whole.clone();
        uneven[3].switches.push(true);
        assert!(message(&uneven).contains("3 switches, others have 2"));
        assert_eq!(message(&[]), "design: no switches");
    }

    #[test]
    fn a_switch_that_never_changes_is_named() {
        let mut cells = grid(2, 2, |_, s| on(s[0]));
        cells.retain(|cell| cell.switches[1]);
        let error = rule_effects(&cells, 0.95).unwrap_err();
        assert!(
            matches!(error, Error::NotIdentified(_)) && error.to_string().contains("switch 2"),
            "{error}"
        );
    }
}
