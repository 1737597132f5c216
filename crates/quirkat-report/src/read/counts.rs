use crate::ReportError;
use quirkat_tables::{GameCounts, TableRow};

/// More games than any table has, and few enough that sums over tables are counts too.
const MOST: u64 = 1_000_000_000_000;

/// How the games of a row ended; a column that is not there counts nothing. The row says nothing of their
/// lengths.
///
/// # Errors
/// Names the line and the column of what is no count.
pub(super) fn counts_of(row: &TableRow<'_>) -> Result<GameCounts, ReportError> {
    let count = |column: &str| -> Result<u64, ReportError> {
        match row.count(column)?.unwrap_or(0) {
            count if count <= MOST => Ok(count),
            _ => Err(row.wrong(column, "a number of games").into()),
        }
    };
    Ok(GameCounts {
        white: count("white_wins")?,
        draws: count("draws")?,
        black: count("black_wins")?,
        capped: count("capped")?,
        ..GameCounts::default()
    })
}

/// Adds the games of another row.
pub(super) fn add(sum: &mut GameCounts, other: &GameCounts) {
    sum.white += other.white;
    sum.draws += other.draws;
    sum.black += other.black;
    sum.capped += other.capped;
}
