use crate::error::Error;
use crate::packer::Packer;
use crate::probe::look_ahead::LookAhead;
use crate::probe::reachable::Reachable;
use crate::probe::terminal::winner_now;
use crate::scope::{check_limit, is_acyclic};
use crate::tables::Tables;
use crate::value::Value;
use quirkat_rules::{Geometry, Move, Position, Rules};

/// The value of a position and the moves that keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// For the side to move.
    pub value: Value,
    /// All moves that keep the value (not the fastest), sorted by their text.
    pub best: Vec<Move>,
}

/// Exact values of single positions. Positions outside the tables are solved with everything that
/// can be reached from them, up to a limit.
pub struct Prober {
    geometry: Geometry,
    tables: Option<Tables>,
    limit: usize,
    /// For rules under which play always ends.
    ahead: Option<LookAhead>,
    reach: Option<Reachable>,
}

impl Prober {
    /// A prober that visits at most `limit` positions outside the tables for one answer.
    ///
    /// # Errors
    /// When the rules make no game, or the tables belong to others.
    pub fn new(rules: &Rules, tables: Option<Tables>, limit: usize) -> Result<Self, Error> {
        check_limit(rules)?;
        let geometry = Geometry::new(*rules);
        if let Some(tables) = &tables {
            tables.check_rules(&geometry)?;
        }
        let ahead = if is_acyclic(rules) {
            Some(LookAhead::new(Packer::new(rules)?))
        } else {
            None
        };
        Ok(Self {
            geometry,
            tables,
            limit,
            ahead,
            reach: None,
        })
    }

    /// The geometry of the rules.
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The tables in use.
    pub const fn tables(&self) -> Option<&Tables> {
        self.tables.as_ref()
    }

    /// The value for the side to move. A capture in progress has the value of its best completion.
    ///
    /// # Errors
    /// [`Error::Unknown`] when the position is outside the tables and too much can be reached
    /// from it.
    pub fn value(&mut self, position: &Position) -> Result<Value, Error> {
        if let Some(winner) = winner_now(&self.geometry, position) {
            return Ok(if winner == position.turn() {
                Value::Win
            } else {
                Value::Loss
            });
        }
        if let Some(tables) = &self.tables
            && let Some(value) = tables.value(position)
        {
            return Ok(value);
        }
        if position.is_capturing() {
            return Ok(self.children(position)?.0);
        }
        if let Some(value) = self.reach.as_ref().and_then(|reach| reach.value(position)) {
            return Ok(value);
        }
        let unknown = || Error::Unknown {
            position: position.to_string(),
            why: format!("more than {} positions can be reached from it", self.limit),
        };
        if let Some(ahead) = &mut self.ahead {
            if ahead.len() >= self.limit {
                ahead.clear();
            }
            return ahead
                .value(&self.geometry, position, self.limit)
                .ok_or_else(unknown);
        }
        let tables = self.tables.as_ref();
        let reach =
            Reachable::explore(&self.geometry, tables, position, self.limit).ok_or_else(unknown)?;
        let value = reach.value(position).unwrap_or(Value::Draw);
        self.reach = Some(reach);
        Ok(value)
    }

    /// The value and the moves that keep it.
    ///
    /// # Errors
    /// As for [`Self::value`], and [`Error::Disproved`] when the value in the tables does not
    /// follow from the moves.
    pub fn probe(&mut self, position: &Position) -> Result<Probe, Error> {
        // First, because solving a position outside the tables solves its successors too.
        let value = self.value(position)?;
        let (best_value, values) = self.children(position)?;
        if !values.is_empty() && best_value != value {
            return Err(Error::Disproved(format!(
                "the table's value of `{position}` does not follow from its successors"
            )));
        }
        let mut best: Vec<Move> = values
            .into_iter()
            .filter(|&(_, child)| child == value)
            .map(|(played, _)| played)
            .collect();
        best.sort_by_cached_key(ToString::to_string);
        Ok(Probe { value, best })
    }

    /// The value of each move for the side that makes it.
    ///
    /// # Errors
    /// As for [`Self::value`].
    pub fn move_values(&mut self, position: &Position) -> Result<Vec<(Move, Value)>, Error> {
        if !position.is_capturing() && winner_now(&self.geometry, position).is_some() {
            return Ok(Vec::new());
        }
        Ok(self.children(position)?.1)
    }

    fn children(&mut self, position: &Position) -> Result<(Value, Vec<(Move, Value)>), Error> {
        let mut best = Value::Loss;
        let mut values = Vec::new();
        for (played, next) in position.moves(&self.geometry) {
            let theirs = self.value(&next)?;
            let value = if next.turn() == position.turn() {
                theirs
            } else {
                theirs.flipped()
            };
            best = best.max(value);
            values.push((played, value));
        }
        Ok((best, values))
    }
}
