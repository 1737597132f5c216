//! The full consistency pass over tables: every position is compared with its successors, found
//! by the rules crate alone. Nothing of the builder is used but the numbering.
//!
//! One step of comparison shows that wins and losses follow from each other, not that they end: a
//! cycle of "wins" that never win would pass. So wins must also be well-founded. The pass ranks
//! decided positions by rounds: in each, a position counts as founded when a successor that is
//! founded shows its value; what is decided must be founded in the end.

use crate::control::{Control, SolverEvent};
use crate::error::Error;
use crate::tables::endgame::{Level, Tables};
use crate::tables::level_file::{code, value_of};
use crate::tables::material::Material;
use crate::tables::stones::{Stones, huffed};
use crate::value::Value;
use quirkat_rules::{Geometry, Position, Rules, points};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// Checks every position of the tables against its successors. Returns the number of positions
/// checked, mirror images counted once.
///
/// # Errors
/// [`Error::Disproved`] with a position whose value does not follow, or interruption.
pub fn verify_tables(tables: &Tables, rules: &Rules, control: &Control<'_>) -> Result<u64, Error> {
    let geometry = Geometry::new(*rules);
    tables.check_rules(&geometry)?;
    let mut checked = 0;
    let mut done = Vec::new();
    for material in Material::up_to(tables.men(), rules.has_kings()) {
        if done.contains(&material) {
            continue;
        }
        let mut pair = vec![material, material.transposed()];
        pair.dedup();
        done.extend(&pair);
        let levels: Option<Vec<&Level>> = pair.iter().map(|m| tables.level(*m)).collect();
        let levels =
            levels.ok_or_else(|| Error::Disproved(format!("the level {material} is missing")))?;
        let check = TableCheck {
            geometry: &geometry,
            tables,
            founded: levels
                .iter()
                .map(|level| bits(level.layout.len()))
                .collect(),
            levels,
            checked: AtomicU64::new(0),
        };
        let positions = check.run(control)?;
        checked += positions;
        (control.report)(SolverEvent::LevelVerified {
            level: material.to_string(),
            positions,
        });
    }
    Ok(checked)
}

fn bits(len: u64) -> Vec<AtomicU8> {
    (0..len.div_ceil(8)).map(|_| AtomicU8::new(0)).collect()
}

struct TableCheck<'a> {
    geometry: &'a Geometry,
    tables: &'a Tables,
    levels: Vec<&'a Level>,
    /// Decided positions that are known to be so by a finite line of reasons.
    founded: Vec<Vec<AtomicU8>>,
    checked: AtomicU64,
}

impl TableCheck<'_> {
    fn run(&self, control: &Control<'_>) -> Result<u64, Error> {
        let mut first = true;
        loop {
            let (more, missing) = (AtomicBool::new(false), AtomicBool::new(false));
            for side in 0..self.levels.len() {
                let blocks = self.levels[side].layout.blocks();
                (0..blocks).into_par_iter().try_for_each(|block| {
                    control.check()?;
                    self.block(side, block, first, &more, &missing)
                })?;
            }
            if !missing.into_inner() {
                return Ok(self.checked.load(Ordering::Relaxed));
            }
            if !more.into_inner() {
                return Err(Error::Disproved(format!(
                    "values of {} rest on each other in a circle",
                    self.levels[0].layout.material
                )));
            }
            first = false;
        }
    }

    fn block(
        &self,
        side: usize,
        block: usize,
        first: bool,
        more: &AtomicBool,
        missing: &AtomicBool,
    ) -> Result<(), Error> {
        let level = self.levels[side];
        let start = (block * level.layout.block_len()) as u64;
        let mut wrong = None;
        let mut checked = 0;
        level.layout.walker().block(block, |place, stones, owns| {
            let number = start + place as u64;
            let held = level.code(number);
            if !owns {
                if first && held != code::UNUSED {
                    wrong = Some(*stones);
                }
                return;
            }
            let Some(value) = value_of(held) else {
                wrong = Some(*stones);
                return;
            };
            let decided = value != Value::Draw;
            if !first && (!decided || self.is_founded(side, number)) {
                return;
            }
            let Some(seen) = self.look(&stones.position()) else {
                wrong = Some(*stones);
                return;
            };
            if first {
                checked += 1;
                if seen.value != value {
                    wrong = Some(*stones);
                }
            }
            if decided {
                if seen.founded {
                    let bit = 1 << (number % 8);
                    self.founded[side][(number / 8) as usize].fetch_or(bit, Ordering::Relaxed);
                    more.store(true, Ordering::Relaxed);
                } else {
                    missing.store(true, Ordering::Relaxed);
                }
            }
        });
        self.checked.fetch_add(checked, Ordering::Relaxed);
        match wrong {
            None => Ok(()),
            Some(stones) => Err(Error::Disproved(format!(
                "the table's value of `{}` does not follow from its successors",
                stones.position()
            ))),
        }
    }

    fn is_founded(&self, side: usize, number: u64) -> bool {
        let byte = self.founded[side][(number / 8) as usize].load(Ordering::Relaxed);
        byte >> (number % 8) & 1 == 1
    }

    /// What one look at the successors says, `None` when the tables lack the value of one.
    fn look(&self, position: &Position) -> Option<Seen> {
        let mut best = Value::Loss;
        let (mut winning, mut all_founded, mut gap) = (false, true, false);
        position.each_successor(self.geometry, |next| {
            let Some((theirs, founded)) = self.value(&next) else {
                gap = true;
                return;
            };
            best = best.max(theirs.flipped());
            winning |= theirs == Value::Loss && founded;
            all_founded &= founded;
        });
        (!gap).then_some(Seen {
            value: best,
            founded: match best {
                Value::Win => winning,
                Value::Draw => true,
                Value::Loss => all_founded,
            },
        })
    }

    /// The value of a successor, and whether it is founded. `None` when the tables lack it.
    fn value(&self, next: &Position) -> Option<(Value, bool)> {
        let raw = next.raw()?;
        if raw.own == 0 {
            return Some((Value::Loss, true));
        }
        if raw.opp == 0 {
            return Some((Value::Win, true));
        }
        let value = self.tables.value(next)?;
        let stones = Stones::of(&raw);
        let material = Material::of(&stones);
        let side = self
            .levels
            .iter()
            .position(|level| level.layout.material == material);
        let Some(side) = side else {
            return Some((value, true));
        };
        // A right to huff that improves the value does so by lower levels.
        let plain = self.tables.value_of_stones(&stones);
        if plain != Some(value) {
            return Some((value, true));
        }
        let by_huff = points::points(raw.marks)
            .any(|piece| self.tables.value_of_stones(&huffed(&stones, piece)) == Some(value));
        let number = self.levels[side].layout.index(&stones).0;
        let founded = (value == Value::Win && by_huff) || self.is_founded(side, number);
        Some((value, founded))
    }
}

struct Seen {
    value: Value,
    founded: bool,
}
