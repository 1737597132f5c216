use crate::ReportError;
use quirkat_tables::{MovePolicy, Setting, StartSet, TableRow};
use std::fmt::Display;
use std::str::FromStr;

/// The setting of a row.
///
/// # Errors
/// Names the line and the column that holds no start set, no move policy or no budget.
pub(crate) fn setting_of(row: &TableRow<'_>) -> Result<Setting, ReportError> {
    let simulations = row.count("simulations")?;
    let simulations = simulations.and_then(|simulations| u32::try_from(simulations).ok());
    Ok(Setting {
        start_set: value(row, "start_set", StartSet::Given)?,
        move_policy: value(row, "move_policy", MovePolicy::Given)?,
        simulations: simulations.ok_or_else(|| row.wrong("simulations", "a whole number"))?,
    })
}

/// The value of a column; `given` is what games from elsewhere have, and no configuration.
fn value<T>(row: &TableRow<'_>, column: &str, given: T) -> Result<T, ReportError>
where
    T: FromStr<Err = String> + Display,
{
    let text = row.text(column);
    if text == given.to_string() {
        return Ok(given);
    }
    let value = text.parse();
    value.map_err(|why| row.refused(format!("{column}: {why}")).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_tables::Table;
    use std::path::Path;

    fn setting(fields: &str) -> Result<Setting, ReportError> {
        let text = format!("start_set,move_policy,simulations\n{fields}\n");
        let table = Table::parse(Path::new("t.csv"), text.as_bytes()).unwrap();
        setting_of(&table.rows().next().unwrap())
    }

    #[test]
    fn settings_read_back_as_they_print() {
        for fields in [
            "tempo,sampled:0.5:all,32",
            "given,given,0",
            "initial,greedy,8",
        ] {
            let Setting {
                start_set,
                move_policy,
                simulations,
            } = setting(fields).unwrap();
            assert_eq!(format!("{start_set},{move_policy},{simulations}"), fields);
        }
    }

    #[test]
    fn what_is_no_setting_is_refused_with_its_line_and_column() {
        for (fields, why) in [
            ("nowhere,greedy,8", "start_set: unknown start set `nowhere`"),
            ("initial,best,8", "move_policy: unknown move policy `best`"),
            ("initial,greedy,many", "simulations is \"many\""),
            ("initial,greedy,5000000000", "simulations is \"5000000000\""),
        ] {
            let error = setting(fields).unwrap_err().to_string();
            assert!(error.contains("t.csv, line 2"), "{error}");
            assert!(error.contains(why), "{error}");
        }
    }
}
