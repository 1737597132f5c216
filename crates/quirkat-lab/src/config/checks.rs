//! Checks that configurations share.

use anyhow::{Result, bail, ensure};
use quirkat_play::AgentSpec;
use quirkat_variant::Suggest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

/// The word for the game's own start.
pub(crate) const INITIAL: &str = "initial";

/// Refuses a value out of its range in one line with the key and what is allowed.
macro_rules! in_range {
    ($key:literal, $value:expr, $range:expr) => {
        anyhow::ensure!(
            $range.contains(&$value),
            "{}: {} is out of range; allowed are {:?}",
            $key,
            $value,
            $range
        );
    };
}
pub(super) use in_range;

/// The opponent of the strength proxy must be the same everywhere.
pub(super) fn check_opponent(key: &str, opponent: &str) -> Result<()> {
    match opponent.parse::<AgentSpec>() {
        Ok(AgentSpec::Net { .. }) => {
            bail!(
                "{key}: a network changes with the run; allowed are random, uniform@SIMS, rollout@SIMS"
            )
        }
        Ok(AgentSpec::Perfect { .. }) => {
            bail!(
                "{key}: tables are no part of a run; allowed are random, uniform@SIMS, rollout@SIMS"
            )
        }
        Ok(AgentSpec::External(_)) => {
            bail!(
                "{key}: external engines give no repeatable result; allowed are random, uniform@SIMS, rollout@SIMS"
            )
        }
        Ok(_) => Ok(()),
        Err(error) => bail!("{key}: {error}"),
    }
}

/// Refuses a list that names an entry twice.
pub(super) fn distinct<T: PartialEq>(key: &str, list: &[T]) -> Result<()> {
    let twice = (0..list.len()).any(|i| list[..i].contains(&list[i]));
    ensure!(!twice, "{key}: an entry is named twice");
    Ok(())
}

/// A table as a configuration.
pub(super) fn parse<T: DeserializeOwned + Serialize>(table: &Table) -> Result<T> {
    let config: T = serde_path_to_error::deserialize(table.clone()).map_err(Suggest::suggest)?;
    // Deserialising takes a list of values for a table, in an order that nobody knows.
    if let Ok(Value::Table(whole)) = Value::try_from(&config) {
        refuse_lists(table, &whole, "")?;
    }
    Ok(config)
}

/// Refuses lists where the whole configuration has tables.
fn refuse_lists(given: &Table, whole: &Table, above: &str) -> Result<()> {
    for (key, value) in given {
        match (value, whole.get(key)) {
            (Value::Array(_), Some(Value::Table(keys))) => bail!(
                "{above}{key}: a list; expected is a table with the keys {}",
                keys.keys()
                    .map(|key| format!("`{key}`"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            (Value::Table(given), Some(Value::Table(whole))) => {
                refuse_lists(given, whole, &format!("{above}{key}."))?;
            }
            _ => {}
        }
    }
    Ok(())
}
