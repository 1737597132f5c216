use super::checks::{INITIAL, check_opponent, distinct, in_range, parse};
use super::train::{EvaluationConfig, NetworkScope, TrainConfig};
use anyhow::{Result, anyhow, bail, ensure};
use quirkat_rules::{Color, Preset};
use quirkat_tables::{MovePolicy, Setting, StartSet};
use quirkat_variant::Variant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// Everything that decides the results of a balance job: training replicates and what is measured
/// of each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct BalanceConfig {
    /// Replicate r (from 0) trains with the seed `seed` + r; start positions derive from `seed`.
    pub seed: u64,
    /// Training seeds.
    pub replicates: u32,
    /// Presets' names or paths to rule files (relative to the configuration's folder).
    pub variants: Vec<String>,
    /// Those that are learnt; the others are only played by the shared network. Empty for all.
    pub trained_on: Vec<String>,
    /// Where games begin: `initial` or a position string with White to move.
    pub start: String,
    /// An advantage of less than so many percentage points is balance.
    pub equivalence_margin: f64,
    /// Level of intervals; 1 - level is the error rate of tests.
    pub level: f64,
    /// Whether tables of games are written compressed.
    pub compress: bool,
    /// How each replicate is trained: the keys of a training configuration without `seed`,
    /// `variants`, `start` and `evaluation`.
    #[serde(serialize_with = "training")]
    #[schemars(with = "TrainConfig")]
    pub train: TrainConfig,
    /// What is measured.
    pub measure: MeasureConfig,
    /// When the primary setting has enough games.
    pub stopping: StoppingConfig,
}

/// What is measured: a star of settings around a primary one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MeasureConfig {
    /// The setting that verdicts are about.
    pub primary: Setting,
    /// Budgets, at the primary start set and move policy.
    pub curve: Vec<u32>,
    /// Move policies, at the primary start set and budget.
    pub move_policies: Vec<MovePolicy>,
    /// Start sets, at the primary move policy and budget.
    pub start_sets: Vec<StartSet>,
    /// Earlier iterations, at the primary setting.
    pub checkpoints: Vec<u32>,
    /// Games of each setting and replicate (`greedy` plays each start once).
    pub games: u32,
    /// Positions of the start sets `openings` and `tempo`.
    pub openings: u32,
    /// Plies of random play behind each of them, an even number.
    pub opening_plies: u32,
    /// Games between the agents of two seeds, in pairs from one opening with colours swapped, an
    /// even number; 0 for none.
    pub pair_games: u32,
    /// The opponent of the strength proxy, the same in every row.
    pub proxy_opponent: String,
    /// Its games at each budget, in pairs from one opening with colours swapped.
    pub proxy_games: u32,
    /// Whether agents are graded by exact values, for the rule sets that have published samples.
    pub grade: bool,
}

/// When the primary setting has enough games: on precision only, at looks fixed beforehand, over
/// complete blocks of numbered games of every replicate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct StoppingConfig {
    /// Enough is when the interval of every variant is at most this wide to either side, in
    /// percentage points; 0 plays all games.
    pub target_half_width: f64,
    /// Games of a replicate at which this is looked at, ascending, below `measure.games`.
    pub looks: Vec<u32>,
}

impl Default for BalanceConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            replicates: 6,
            variants: vec![Preset::DEFAULT.name().to_owned()],
            trained_on: Vec::new(),
            start: INITIAL.to_owned(),
            equivalence_margin: 2.0,
            level: 0.95,
            compress: false,
            train: TrainConfig::default(),
            measure: MeasureConfig::default(),
            stopping: StoppingConfig::default(),
        }
    }
}

impl Default for MeasureConfig {
    fn default() -> Self {
        Self {
            primary: Setting::default(),
            curve: vec![0, 8, 32, 128],
            move_policies: Vec::new(),
            start_sets: Vec::new(),
            checkpoints: Vec::new(),
            games: 400,
            openings: 200,
            opening_plies: 12,
            pair_games: 0,
            proxy_opponent: "rollout@32".to_owned(),
            proxy_games: 100,
            grade: false,
        }
    }
}

/// Keys of a training configuration that a balance job sets itself.
const SET_BY_THE_JOB: [&str; 4] = ["seed", "variants", "start", "evaluation"];

fn training<S: serde::Serializer>(config: &TrainConfig, to: S) -> Result<S::Ok, S::Error> {
    let mut table = Table::try_from(config).map_err(serde::ser::Error::custom)?;
    for key in SET_BY_THE_JOB {
        table.remove(key);
    }
    table.serialize(to)
}

impl BalanceConfig {
    /// From a table.
    ///
    /// # Errors
    /// One line with the key.
    pub fn parse(table: &Table) -> Result<Self> {
        if let Some(Value::Table(train)) = table.get("train") {
            for key in SET_BY_THE_JOB {
                let place = if key == "evaluation" {
                    "`[measure]` says what is measured"
                } else {
                    "it stands at the top, for all replicates"
                };
                ensure!(
                    !train.contains_key(key),
                    "train.{key}: unknown key; {place}"
                );
            }
        }
        parse(table)
    }

    /// Refuses values that make no job.
    ///
    /// # Errors
    /// One line with the key and the allowed values.
    pub fn check(&self) -> Result<()> {
        in_range!("replicates", self.replicates, 1..=10_000);
        in_range!("equivalence-margin", self.equivalence_margin, 0.01..=50.0);
        // Equivalence is tested at 1 - level, which must be below one half.
        in_range!("level", self.level, 0.51..=0.9999);
        in_range!("seed", self.seed, 0..=i64::MAX as u64 / 2);
        for name in &self.trained_on {
            ensure!(
                self.variants.contains(name),
                "trained-on: `{name}` is not among the variants"
            );
        }
        distinct("trained-on", &self.trained_on)?;
        ensure!(
            self.trained().len() == self.variants.len()
                || self.train.network_scope == NetworkScope::Shared,
            "trained-on: a network of its own cannot play variants that it never learnt; set train.network-scope = \"shared\""
        );
        self.measure.check(self.train.iterations)?;
        self.check_looks()?;
        self.replicate(0).check().map_err(|error| {
            // What is set here is named as it is written here.
            let text = error.to_string();
            if text.starts_with("variants") || text.starts_with("seed") {
                error
            } else {
                anyhow!("train.{text}")
            }
        })
    }

    fn check_looks(&self) -> Result<()> {
        let StoppingConfig {
            target_half_width,
            looks,
        } = &self.stopping;
        in_range!("stopping.target-half-width", *target_half_width, 0.0..=50.0);
        ensure!(
            looks.is_empty() || *target_half_width > 0.0,
            "stopping.looks: without stopping.target-half-width there is nothing to look for"
        );
        ensure!(
            looks.is_sorted_by(|a, b| a < b),
            "stopping.looks: allowed are ascending numbers of games"
        );
        for look in looks {
            ensure!(
                look.is_multiple_of(2) && (2..self.measure.games).contains(look),
                "stopping.looks: {look} is none; allowed are even numbers from 2 to below measure.games ({})",
                self.measure.games
            );
        }
        ensure!(
            looks.is_empty() || self.measure.primary.move_policy != MovePolicy::Greedy,
            "stopping.looks: `greedy` plays each start once"
        );
        Ok(())
    }

    /// Refuses rule sets that the job cannot play.
    ///
    /// # Errors
    /// One line with the key.
    pub fn check_variants(&self, variants: &[Variant]) -> Result<()> {
        let config = self.replicate(0);
        for variant in variants {
            config.start_of(variant)?;
        }
        for (i, variant) in variants.iter().enumerate() {
            let same = |other: &&Variant| other.rules() == variant.rules();
            if let Some(other) = variants[..i].iter().find(same) {
                bail!(
                    "variants: `{}` and `{}` have the same rules",
                    other.name,
                    variant.name
                );
            }
        }
        Ok(())
    }

    /// The variants that are learnt, as they are named in the configuration.
    pub fn trained(&self) -> &[String] {
        if self.trained_on.is_empty() {
            &self.variants
        } else {
            &self.trained_on
        }
    }

    /// The training configuration of a replicate.
    pub fn replicate(&self, number: u32) -> TrainConfig {
        TrainConfig {
            seed: self.seed + u64::from(number),
            variants: self.trained().to_vec(),
            start: self.start.clone(),
            evaluation: self.evaluation(Color::White),
            ..self.train.clone()
        }
    }

    /// What the player of evaluations needs to know.
    pub fn evaluation(&self, first: Color) -> EvaluationConfig {
        let measure = &self.measure;
        let mut settings = self.settings();
        settings.sort_by_key(|setting| setting.simulations);
        settings.dedup_by_key(|setting| setting.simulations);
        let mut start_sets = vec![measure.primary.start_set];
        start_sets.extend(&measure.start_sets);
        // Games of pairs begin at openings.
        if measure.pair_games > 0 && !start_sets.contains(&StartSet::Openings) {
            start_sets.push(StartSet::Openings);
        }
        let mut move_policies = vec![measure.primary.move_policy];
        move_policies.extend(&measure.move_policies);
        EvaluationConfig {
            start_sets: unique(start_sets),
            move_policies: unique(move_policies),
            simulations: settings.iter().map(|setting| setting.simulations).collect(),
            games: measure.games,
            openings: measure.openings,
            opening_plies: measure.opening_plies,
            level: self.level,
            proxy_opponent: measure.proxy_opponent.clone(),
            proxy_games: measure.proxy_games,
            first,
        }
    }

    /// The primary setting.
    pub const fn primary(&self) -> Setting {
        self.measure.primary
    }

    /// The primary setting, then those that differ from it in one thing.
    pub fn settings(&self) -> Vec<Setting> {
        let primary = self.primary();
        let measure = &self.measure;
        let mut settings = vec![primary];
        let budgets = measure.curve.iter();
        settings.extend(budgets.map(|&simulations| Setting {
            simulations,
            ..primary
        }));
        let move_policies = measure.move_policies.iter();
        settings.extend(move_policies.map(|&move_policy| Setting {
            move_policy,
            ..primary
        }));
        let starts = measure.start_sets.iter();
        settings.extend(starts.map(|&start_set| Setting {
            start_set,
            ..primary
        }));
        unique(settings)
    }

    /// Games at which the primary setting is looked at, the last being all of them.
    pub fn looks(&self) -> Vec<u64> {
        let looks = self.stopping.looks.iter().copied().map(u64::from);
        looks.chain([u64::from(self.measure.games)]).collect()
    }
}

impl MeasureConfig {
    fn check(&self, iterations: u32) -> Result<()> {
        in_range!(
            "measure.primary.simulations",
            self.primary.simulations,
            0..=1_000_000
        );
        for &simulations in &self.curve {
            in_range!("measure.curve", simulations, 0..=1_000_000);
        }
        distinct("measure.curve", &self.curve)?;
        distinct("measure.move-policies", &self.move_policies)?;
        distinct("measure.start-sets", &self.start_sets)?;
        distinct("measure.checkpoints", &self.checkpoints)?;
        for checkpoint in &self.checkpoints {
            ensure!(
                (0..iterations).contains(checkpoint),
                "measure.checkpoints: {checkpoint} is none; allowed are 0 to {} (the last iteration is always measured)",
                iterations.saturating_sub(1)
            );
        }
        in_range!("measure.games", self.games, 1..=10_000_000);
        in_range!("measure.openings", self.openings, 1..=1_000_000);
        in_range!("measure.opening-plies", self.opening_plies, 0..=60);
        for (key, count) in [
            ("measure.opening-plies", self.opening_plies),
            ("measure.pair-games", self.pair_games),
            ("measure.proxy-games", self.proxy_games),
        ] {
            ensure!(
                count.is_multiple_of(2),
                "{key}: {count} is odd; allowed are even numbers"
            );
        }
        in_range!("measure.pair-games", self.pair_games, 0..=10_000_000);
        in_range!("measure.proxy-games", self.proxy_games, 0..=10_000_000);
        check_opponent("measure.proxy-opponent", &self.proxy_opponent)
    }
}

fn unique<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<BalanceConfig> {
        let config = BalanceConfig::parse(&text.parse::<Table>()?)?;
        config.check()?;
        Ok(config)
    }

    #[test]
    fn a_configuration_reads_back_as_it_is_written() {
        let text = "seed = 3\nvariants = [\"bell\", \"standard\"]\n[train]\niterations = 4\n[train.network]\nwidth = 32";
        let config = parsed(text).unwrap();
        let written = toml::to_string(&config).unwrap();
        assert!(!written.contains("[train.evaluation]"), "{written}");
        assert_eq!(parsed(&written).unwrap(), config);
        let replicate = config.replicate(2);
        assert_eq!(replicate.seed, 5);
        assert_eq!(replicate.network.sizes()[0].value, 32);
        assert_eq!(replicate.variants, ["bell", "standard"]);
    }

    #[test]
    fn settings_are_a_star_around_the_primary_one() {
        let text = "[measure]\nprimary = { simulations = 32 }\ncurve = [0, 32]\nmove-policies = [\"greedy\", \"sampled:1:8\"]\n\
                    start-sets = [\"tempo\"]";
        let settings = parsed(text).unwrap().settings();
        let names: Vec<String> = settings.iter().map(Setting::file_name).collect();
        assert_eq!(
            names,
            [
                "initial-sampled-1-8-32",
                "initial-sampled-1-8-0",
                "initial-greedy-32",
                "tempo-sampled-1-8-32"
            ]
        );
    }

    #[test]
    fn bad_values_are_refused_in_one_line_with_their_key() {
        for (text, parts) in [
            ("replicates = 0", &["replicates", "1..="][..]),
            ("replicats = 3", &["did you mean `replicates`"]),
            ("[measure]\ngame = 3", &["measure", "did you mean `games`"]),
            ("[train]\nseed = 3", &["train.seed", "top"]),
            ("[train]\nsimulations = 0", &["train.simulations", "1..="]),
            ("variants = []", &["variants: the list is empty"]),
            (
                "[train]\niteratons = 3",
                &["train", "did you mean `iterations`"],
            ),
            (
                "[train]\niterations = 3\n[train.evaluation]\ngames = 3",
                &["train.evaluation", "[measure]"],
            ),
            ("trained-on = [\"bell\"]", &["trained-on", "`bell`"]),
            (
                "variants = [\"bell\", \"standard\"]\ntrained-on = [\"bell\"]",
                &["trained-on", "shared"],
            ),
            (
                "[measure]\nprimary = { budget = 3 }",
                &["primary", "budget"],
            ),
            ("[measure]\npair-games = 3", &["pair-games", "odd"]),
            ("[measure]\ncheckpoints = [10]", &["checkpoints", "10"]),
            (
                "[measure]\nproxy-opponent = \"net=x\"",
                &["measure.proxy-opponent", "rollout@SIMS"],
            ),
            ("[stopping]\nlooks = [100]", &["looks", "target-half-width"]),
            (
                "[stopping]\ntarget-half-width = 2.0\nlooks = [400]",
                &["looks", "400", "measure.games"],
            ),
            ("equivalence-margin = 0.0", &["equivalence-margin"]),
            ("level = 0.5", &["level", "0.51"]),
        ] {
            let error = format!("{:#}", parsed(text).unwrap_err());
            assert!(!error.contains('\n'), "{error}");
            for part in parts {
                assert!(error.contains(part), "`{part}` in: {error}");
            }
        }
    }
}
