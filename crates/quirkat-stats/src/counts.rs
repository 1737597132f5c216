//! Counts of game results.

use crate::error::{Error, Result};

/// Wins, draws and losses of one side, or of the first player.
///
/// The total fits 64 bits, so no method here overflows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Wdl {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Wdl {
    /// Counts of wins, draws and losses; all may be 0.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the total does not fit 64 bits.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Result<Wdl> {
        total("wins, draws and losses", &[wins, draws, losses])?;
        Ok(Wdl {
            wins,
            draws,
            losses,
        })
    }

    /// Games won.
    pub fn wins(&self) -> u64 {
        self.wins
    }

    /// Games drawn.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Games lost.
    pub fn losses(&self) -> u64 {
        self.losses
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// (wins + draws / 2) / games, from 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        mean(self.wins, self.draws, self.games())
    }

    /// Variance of one game's score (1, 1/2 or 0) in these counts, divisor `games`; `None` without
    /// games.
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        let games = self.games() as f64;
        let terms = [(self.wins, 1.0), (self.draws, 0.5), (self.losses, 0.0)];
        Some(
            terms
                .iter()
                .map(|&(count, value)| count as f64 * (value - score).powi(2))
                .sum::<f64>()
                / games,
        )
    }

    /// Share of games drawn; `None` without games.
    pub fn draw_rate(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }

    /// The same games seen by the other side.
    pub fn reversed(&self) -> Wdl {
        Wdl {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// The games of both counts.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the total does not fit 64 bits.
    pub fn merged(&self, other: &Wdl) -> Result<Wdl> {
        total("two sets of games", &[self.games(), other.games()])?;
        Ok(Wdl {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        })
    }
}

/// The outcomes of a balance row: one agent on both sides, games cut by the length cap counted
/// apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Outcomes {
    finished: Wdl,
    capped: u64,
}

impl Outcomes {
    /// Counts of games won by White, drawn, won by Black, and cut by the length cap.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the total does not fit 64 bits.
    pub fn new(white_wins: u64, draws: u64, black_wins: u64, capped: u64) -> Result<Outcomes> {
        total("outcomes", &[white_wins, draws, black_wins, capped])?;
        Ok(Outcomes {
            finished: Wdl::new(white_wins, draws, black_wins)?,
            capped,
        })
    }

    /// White's results in the games that ended by the rules. The score and every interval come from
    /// these.
    pub fn finished(&self) -> Wdl {
        self.finished
    }

    /// Games cut by the length cap.
    pub fn capped(&self) -> u64 {
        self.capped
    }

    /// All games, the capped ones included.
    pub fn games(&self) -> u64 {
        self.finished.games() + self.capped
    }

    /// White's score: (white wins + draws / 2) / (games - capped); `None` when no game finished.
    pub fn score(&self) -> Option<f64> {
        self.finished.score()
    }

    /// White's score if every capped game were lost, and if every one were won; `None` without
    /// games.
    ///
    /// These are bounds on the score of the same games under any later adjudication (Manski, 1989),
    /// not an interval for sampling error.
    pub fn score_bounds(&self) -> Option<(f64, f64)> {
        let games = self.games();
        let low = mean(self.finished.wins, self.finished.draws, games)?;
        let high = mean(self.finished.wins + self.capped, self.finished.draws, games)?;
        Some((low, high))
    }
}

fn total(what: &'static str, counts: &[u64]) -> Result<u64> {
    counts
        .iter()
        .try_fold(0_u64, |sum, &count| sum.checked_add(count))
        .ok_or(Error::Overflow(what))
}

fn mean(wins: u64, draws: u64, games: u64) -> Option<f64> {
    (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_win() {
        let wdl = Wdl::new(3, 2, 5).unwrap();
        assert_eq!(wdl.score(), Some(0.4));
        assert_eq!(wdl.reversed().score(), Some(0.6));
        assert_eq!(wdl.draw_rate(), Some(0.2));
    }

    #[test]
    fn no_games_have_no_score() {
        assert_eq!(Wdl::default().score(), None);
        assert_eq!(Wdl::default().variance(), None);
        assert_eq!(Outcomes::default().score_bounds(), None);
    }

    #[test]
    fn counts_beyond_64_bits_are_refused() {
        assert!(matches!(Wdl::new(u64::MAX, 1, 0), Err(Error::Overflow(_))));
        assert!(matches!(
            Outcomes::new(u64::MAX, 0, 0, 1),
            Err(Error::Overflow(_))
        ));
        let most = Wdl::new(u64::MAX, 0, 0).unwrap();
        assert!(most.merged(&Wdl::new(1, 0, 0).unwrap()).is_err());
    }

    #[test]
    fn capped_games_leave_the_denominator_and_widen_the_bounds() {
        let row = Outcomes::new(6, 2, 2, 10).unwrap();
        assert_eq!(row.score(), Some(0.7));
        assert_eq!(row.score_bounds(), Some((0.35, 0.85)));
        let cut = Outcomes::new(0, 0, 0, 4).unwrap();
        assert_eq!(cut.score(), None);
        assert_eq!(cut.score_bounds(), Some((0.0, 1.0)));
    }

    #[test]
    fn variance_of_wins_alone_is_zero() {
        assert_eq!(Wdl::new(9, 0, 0).unwrap().variance(), Some(0.0));
        assert_eq!(Wdl::new(5, 0, 5).unwrap().variance(), Some(0.25));
    }
}
