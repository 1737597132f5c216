use crate::ReportError;
use quirkat_tables::{Setting, TableRow};
use std::str::FromStr;

/// The setting of a row.
///
/// # Errors
/// Names the line and the column that holds no start set, no move policy or no budget.
pub(crate) fn setting_of(row: &TableRow<'_>) -> Result<Setting, ReportError> {
    let simulations = row.count("simulations")?;
    let simulations = simulations.and_then(|simulations| u32::try_from(simulations).ok());
    Ok(Setting {
        start_set: parsed(row, "start_set")?,
        move_policy: parsed(row, "move_policy")?,
        simulations: simulations.ok_or_else(|| row.wrong("simulations", "a whole number"))?,
    })
}

fn parsed<T: FromStr<Err = String>>(row: &TableRow<'_>, column: &str) -> Result<T, ReportError> {
    let value = row.text(column).parse();
    value.map_err(|why| row.refused(format!("{column}: {why}")).into())
}
