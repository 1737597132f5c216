use super::Scope;
use crate::config::TrainConfig;
use crate::progress::say;
use anyhow::{Context, Result, bail, ensure};
use quirkat_net::{BURN_VERSION, Checkpoint, NetDevice};
use quirkat_rules::{ACTIONS_VERSION, ENCODING_VERSION, RULES_VERSION};
use quirkat_store::{Lock, StoreFolder, remove_unfinished};
use quirkat_variant::Variant;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::{Table, Value};

/// The folder of a run, locked while it is open.
///
/// ```text
/// config.toml     the resolved configuration with every default and every rule switch
/// manifest.json   versions, seed, machine
/// nets/<network>/iter-0000/          checkpoints; 0 is untrained
/// games/<network>/iter-0000/         self-play games of that checkpoint, a file a task
/// metrics.csv timings.csv            a row a network, variant and iteration
/// evaluation/                        CSVs, and the games behind them by checkpoint
/// ```
#[derive(Debug)]
pub struct RunFolder {
    files: StoreFolder,
    _lock: Lock,
}

/// The program that makes a run, for its manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// Its version.
    pub version: &'static str,
    /// The commit that it was built from.
    pub commit: &'static str,
    /// Whether files differed from that commit: `yes`, `no` or `unknown`.
    pub uncommitted_changes: &'static str,
}

/// What a folder is of.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    /// The configuration with every default and every rule switch: [`resolved`].
    pub(crate) resolved: String,
    pub(crate) seed: u64,
    /// The one key whose number may grow from one call to the next.
    pub(crate) may_grow: &'static str,
}

/// Differing keys that a refusal shows.
const MOST_SHOWN: usize = 20;

/// So long a process that was killed may still hold its lock.
const PATIENCE: Duration = Duration::from_secs(3);

const CONFIG: &str = "config.toml";
pub(crate) const MANIFEST: &str = "manifest.json";
const NETS: &str = "nets";
const EVALUATION: &str = "evaluation";
pub(crate) const LOCK: &str = "run.lock";

impl RunFolder {
    /// Opens the folder of this run, or makes it. A run that was interrupted, is finished or asks
    /// for more iterations than before is gone on with.
    ///
    /// # Errors
    /// A folder that holds something else or a run with another configuration (the keys are
    /// listed), was written by another version, or is in use.
    pub fn open(
        path: &Path,
        config: &TrainConfig,
        variants: &[Variant],
        device: NetDevice,
        build: &Build,
    ) -> Result<Self> {
        let contents = Contents {
            resolved: resolved(config, variants)?,
            seed: config.seed,
            may_grow: "iterations",
        };
        Self::open_with(path, &contents, device, build)
    }

    /// The same for a job of any kind: its resolved configuration is what tells it from others.
    ///
    /// # Errors
    /// As for [`RunFolder::open`].
    pub(crate) fn open_with(
        path: &Path,
        contents: &Contents,
        device: NetDevice,
        build: &Build,
    ) -> Result<Self> {
        let shown = path.display();
        if path.exists() {
            ensure!(path.is_dir(), "{shown} is a file, not a run's folder");
            let mut entries = std::fs::read_dir(path).with_context(|| format!("{shown}"))?;
            let is_run = path.join(LOCK).is_file()
                || (path.join(CONFIG).is_file() && path.join(MANIFEST).is_file());
            ensure!(
                is_run || entries.next().is_none(),
                "{shown} is not empty and holds no run; choose another folder with --out"
            );
        }
        std::fs::create_dir_all(path).with_context(|| format!("cannot make {shown}"))?;
        let lock = Lock::acquire(&path.join(LOCK), PATIENCE)?;
        if !lock.is_exclusive() {
            say(&format!(
                "warning: the file system of {shown} has no locks; let no other process work on this run"
            ));
        }
        let folder = Self {
            files: StoreFolder::local(path),
            _lock: lock,
        };
        folder.check_whole()?;
        folder.check_manifest(contents.seed, device, build)?;
        folder.check_config(contents)?;
        remove_unfinished(path)?;
        Ok(folder)
    }

    /// All its files.
    pub const fn files(&self) -> &StoreFolder {
        &self.files
    }

    /// The checkpoint of a network after an iteration.
    pub fn checkpoint(&self, scope: &str, iteration: u32) -> Checkpoint {
        let name = format!("{NETS}/{scope}/{}", iteration_name(iteration));
        Checkpoint::of(self.files.folder(&name))
    }

    /// The folder of the self-play games of a checkpoint.
    pub fn games(&self, scope: &str, iteration: u32) -> StoreFolder {
        let name = format!("games/{scope}/{}", iteration_name(iteration));
        self.files.folder(&name)
    }

    /// The folder of evaluation results.
    pub fn evaluation(&self) -> StoreFolder {
        self.files.folder(EVALUATION)
    }

    /// Configuration and manifest are written before anything else: where one is missing, somebody took it
    /// away, and what it said cannot be known.
    fn check_whole(&self) -> Result<()> {
        let keys = self.files.list()?;
        let first = [MANIFEST, CONFIG, LOCK];
        let results = keys.iter().any(|key| !first.contains(&&**key));
        for name in [MANIFEST, CONFIG] {
            ensure!(
                !results || keys.iter().any(|key| key == name),
                "{} is missing, but the run has results; put it back, or choose another folder with --out",
                self.files.place_of(name).display()
            );
        }
        Ok(())
    }

    /// Only the number of iterations, or of replicates, may grow.
    fn check_config(&self, contents: &Contents) -> Result<()> {
        let shown = || self.files.place_of(CONFIG).display().to_string();
        let resolved = &contents.resolved;
        let Some(old) = self.files.get(CONFIG)? else {
            return Ok(self.files.put(CONFIG, resolved.as_bytes())?);
        };
        let old = String::from_utf8(old).with_context(shown)?;
        let old_values = flatten(&old).with_context(shown)?;
        let new_values = flatten(resolved)?;
        let keys: std::collections::BTreeSet<&String> =
            old_values.keys().chain(new_values.keys()).collect();
        let none = "none".to_owned();
        let mut grown = false;
        let mut differing = Vec::new();
        for key in keys {
            let (before, now) = (
                old_values.get(key).unwrap_or(&none),
                new_values.get(key).unwrap_or(&none),
            );
            if before == now {
                continue;
            }
            let count = |text: &String| text.parse::<u64>().unwrap_or(0);
            if key == contents.may_grow && count(now) > count(before) {
                grown = true;
                continue;
            }
            let clipped = |text: &str| text.chars().take(40).collect::<String>();
            differing.push(format!(
                "{key} (there {}, now {})",
                clipped(before),
                clipped(now)
            ));
        }
        // What matters most first; switches of rules, of which there are many, last.
        differing.sort_by_key(|told: &String| {
            let key = told.split(' ').next().unwrap_or_default();
            (key.starts_with("rules."), key.contains('.'))
        });
        let more = differing.len().saturating_sub(MOST_SHOWN);
        differing.truncate(MOST_SHOWN);
        let more = if more > 0 {
            format!("; and {more} more")
        } else {
            String::new()
        };
        ensure!(
            differing.is_empty(),
            "{} holds a run with another configuration; choose another folder with --out. Differing keys: {}{more}",
            self.files.place().display(),
            differing.join("; ")
        );
        if grown {
            self.files.put(CONFIG, resolved.as_bytes())?;
        }
        Ok(())
    }

    fn check_manifest(&self, seed: u64, device: NetDevice, build: &Build) -> Result<()> {
        let numerics = format!(
            "{}, {}-{}",
            device.numerics(),
            std::env::consts::ARCH,
            std::env::consts::OS
        );
        if let Some(old) = check_versions(&self.files)? {
            ensure!(
                old["numerics"] == numerics,
                "{} was computed with numerics {}, this is {numerics:?}; mixing them would give results that nobody \
                 can repeat (--kernel portable runs everywhere)",
                self.files.place().display(),
                old["numerics"],
            );
            return Ok(());
        }
        let manifest = serde_json::json!({
            "quirkat": build.version,
            "commit": build.commit,
            "uncommitted-changes": build.uncommitted_changes,
            "versions": versions(),
            "numerics": numerics,
            "seed": seed,
            "host": std::fs::read_to_string("/etc/hostname").map_or_else(|_| "unknown".to_owned(), |name| name.trim().to_owned()),
            "threads": std::thread::available_parallelism().map_or(1, usize::from),
        });
        let text = format!("{manifest:#}\n");
        self.files.put(MANIFEST, text.as_bytes())?;
        Ok(())
    }
}

/// Versions of everything that results of a run depend on.
fn versions() -> serde_json::Value {
    serde_json::json!({
        "rules": RULES_VERSION,
        "encoding": ENCODING_VERSION,
        "actions": ACTIONS_VERSION,
        "search": quirkat_mcts::SEARCH_VERSION,
        "games-file": super::games::GAMES_VERSION,
        "checkpoint": quirkat_net::FORMAT_VERSION,
        "burn": BURN_VERSION,
    })
}

/// The manifest of a run, when there is one.
///
/// # Errors
/// One that cannot be read, or of other versions than this build's.
pub(crate) fn check_versions(files: &StoreFolder) -> Result<Option<serde_json::Value>> {
    let Some(text) = files.get(MANIFEST)? else {
        return Ok(None);
    };
    let shown = || files.place_of(MANIFEST).display().to_string();
    let manifest: serde_json::Value = serde_json::from_slice(&text).with_context(shown)?;
    let versions = versions();
    ensure!(
        manifest["versions"] == versions,
        "{} was written with versions {}, this build has {versions}; runs are finished with the build that began them",
        files.place().display(),
        manifest["versions"],
    );
    Ok(Some(manifest))
}

fn iteration_name(iteration: u32) -> String {
    format!("iter-{iteration:04}")
}

/// The configuration with every default, and every switch of its rule sets.
pub(crate) fn resolved(config: &impl Serialize, variants: &[Variant]) -> Result<String> {
    let mut text = String::from(
        "# Resolved configuration: every default and every rule switch written out.\n\n",
    );
    text.push_str(&toml::to_string(config).context("the configuration has no TOML form")?);
    for variant in variants {
        text.push_str("\n[rules.");
        text.push_str(&toml_key(&variant.name));
        text.push_str("]\n");
        text.push_str(&variant.rules().canonical());
    }
    Ok(text)
}

fn toml_key(name: &str) -> String {
    let bare = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare {
        name.to_owned()
    } else {
        Value::String(name.to_owned()).to_string()
    }
}

/// `a.b.c` → value, as text.
fn flatten(text: &str) -> Result<BTreeMap<String, String>> {
    fn add(prefix: &str, table: &Table, flat: &mut BTreeMap<String, String>) {
        for (key, value) in table {
            let key = if prefix.is_empty() {
                key.clone()
            } else {
                format!("{prefix}.{key}")
            };
            match value {
                Value::Table(below) => add(&key, below, flat),
                value => {
                    flat.insert(key, value.to_string());
                }
            }
        }
    }
    let mut flat = BTreeMap::new();
    add("", &text.parse::<Table>()?, &mut flat);
    Ok(flat)
}

/// The folder of the newest checkpoint in a run for a variant: of its own network, or of the shared
/// one.
///
/// # Errors
/// When the run has none.
pub fn last_checkpoint(run: &Path, variant: &str) -> Result<PathBuf> {
    let files = StoreFolder::local(run);
    for scope in [variant, "shared"] {
        let nets = files.folder(&format!("{NETS}/{scope}"));
        let keys = nets.list().unwrap_or_default();
        let names = keys.iter().filter_map(|key| key.split('/').next());
        let newest = names
            .filter(|name| name.starts_with("iter-"))
            .filter(|name| Checkpoint::of(nets.folder(name)).exists())
            .max_by_key(|name| (name.len(), *name));
        if let Some(name) = newest {
            return Ok(nets.place_of(name));
        }
    }
    bail!("the run {} has no network for `{variant}`", run.display())
}

/// The same for agents that are made of a run's path.
///
/// # Errors
/// Why the run has none, in one line.
pub fn find_checkpoint(run: &Path, variant: &str) -> Result<PathBuf, String> {
    last_checkpoint(run, variant).map_err(|error| format!("{error:#}"))
}

/// The networks that a configuration asks for and how far each is.
pub(crate) fn trained_iterations(
    folder: &RunFolder,
    scope: &Scope,
    iterations: u32,
) -> Option<u32> {
    (0..=iterations)
        .rev()
        .find(|&iteration| folder.checkpoint(&scope.name, iteration).exists())
}
