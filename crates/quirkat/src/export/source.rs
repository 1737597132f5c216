//! The network to export, and what its run says of it.

use anyhow::{Context, Result, bail, ensure};
use quirkat_lab::run::last_checkpoint;
use quirkat_net::{CheckpointInfo, NetDevice, Network, load_network};
use quirkat_play::AgentSpec;
use quirkat_rules::Rules;
use quirkat_variant::Variant;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A network with the rule set that it is exported for.
#[derive(Debug)]
pub struct Source {
    /// The rule set.
    pub variant: Variant,
    /// The weights.
    pub network: Network,
    /// What the checkpoint says.
    pub info: CheckpointInfo,
    /// Whether the network was trained for these rules.
    pub trained_for: bool,
    /// Of the run that the checkpoint belongs to, where it lies in one.
    pub run: Option<RunFacts>,
}

/// What a run's folder says of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFacts {
    /// The resolved configuration without the rule sets.
    pub config: toml::Table,
    /// Seed of the run.
    pub seed: Option<i64>,
    /// The commit that the run was made with.
    pub commit: Option<String>,
    /// Self-play games behind the network, where `metrics.csv` has them.
    pub self_play_games: Option<u64>,
    /// Mean losses of the last iteration.
    pub policy_loss: Option<f64>,
    /// In nats.
    pub value_loss: Option<f64>,
    /// Results measured for these rules.
    pub measured: Vec<Measured>,
}

/// A row of the run's `evaluation/advantage.csv`.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all(serialize = "kebab-case"))]
pub struct Measured {
    #[serde(skip_serializing)]
    variant: String,
    #[serde(skip_serializing)]
    checkpoint: String,
    /// Start set.
    pub start_set: String,
    /// Move policy.
    pub move_policy: String,
    /// Simulations per decision.
    pub simulations: u32,
    /// Games.
    pub games: u64,
    /// White's score less 50 %, in percentage points.
    pub advantage_pp: Option<f64>,
    /// Lower end of its interval.
    pub advantage_pp_low: Option<f64>,
    /// Upper end.
    pub advantage_pp_high: Option<f64>,
    /// The opponent that the agent's strength was measured against.
    #[serde(default)]
    pub proxy_opponent: Option<String>,
    /// Games against it.
    #[serde(default)]
    pub proxy_games: Option<u64>,
    /// The agent's score in them.
    #[serde(default)]
    pub proxy_score: Option<f64>,
}

/// How often the network kept the exact value of published positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Grade {
    /// Simulations per decision; 0 is the raw policy.
    pub simulations: u32,
    /// Positions in which the choice matters.
    pub positions: usize,
    /// The share in which the value was kept.
    pub share: f64,
    /// Lower end of its interval.
    pub share_low: Option<f64>,
    /// Upper end.
    pub share_high: Option<f64>,
}

/// The columns of `metrics.csv` that are told.
#[derive(Debug, Deserialize)]
struct MetricsLine {
    network: String,
    iteration: u32,
    games: u64,
    random_start_games: u64,
    policy_loss: Option<f64>,
    value_loss: Option<f64>,
}

impl Source {
    /// Finds the network of `net=PATH` and its rule set: the one of `--rules`, or the only one that
    /// it was trained for.
    ///
    /// # Errors
    /// One line that says what is missing and what may be named.
    pub fn find(spec: &AgentSpec, rules: Option<&str>, device: NetDevice) -> Result<Self> {
        let AgentSpec::Net { path, simulations } = spec else {
            bail!("agent `{spec}` has no network: only net=PATH can be exported");
        };
        ensure!(
            simulations.is_none(),
            "agent `{spec}`: a network is exported without a search, so leave out the simulations after `@`"
        );
        let is_run = path.join("config.toml").is_file();
        let run = if is_run {
            Some(path.clone())
        } else {
            run_of(path)
        };
        let config = run.as_deref().map(read_config).transpose()?;
        let name = match rules {
            Some(text) => text.to_owned(),
            None => only_variant(spec, path, is_run, config.as_ref())?,
        };
        let variant = variant(&name, config.as_ref())?;
        let folder = if is_run {
            last_checkpoint(path, &variant.name).with_context(|| format!("agent `{spec}`"))?
        } else {
            path.clone()
        };
        let (network, info) =
            load_network(&folder, device).with_context(|| format!("agent `{spec}`"))?;
        let trained_for = info.variants.contains(&variant.name);
        let run = match (run, config) {
            (Some(run), Some(config)) => Some(facts(&run, &folder, config, &variant, &info)?),
            _ => None,
        };
        Ok(Self {
            variant,
            network,
            info,
            trained_for,
            run,
        })
    }
}

/// The run of a checkpoint in `RUN/nets/NETWORK/ITERATION`.
fn run_of(checkpoint: &Path) -> Option<PathBuf> {
    let folder = checkpoint.canonicalize().ok()?;
    let nets = folder.parent()?.parent()?;
    let run = nets.parent()?;
    (nets.file_name()? == "nets" && run.join("config.toml").is_file()).then(|| run.to_owned())
}

fn read_config(run: &Path) -> Result<toml::Table> {
    let path = run.join("config.toml");
    let place = || path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(place)?;
    text.parse().with_context(place)
}

/// The variant that needs no naming.
fn only_variant(
    spec: &AgentSpec,
    path: &Path,
    is_run: bool,
    config: Option<&toml::Table>,
) -> Result<String> {
    let names: Vec<String> = match config {
        Some(config) if is_run => match config.get("rules") {
            Some(toml::Value::Table(rules)) => rules.keys().cloned().collect(),
            _ => Vec::new(),
        },
        _ => {
            let info = quirkat_net::Checkpoint::at(path)
                .info()
                .with_context(|| format!("agent `{spec}`"))?;
            info.variants
        }
    };
    match &names[..] {
        [only] => Ok(only.clone()),
        [] => bail!("agent `{spec}`: no rule set is named there; name one with --rules"),
        _ => bail!(
            "agent `{spec}` plays {}: name one of them with --rules",
            names.join(", ")
        ),
    }
}

/// The run's own rule set of this name, or as everywhere; never one whose switches are not the run's.
fn variant(name: &str, config: Option<&toml::Table>) -> Result<Variant> {
    let own = |name: &str| -> Result<Option<Rules>> {
        let Some(own) = config.and_then(|config| config.get("rules")?.as_table()?.get(name)) else {
            return Ok(None);
        };
        let place = || format!("config.toml of the run, rules.{name}");
        let rules: Rules = own.clone().try_into().with_context(place)?;
        rules.check().with_context(place)?;
        Ok(Some(rules))
    };
    if let Some(rules) = own(name)? {
        return Ok(Variant::new(name, rules));
    }
    let found = Variant::find(name, Path::new(".")).context("--rules")?;
    ensure!(
        own(&found.name)?.is_none_or(|rules| rules == *found.rules()),
        "--rules: {name} has other switches than `{}` of the run",
        found.name
    );
    Ok(found)
}

fn facts(
    run: &Path,
    checkpoint: &Path,
    mut config: toml::Table,
    variant: &Variant,
    info: &CheckpointInfo,
) -> Result<RunFacts> {
    let part = |path: Option<&Path>| {
        let name = path.and_then(Path::file_name).unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let network = part(checkpoint.parent());
    let id = format!("{network}/{}", part(Some(checkpoint)));
    let mut iterations: Vec<MetricsLine> = rows(&run.join("metrics.csv"))?;
    iterations.retain(|row| row.network == network && row.iteration <= info.iteration);
    let last = iterations.iter().max_by_key(|row| row.iteration);
    let mut measured: Vec<Measured> = rows(&run.join("evaluation/advantage.csv"))?;
    measured.retain(|row| row.variant == variant.name && row.checkpoint == id);
    config.remove("rules");
    Ok(RunFacts {
        seed: config.get("seed").and_then(toml::Value::as_integer),
        config,
        commit: commit(run),
        self_play_games: (last.is_some() || info.iteration == 0).then(|| {
            let games = |row: &MetricsLine| row.games + row.random_start_games;
            iterations.iter().map(games).sum()
        }),
        policy_loss: last.and_then(|row| row.policy_loss),
        value_loss: last.and_then(|row| row.value_loss),
        measured,
    })
}

/// The rows of a CSV file; none when it was not written yet.
fn rows<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Vec<T>> {
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let place = || path.display().to_string();
    let mut reader = csv::Reader::from_path(path).with_context(place)?;
    let rows: Result<Vec<T>, csv::Error> = reader.deserialize().collect();
    rows.with_context(place)
}

/// The commit in the manifest, where it is there and known.
fn commit(run: &Path) -> Option<String> {
    let text = std::fs::read(run.join("manifest.json")).ok()?;
    let manifest: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let commit = manifest["commit"].as_str()?;
    Some(match manifest["uncommitted-changes"].as_str() {
        Some("yes") => format!("{commit} with uncommitted changes"),
        _ => commit.to_owned(),
    })
}
