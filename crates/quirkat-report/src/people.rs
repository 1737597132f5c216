//! The published results of people.

use super::measured::Points;
use quirkat_stats::{Advantage, Tally};
use quirkat_variant::People;

/// White's advantage among people, with its interval.
pub(crate) fn advantage(people: &People, level: f64) -> Option<Points> {
    let counts = Tally::new(people.white_wins, people.draws, people.black_wins).ok()?;
    let advantage = Advantage::from_games(&counts, level).ok()?;
    Some(Points {
        value: advantage.points,
        low: Some(advantage.interval.low),
        high: Some(advantage.interval.high),
    })
}
