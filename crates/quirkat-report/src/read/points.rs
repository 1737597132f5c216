use crate::ReportError;
use quirkat_tables::TableRow;

/// A value with the ends of its interval. Percentage points, where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// The estimate.
    pub value: f64,
    /// The ends of its interval, `None` when there is no interval.
    pub ends: Option<(f64, f64)>,
}

impl Points {
    /// From three columns of a row, `None` when the value is empty.
    ///
    /// # Errors
    /// Names the line and the column of what is no number.
    pub(crate) fn of(
        row: &TableRow<'_>,
        value: &str,
        low: &str,
        high: &str,
    ) -> Result<Option<Self>, ReportError> {
        let ends = row.number(low)?.zip(row.number(high)?);
        Ok(row.number(value)?.map(|value| Self { value, ends }))
    }
}
