//! The published results of people.

use super::measured::Points;
use crate::evaluation::PEOPLE;
use quirkat_stats::{Advantage, Tally};

/// Wins, draws and losses of White on `BrainKing`.
fn counts() -> Option<Tally> {
    let (wins, draws, losses) = PEOPLE;
    Tally::new(wins, draws, losses).ok()
}

/// White's advantage among people, with its interval.
pub(crate) fn advantage(level: f64) -> Option<Points> {
    let advantage = Advantage::from_games(&counts()?, level).ok()?;
    Some(Points {
        value: advantage.points,
        low: Some(advantage.interval.low),
        high: Some(advantage.interval.high),
    })
}

/// How many games there are.
pub(crate) fn games() -> u64 {
    let (wins, draws, losses) = PEOPLE;
    wins + draws + losses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_score_57_8_percent_with_white() {
        let people = advantage(0.95).unwrap();
        assert_eq!(games(), 8426);
        assert!((people.value - 7.82).abs() < 0.01, "{people:?}");
        assert!(
            people.low.unwrap() > 6.7 && people.high.unwrap() < 8.9,
            "{people:?}"
        );
    }
}
