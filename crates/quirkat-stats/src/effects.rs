//! What each rule switch does to the advantage.

use std::collections::BTreeMap;

use crate::cholesky::Cholesky;
use crate::error::{Error, Result, finite, open_unit};
use crate::interval::Method;
use crate::moments::largest;
use crate::student::{Estimate, one_sample};

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
    /// Two switches: half of the change in the first one's effect when the second goes from off to on.
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

/// Effects of two-level switches on a value, paired within seed: each seed gives one contrast a term, by least squares
/// over its cells, and Student's t over the seeds gives the interval.
///
/// Main effects of all switches come first. On a complete grid (every combination once a seed) a main effect is the
/// plain mean with the switch on minus the mean with it off, and the two-switch interactions follow. On an incomplete
/// grid the main effects are adjusted for each other, assume that there are no interactions, and stand alone.
///
/// Source: R. A. Fisher, *The design of experiments* (1935), chapter 6; G. E. P. Box, J. S. Hunter, W. G. Hunter,
/// *Statistics for experimenters* (2005), chapter 5, for the effects; t over blocks because the seed, not the game, is
/// the independent unit.
///
/// # Errors
/// [`Error::Design`] for no switches, rows of unequal length, a repeated cell, or seeds that played different cells;
/// [`Error::NotIdentified`] for a switch that never changes or changes only with others; [`Error::TooFew`] below two
/// seeds; [`Error::OutOfRange`] for a value that is not finite or a level outside (0, 1).
pub fn rule_effects(cells: &[CellValue], level: f64) -> Result<Vec<Effect>> {
    open_unit("level", level)?;
    let seeds = blocks(cells)?;
    if seeds.len() < 2 {
        return Err(Error::TooFew { what: "seeds", needed: 2, got: seeds.len() as u64 });
    }
    let grid: Vec<&[bool]> = seeds.values().next().map(|block| block.keys().copied().collect()).unwrap_or_default();
    let switches = grid.first().map_or(0, |cell| cell.len());
    let complete = u32::try_from(switches).ok().and_then(|k| 2_usize.checked_pow(k)) == Some(grid.len());
    let mut terms: Vec<Term> = (0..switches).map(Term::Main).collect();
    if complete {
        terms.extend((0..switches).flat_map(|i| (i + 1..switches).map(move |j| Term::Interaction(i, j))));
    }
    let scale = cells.iter().map(|cell| cell.value.abs()).fold(0.0, f64::max);
    let weights = contrasts(&grid, &terms)?;
    terms
        .iter()
        .zip(weights)
        .map(|(&term, weights)| {
            let per_seed: Vec<f64> = seeds
                .values()
                .map(|block| block.values().zip(&weights).map(|(value, weight)| value * weight).sum())
                .collect();
            let estimate = one_sample(&per_seed, scale.max(largest(&per_seed)), 0.0, level, Method::PairedT)?;
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
            return Err(Error::Design(format!("seed {} has a cell of {got} switches, others have {width}", cell.seed)));
        }
        let value = finite("value of a cell", cell.value)?;
        if seeds.entry(cell.seed).or_default().insert(&cell.switches, value).is_some() {
            return Err(Error::Design(format!("seed {} has cell {} twice", cell.seed, written(&cell.switches))));
        }
    }
    let all: std::collections::BTreeSet<&[bool]> = seeds.values().flat_map(|block| block.keys().copied()).collect();
    for (seed, block) in &seeds {
        if let Some(missing) = all.iter().find(|cell| !block.contains_key(*cell)) {
            return Err(Error::Design(format!("seed {seed} lacks cell {}", written(missing))));
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
    let gram: Vec<Vec<f64>> = columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect();
    let factor = Cholesky::factor(&gram).map_err(|row| {
        Error::NotIdentified(format!(
            "switch {} (counted from 1) never changes, or only together with earlier ones",
            row.max(1)
        ))
    })?;
    let inverse = factor.inverse();
    Ok((1..columns.len())
        .map(|term| {
            (0..grid.len()).map(|cell| (0..columns.len()).map(|k| inverse[term][k] * columns[k][cell]).sum()).collect()
        })
        .collect())
}

fn written(cell: &[bool]) -> String {
    cell.iter().map(|&on| if on { '1' } else { '0' }).collect()
}
