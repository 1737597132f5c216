use crate::error::Error;
use crate::probe::winner_now;
use crate::tables::Tables;
use crate::value::Value;
use quirkat_rules::{Geometry, Move, Position, Rules};

/// A player that never gives away value and makes progress: where it wins, every move of its own
/// comes nearer to the next capture, promotion or end, so that it does not shuffle into a
/// repetition. It answers where distance tables answer.
pub struct Perfect {
    geometry: Geometry,
    tables: Tables,
}

/// What a perfect player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerfectMoves {
    /// The value for the side to move.
    pub value: Value,
    /// Equally good moves, in the order of [`Position::moves`]: in a won position the fastest to
    /// convert, in a lost one the slowest, in a drawn one all that keep the draw.
    pub moves: Vec<Move>,
}

impl Perfect {
    /// A perfect player over distance tables.
    ///
    /// # Errors
    /// When the tables belong to other rules or hold no distances.
    pub fn new(rules: &Rules, tables: Tables) -> Result<Self, Error> {
        let geometry = Geometry::new(*rules);
        tables.check_rules(&geometry)?;
        if !tables.has_distances() {
            return Err(Error::Request(
                "the perfect player needs tables with distances, to make progress".to_owned(),
            ));
        }
        Ok(Self { geometry, tables })
    }

    /// The tables in use.
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The best moves, inside a capture its best completions; `None` outside the tables and when
    /// the game is over.
    pub fn choose(&self, position: &Position) -> Option<PerfectMoves> {
        by_distance(&self.geometry, &self.tables, position)
    }
}

/// The best moves where the tables hold values and distances of all that may follow.
pub(crate) fn by_distance(
    geometry: &Geometry,
    tables: &Tables,
    position: &Position,
) -> Option<PerfectMoves> {
    if winner_now(geometry, position).is_some() {
        return None;
    }
    let mut rated = Vec::new();
    for (played, next) in position.moves(geometry) {
        let value = value_after(tables, position, &next)?;
        rated.push((
            value,
            distance_preference(tables, position, &next, value)?,
            played,
        ));
    }
    let best = rated
        .iter()
        .map(|(value, distance_preference, _)| (*value, *distance_preference))
        .max()?;
    let moves = rated
        .into_iter()
        .filter(|&(value, distance_preference, _)| (value, distance_preference) == best)
        .map(|(_, _, played)| played)
        .collect();
    Some(PerfectMoves {
        value: best.0,
        moves,
    })
}

/// The value of a move for the side that makes it.
pub(crate) fn value_after(tables: &Tables, position: &Position, next: &Position) -> Option<Value> {
    let theirs = tables.value(next)?;
    Some(if next.turn() == position.turn() {
        theirs
    } else {
        theirs.flipped()
    })
}

/// Whether a move takes a piece off or promotes one: then distances are counted anew.
pub(crate) fn converts(position: &Position, next: &Position) -> bool {
    let pieces = |position: &Position| {
        let (own, opp) = position.counts();
        let raw = position.raw().unwrap_or_default();
        (own + opp, raw.kings.count_ones())
    };
    position.is_capturing() || pieces(position) != pieces(next)
}

/// The preference for a distance: near when winning, far when losing.
fn distance_preference(
    tables: &Tables,
    position: &Position,
    next: &Position,
    value: Value,
) -> Option<i32> {
    let sign = match value {
        Value::Draw => return Some(0),
        Value::Win => -1,
        Value::Loss => 1,
    };
    let distance = if converts(position, next) {
        0
    } else {
        i32::from(tables.distance(next)?)
    };
    Some(sign * distance)
}
