//! What configurations have in common: how they are read, and the values that are refused.

use anyhow::{Result, bail, ensure};
use quirkat_play::AgentSpec;
use quirkat_variant::Suggest;
use serde::de::DeserializeOwned;
use toml::Table;

/// A table as a configuration.
pub(super) fn parse<T: DeserializeOwned>(table: Table) -> Result<T> {
    Ok(serde_path_to_error::deserialize(table).map_err(Suggest::suggest)?)
}

/// Refuses a value out of its range in one line with the key and what is allowed.
macro_rules! in_range {
    ($key:literal, $value:expr, $range:expr) => {
        ensure!(
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
                "{key}: outside engines give no repeatable result; allowed are random, uniform@SIMS, rollout@SIMS"
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
