use crate::error::{Error, Result};

/// Counts of games: won, drawn and lost by one side, and cut by a limit of length. That side is
/// White where nothing else is said.
///
/// Capped games have no result. They are in no score and no interval, but they are in
/// [`Tally::games`] and [`Tally::score_bounds`]. The total fits 64 bits, so no method here
/// overflows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    capped: u64,
}

impl Tally {
    /// Counts of games that ended by the rules. All may be 0.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the total does not fit 64 bits.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Result<Tally> {
        let tally = Tally {
            wins,
            draws,
            losses,
            capped: 0,
        };
        tally.with_capped(0)
    }

    /// The same counts with so many games cut by a limit of length.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the total does not fit 64 bits.
    pub fn with_capped(self, capped: u64) -> Result<Tally> {
        total("games", &[self.wins, self.draws, self.losses, capped])?;
        Ok(Tally { capped, ..self })
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

    /// Games cut by a limit of length.
    pub fn capped(&self) -> u64 {
        self.capped
    }

    /// Games that ended by the rules.
    pub fn ended(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// All games, the capped ones included.
    pub fn games(&self) -> u64 {
        self.ended() + self.capped
    }

    /// (wins + draws / 2) / ended, from 0 to 1; `None` when no game ended.
    pub fn score(&self) -> Option<f64> {
        mean(self.wins, self.draws, self.ended())
    }

    /// The score if every capped game were lost, and if every one were won; `None` without games.
    ///
    /// These are bounds on the score of the same games under any later adjudication (C. F. Manski,
    /// *Anatomy of the selection problem*, Journal of Human Resources 24, 1989), not an interval for
    /// sampling error.
    pub fn score_bounds(&self) -> Option<(f64, f64)> {
        let games = self.games();
        let low = mean(self.wins, self.draws, games)?;
        let high = mean(self.wins + self.capped, self.draws, games)?;
        Some((low, high))
    }

    /// Variance of the score (1, 1/2 or 0) of one game that ended, divisor [`Tally::ended`]; `None`
    /// when no game ended.
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        let ended = self.ended() as f64;
        let terms = [(self.wins, 1.0), (self.draws, 0.5), (self.losses, 0.0)];
        Some(
            terms
                .iter()
                .map(|&(count, value)| count as f64 * (value - score).powi(2))
                .sum::<f64>()
                / ended,
        )
    }

    /// The same games seen by the other side.
    pub fn reversed(&self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            ..*self
        }
    }

    /// The games of both tallies.
    ///
    /// # Errors
    /// [`Error::Overflow`] when the total does not fit 64 bits.
    pub fn merged(&self, other: &Tally) -> Result<Tally> {
        total("two sets of games", &[self.games(), other.games()])?;
        Ok(Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            capped: self.capped + other.capped,
        })
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

    fn tally(wins: u64, draws: u64, losses: u64, capped: u64) -> Tally {
        let ended = Tally::new(wins, draws, losses).unwrap();
        ended.with_capped(capped).unwrap()
    }

    #[test]
    fn a_draw_is_half_a_win() {
        let games = tally(3, 2, 5, 0);
        assert_eq!(games.score(), Some(0.4));
        assert_eq!(games.reversed().score(), Some(0.6));
    }

    #[test]
    fn no_games_have_no_score() {
        assert_eq!(Tally::default().score(), None);
        assert_eq!(Tally::default().variance(), None);
        assert_eq!(Tally::default().score_bounds(), None);
    }

    #[test]
    fn counts_beyond_64_bits_are_refused() {
        assert!(matches!(
            Tally::new(u64::MAX, 1, 0),
            Err(Error::Overflow(_))
        ));
        let most = Tally::new(u64::MAX, 0, 0).unwrap();
        assert!(matches!(most.with_capped(1), Err(Error::Overflow(_))));
        assert!(most.merged(&tally(1, 0, 0, 0)).is_err());
        assert!(most.merged(&tally(0, 0, 0, 1)).is_err());
    }

    #[test]
    fn capped_games_leave_the_denominator_and_widen_the_bounds() {
        let row = tally(6, 2, 2, 10);
        assert_eq!((row.ended(), row.games()), (10, 20));
        assert_eq!(row.score(), Some(0.7));
        assert_eq!(row.score_bounds(), Some((0.35, 0.85)));
        let cut = tally(0, 0, 0, 4);
        assert_eq!(cut.score(), None);
        assert_eq!(cut.score_bounds(), Some((0.0, 1.0)));
    }

    #[test]
    fn merging_and_reversing_keep_every_game() {
        let sum = tally(6, 2, 1, 10).merged(&tally(1, 2, 3, 4).reversed());
        assert_eq!(sum.unwrap(), tally(9, 4, 2, 14));
    }

    #[test]
    fn variance_of_wins_alone_is_zero_and_capped_games_do_not_count() {
        assert_eq!(tally(9, 0, 0, 7).variance(), Some(0.0));
        assert_eq!(tally(5, 0, 5, 7).variance(), Some(0.25));
    }
}
