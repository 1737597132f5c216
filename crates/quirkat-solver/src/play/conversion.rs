//! Progress in won positions of tables without distances: a search for the shortest way to the
//! next capture, promotion or end that the opponent cannot avoid.

use crate::play::perfect::{converts, value_after};
use crate::tables::Tables;
use crate::value::Value;
use quirkat_rules::{Geometry, Move, Position};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longer ways would meet the limit of plies without a capture that the presets have.
const DEEPEST: u8 = 99;

/// The first move of a shortest way, `None` when `limit` positions do not show one or `stop` is
/// raised. Each such move brings the conversion nearer.
pub(crate) fn shortest_conversion(
    geometry: &Geometry,
    tables: &Tables,
    position: &Position,
    limit: usize,
    stop: &AtomicBool,
) -> Option<Move> {
    let mut search = Conversion {
        geometry,
        tables,
        known: HashMap::new(),
        left: limit,
        stop,
    };
    for depth in (1..=DEEPEST).step_by(2) {
        match search.attack(position, depth) {
            Ok(Some(played)) => return Some(played),
            Ok(None) => {}
            Err(BudgetSpent) => return None,
        }
    }
    None
}

/// The limit of positions is reached, or `stop` was raised.
struct BudgetSpent;

/// What is known of a position where the winning side is to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// It takes no more plies than this.
    within: Option<u8>,
    /// It takes more than this.
    beyond: u8,
}

struct Conversion<'a> {
    geometry: &'a Geometry,
    tables: &'a Tables,
    known: HashMap<Position, Known>,
    left: usize,
    stop: &'a AtomicBool,
}

impl Conversion<'_> {
    /// The winning side's move that forces a conversion within `depth` plies, if there is one.
    fn attack(&mut self, position: &Position, depth: u8) -> Result<Option<Move>, BudgetSpent> {
        let mut quiet = Vec::new();
        for (played, next) in position.moves(self.geometry) {
            if value_after(self.tables, position, &next) != Some(Value::Win) {
                continue;
            }
            if converts(position, &next) || next.outcome(self.geometry).is_some() {
                return Ok(Some(played));
            }
            quiet.push((played, next));
        }
        if depth < 3 {
            return Ok(None);
        }
        for (played, next) in quiet {
            if self.defend(&next, depth - 1)? {
                return Ok(Some(played));
            }
        }
        Ok(None)
    }

    /// Whether every move of the losing side leads to a conversion within `depth` plies.
    fn defend(&mut self, position: &Position, depth: u8) -> Result<bool, BudgetSpent> {
        let mut nexts = Vec::new();
        position.each_successor(self.geometry, |next| nexts.push(next));
        for next in nexts {
            if converts(position, &next) {
                continue;
            }
            let known = self.known.get(&next).copied().unwrap_or_default();
            if known.within.is_some_and(|within| within < depth) {
                continue;
            }
            if known.beyond >= depth - 1 {
                return Ok(false);
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(BudgetSpent);
            }
            self.left = self.left.checked_sub(1).ok_or(BudgetSpent)?;
            let found = self.attack(&next, depth - 1)?.is_some();
            let entry = self.known.entry(next).or_default();
            if found {
                entry.within = Some(depth - 1);
            } else {
                entry.beyond = depth - 1;
                return Ok(false);
            }
        }
        Ok(true)
    }
}
