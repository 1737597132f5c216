//! Pairs of games from one opening with the colours swapped.

use crate::error::{Error, Result};

/// The result of one game for the side in question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// Lost, 0 points.
    Loss,
    /// Drawn, half a point.
    Draw,
    /// Won, 1 point.
    Win,
}

impl GameResult {
    /// Points in halves: 0, 1 or 2.
    pub fn half_points(self) -> u8 {
        self as u8
    }

    /// The same game for the other side.
    pub fn reversed(self) -> GameResult {
        match self {
            GameResult::Loss => GameResult::Win,
            GameResult::Draw => GameResult::Draw,
            GameResult::Win => GameResult::Loss,
        }
    }
}

/// Pentanomial counts: how many pairs of games brought 0, 1/2, 1, 3/2 and 2 points.
///
/// The two games of a pair share their opening and are therefore dependent; the pairs are the
/// independent units. Which points are added decides what the counts measure. With two agents that
/// swap colours, White's points over both games (the pair sum) measure the first-player advantage,
/// because the agents' strengths cancel; one agent's points over both games (the pair difference)
/// measure strength, because the colours cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Pentanomial {
    counts: [u64; 5],
}

impl Pentanomial {
    /// Counts of pairs worth 0, 1/2, 1, 3/2 and 2 points, in that order.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the total does not fit 63 bits, so that the number of games fits
    /// 64.
    pub fn new(counts: [u64; 5]) -> Result<Pentanomial> {
        let pairs = counts
            .iter()
            .try_fold(0_u64, |sum, &count| sum.checked_add(count));
        match pairs {
            Some(pairs) if pairs <= u64::MAX / 2 => Ok(Pentanomial { counts }),
            _ => Err(Error::Overflow("pairs")),
        }
    }

    /// Counts from the two results of each pair, both for the same side of the question: White in
    /// both games for the first-player advantage, the same agent in both games for strength.
    ///
    /// # Errors
    /// [`Error::Overflow`] as for [`Pentanomial::new`].
    pub fn from_results(
        pairs: impl IntoIterator<Item = (GameResult, GameResult)>,
    ) -> Result<Pentanomial> {
        let mut counts = [0_u64; 5];
        for (first, second) in pairs {
            counts[usize::from(first.half_points() + second.half_points())] += 1;
        }
        Pentanomial::new(counts)
    }

    /// The counts, from 0 points to 2.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Points per game, from 0 to 1; `None` without pairs.
    pub fn score(&self) -> Option<f64> {
        let quarters: f64 = (0_u8..)
            .zip(self.counts)
            .map(|(value, count)| f64::from(value) * count as f64)
            .sum();
        (self.pairs() > 0).then(|| quarters / 4.0 / self.pairs() as f64)
    }

    /// Variance of the score per game of one pair (0, 1/4, 1/2, 3/4, 1) in these counts, divisor
    /// `pairs`; `None` without pairs.
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        let squares: f64 = (0_u8..)
            .zip(self.counts)
            .map(|(value, count)| count as f64 * (f64::from(value) / 4.0 - score).powi(2))
            .sum();
        Some(squares / self.pairs() as f64)
    }

    /// The same pairs seen by the other side.
    pub fn reversed(&self) -> Pentanomial {
        let mut counts = self.counts;
        counts.reverse();
        Pentanomial { counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_a_pair_add_up() {
        use GameResult::{Draw, Loss, Win};
        let pairs = [
            (Win, Win),
            (Win, Loss),
            (Draw, Draw),
            (Draw, Loss),
            (Loss, Loss),
            (Win, Draw),
        ];
        let counts = Pentanomial::from_results(pairs).unwrap();
        assert_eq!(counts.counts(), [1, 1, 2, 1, 1]);
        assert_eq!(counts.score(), Some(0.5));
        let swapped = pairs.map(|(first, second)| (first.reversed(), second.reversed()));
        assert_eq!(
            Pentanomial::from_results(swapped).unwrap(),
            counts.reversed()
        );
    }

    #[test]
    fn pairs_of_equal_points_have_no_variance() {
        let counts = Pentanomial::new([0, 0, 7, 0, 0]).unwrap();
        assert_eq!(counts.variance(), Some(0.0));
        assert_eq!(Pentanomial::default().score(), None);
    }

    #[test]
    fn pairs_beyond_63_bits_are_refused() {
        assert!(Pentanomial::new([u64::MAX / 2, 1, 0, 0, 0]).is_err());
        assert!(Pentanomial::new([u64::MAX, 1, 0, 0, 0]).is_err());
    }
}
