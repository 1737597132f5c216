//! From the raw games of a training run to its tables.

use super::advantage::{Proxy, advantage_row};
use super::comparison::{Comparing, comparisons};
use super::group::{Group, groups};
use super::summary::Summary;
use crate::config::{NetworkScope, TrainConfig, read_resolved};
use anyhow::{Context, Result, ensure};
use quirkat_rules::Rules;
use quirkat_store::StoreFolder;
use quirkat_tables::{
    AdvantageRow, ComparisonRow, GameRow, ProxyGameRow, read_games, read_table, table_text,
    write_checksums,
};
use std::collections::BTreeMap;

/// The raw data of a training run.
pub(crate) const RAW: [&str; 3] = ["games.csv", "openings.csv", "proxy_games.csv"];

/// The tables in `checksums.txt`.
const CHECKSUMMED: [&str; 5] = [
    "advantage.csv",
    "comparisons.csv",
    "games.csv",
    "openings.csv",
    "proxy_games.csv",
];

/// Everything that follows from the raw games of a training run.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluationTables {
    /// `advantage.csv`.
    pub advantage: Vec<AdvantageRow>,
    /// `comparisons.csv`.
    pub comparisons: Vec<ComparisonRow>,
    /// Level of the intervals.
    pub level: f64,
}

impl EvaluationTables {
    /// Of these games; `rules_hash` names the rules of a variant.
    ///
    /// # Errors
    /// No games; a set of games with holes.
    pub(crate) fn of(
        config: &TrainConfig,
        rules_hash: &dyn Fn(&str) -> String,
        games: &[GameRow],
        proxy: &[ProxyGameRow],
    ) -> Result<Self> {
        let measure = &config.evaluation;
        let groups = groups(games)?;
        let mut advantage = Vec::new();
        for group in &groups {
            let proxy = Proxy::of(group.key(), proxy, &measure.proxy_opponent)?;
            let hash = rules_hash(&group.key().variant);
            advantage.push(advantage_row(group, &hash, measure.level, &proxy)?);
        }
        let how = Comparing {
            level: measure.level,
            shared: config.network_scope == NetworkScope::Shared,
        };
        let all: Vec<&Group<'_>> = groups.iter().collect();
        Ok(Self {
            advantage,
            comparisons: comparisons(&all, how)?,
            level: measure.level,
        })
    }

    /// Those of a run in its folder, computed anew from `config.toml`, `evaluation/games.csv` and
    /// `evaluation/proxy_games.csv`. Nothing is written.
    ///
    /// # Errors
    /// One line that names the file and the line.
    pub(crate) fn recomputed(folder: &StoreFolder) -> Result<Self> {
        let mut table = read_resolved(folder)?;
        let shown = || folder.place_of("config.toml").display().to_string();
        let rules: BTreeMap<String, Rules> = match table.remove("rules") {
            Some(rules) => rules.try_into().with_context(shown)?,
            None => BTreeMap::new(),
        };
        let config: TrainConfig = table.try_into().with_context(shown)?;
        let evaluation = folder.folder("evaluation");
        let games = read_games(&evaluation)?;
        ensure!(
            !games.is_empty(),
            "{}: no games: nothing was measured",
            evaluation.place().display()
        );
        let hash = |name: &str| {
            rules
                .get(name)
                .map_or_else(String::new, |rules| format!("{:016x}", rules.hash()))
        };
        let proxy = read_table(&evaluation, "proxy_games.csv")?;
        Self::of(&config, &hash, &games, &proxy)
    }

    /// The files with their names.
    ///
    /// # Errors
    /// Only when memory fails.
    pub(crate) fn files(&self) -> Result<Vec<(&'static str, Vec<u8>)>> {
        Ok(vec![
            ("advantage.csv", table_text(&self.advantage)?),
            ("comparisons.csv", table_text(&self.comparisons)?),
        ])
    }

    /// Writes them with the checksums of everything in the folder.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(crate) fn write(&self, evaluation: &StoreFolder) -> Result<()> {
        for (name, content) in self.files()? {
            evaluation.put(name, &content)?;
        }
        write_checksums(evaluation, &CHECKSUMMED)?;
        Ok(())
    }

    /// The table for people.
    pub fn summary(&self) -> Summary {
        Summary::new(self.advantage.clone(), self.level)
    }
}
