use crate::ReportError;
use quirkat_tables::TableRow;

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Cut by the length limit.
    pub capped: u64,
}

impl Outcomes {
    /// From the columns of a row; one that is not there counts nothing.
    ///
    /// # Errors
    /// Names the line and the column of what is no count.
    pub(crate) fn of(row: &TableRow<'_>) -> Result<Self, ReportError> {
        let count =
            |column: &str| -> Result<u64, ReportError> { Ok(row.count(column)?.unwrap_or(0)) };
        Ok(Self {
            white: count("white_wins")?,
            draws: count("draws")?,
            black: count("black_wins")?,
            capped: count("capped")?,
        })
    }

    /// Adds the games of another row.
    pub(crate) fn add(&mut self, other: &Self) {
        self.white = self.white.saturating_add(other.white);
        self.draws = self.draws.saturating_add(other.draws);
        self.black = self.black.saturating_add(other.black);
        self.capped = self.capped.saturating_add(other.capped);
    }

    /// All of them.
    pub fn games(&self) -> u64 {
        [self.draws, self.black, self.capped]
            .into_iter()
            .fold(self.white, u64::saturating_add)
    }
}
