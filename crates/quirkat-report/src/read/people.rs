use super::points::Points;
use quirkat_stats::{Advantage, Tally};
use quirkat_variant::People;

/// White's advantage among people, with its interval as if their games were independent.
pub(crate) fn people_advantage(people: &People, level: f64) -> Option<Points> {
    let counts = Tally::new(people.white_wins, people.draws, people.black_wins).ok()?;
    let advantage = Advantage::from_games(&counts, level).ok()?;
    Some(Points {
        value: advantage.points,
        ends: Some((advantage.interval.low, advantage.interval.high)),
    })
}
