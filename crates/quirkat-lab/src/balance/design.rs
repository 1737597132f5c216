//! What the tables need to know beside the games.

use super::repeated::Repeated;
use crate::config::{BalanceConfig, NetworkScope, read_resolved};
use anyhow::{Context, Result, bail, ensure};
use quirkat_rules::RULES_VERSION;
use quirkat_store::StoreFolder;
use quirkat_tables::{RulesRow, Setting, YesNo, find_table, read_table};
use quirkat_variant::Variant;

/// The design of a job: what decides its tables, beside the games.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Level of intervals.
    pub(crate) level: f64,
    /// Percentage points that do not matter.
    pub(crate) margin: f64,
    /// The setting of verdicts.
    pub(crate) primary: Setting,
    /// One network a seed plays all variants.
    pub(crate) shared: bool,
    /// The iteration that counts, as `iter-0012`; empty when games have no checkpoint.
    pub(crate) last: String,
    pub(crate) proxy_opponent: String,
    /// Whether every variant must have the same seeds and numbers of games in a setting.
    pub(crate) complete: bool,
    /// Replicates of the bootstrap.
    pub(crate) bootstrap: usize,
    /// Of the bootstrap.
    pub(crate) seed: u64,
    pub(crate) rules: Vec<RulesRow>,
    /// Of games from elsewhere.
    pub(crate) repeated: Repeated,
}

/// Replicates of the bootstrap, which is a check and no decision.
pub(crate) const BOOTSTRAP: usize = 2000;

/// The file with the rules of a job's variants.
pub(crate) const RULES: &str = "rules.csv";

impl Design {
    /// The design of a job.
    pub(crate) fn new(config: &BalanceConfig, rules: Vec<RulesRow>) -> Self {
        Self {
            level: config.level,
            margin: config.equivalence_margin,
            primary: config.primary(),
            shared: config.train.network_scope == NetworkScope::Shared,
            last: format!("iter-{:04}", config.train.iterations),
            proxy_opponent: config.measure.proxy_opponent.clone(),
            complete: true,
            bootstrap: BOOTSTRAP,
            seed: config.seed,
            rules,
            repeated: Repeated::default(),
        }
    }

    /// Reads the design of a job from its folder: `config.toml` and `evaluation/rules.csv`.
    ///
    /// # Errors
    /// One line that names the file.
    pub(crate) fn read(folder: &StoreFolder) -> Result<Self> {
        let evaluation = folder.folder("evaluation");
        let config = read_config(folder)?;
        ensure!(
            find_table(&evaluation, RULES)?.is_some(),
            "{}: there is no {RULES}; nothing has been measured there yet",
            evaluation.place().display()
        );
        let rules: Vec<RulesRow> = read_table(&evaluation, RULES)?;
        check_versions(&rules).with_context(|| evaluation.place_of(RULES).display().to_string())?;
        Ok(Self::new(&config, rules))
    }

    pub(crate) fn rules_of(&self, variant: &str) -> Option<&RulesRow> {
        self.rules.iter().find(|rules| rules.variant == variant)
    }

    pub(crate) fn rules_hash(&self, variant: &str) -> &str {
        self.rules_of(variant)
            .map_or("", |rules| &*rules.rules_hash)
    }
}

/// The configuration of the job in a folder.
fn read_config(folder: &StoreFolder) -> Result<BalanceConfig> {
    let mut table = read_resolved(folder)?;
    table.remove("rules");
    BalanceConfig::parse(&table)
        .with_context(|| folder.place_of("config.toml").display().to_string())
}

/// Rules of different versions are different games under one name.
fn check_versions(rules: &[RulesRow]) -> Result<()> {
    let Some(first) = rules.first() else {
        bail!("no rule set");
    };
    for (i, row) in rules.iter().enumerate() {
        ensure!(
            row.rules_version == first.rules_version,
            "line {}: `{}` was played under version {} of the rules, `{}` under version {}; they are not compared",
            i + 2,
            row.variant,
            row.rules_version,
            first.variant,
            first.rules_version
        );
        ensure!(
            rules[..i].iter().all(|other| other.variant != row.variant),
            "line {}: `{}` stands twice",
            i + 2,
            row.variant
        );
    }
    Ok(())
}

/// The row of a variant that is to be played.
///
/// # Errors
/// When it has no such start.
pub(crate) fn rules_row(
    config: &BalanceConfig,
    place: usize,
    variant: &Variant,
) -> Result<RulesRow> {
    let start = config.replicate(0).start_of(variant)?;
    let mut moves: Vec<String> = start
        .moves(&variant.geometry)
        .iter()
        .map(|(played, _)| played.token())
        .collect();
    moves.sort_unstable();
    let trained = config.trained().contains(&config.variants[place]);
    let switches: Vec<String> = variant
        .rules()
        .canonical()
        .lines()
        .map(|line| line.replace(" = ", "=").replace('"', ""))
        .collect();
    Ok(RulesRow {
        variant: variant.name.clone(),
        rules_hash: variant.rules_hash(),
        rules_version: RULES_VERSION,
        trained: YesNo(trained),
        start: start.to_string(),
        first_moves: moves.join(" "),
        switches: switches.join("; "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_sets_of_different_versions_are_refused_with_the_line() {
        let row = |variant: &str, rules_version| RulesRow {
            variant: variant.to_owned(),
            rules_version,
            ..RulesRow::default()
        };
        assert!(check_versions(&[row("a", 1), row("b", 1)]).is_ok());
        let error = check_versions(&[row("a", 1), row("b", 2)]).unwrap_err();
        let error = error.to_string();
        for part in ["line 3", "`b`", "version 2", "`a`"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(check_versions(&[row("a", 1), row("a", 1)]).is_err());
        assert!(check_versions(&[]).is_err());
    }
}
