//! Looks over what lies on disk: a run, a balance job, or a folder of endgame tables.

use crate::config::read_resolved;
use crate::run::{GamesFile, LOCK, MANIFEST, check_versions};
use anyhow::{Context, Result, ensure};
use quirkat_net::Checkpoint;
use quirkat_solver::Tables;
use quirkat_store::{Lock, StoreFolder, unfinished};
use quirkat_tables::changed_tables;
use quirkat_variant::parse_rules;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong, with its place, in a sentence.
    pub what: String,
    /// What to do.
    pub advice: String,
    /// Files that may go, because what they should hold is made again from what is whole.
    pub removable: Vec<PathBuf>,
}

impl Finding {
    fn new(what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            advice: advice.into(),
            removable: Vec::new(),
        }
    }

    fn removing(mut self, path: PathBuf) -> Self {
        self.removable.push(path);
        self
    }
}

/// What was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// What is there, a line each.
    pub seen: Vec<String>,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

const GO_ON: &str = "run the command of the run again: it is made again, to the same bytes";

/// Looks over a folder and changes nothing.
///
/// # Errors
/// When it is neither a run nor a folder of endgame tables, or cannot be read.
pub fn examine(folder: &Path) -> Result<Examination> {
    let mut examination = Examination::default();
    let files = StoreFolder::local(folder);
    if files.contains(LOCK)? || files.contains("config.toml")? || files.contains(MANIFEST)? {
        examination.run(folder)?;
    } else if !examination.endgame_tables(folder)? {
        let known = "no run (config.toml, manifest.json) and no endgame tables (rules.toml, *.wdl)";
        ensure!(false, "{}: {known}", folder.display());
    }
    Ok(examination)
}

impl Examination {
    fn note(&mut self, line: impl Into<String>) {
        self.seen.push(line.into());
    }

    fn found(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn run(&mut self, folder: &Path) -> Result<()> {
        let files = StoreFolder::local(folder);
        let keys = files.list()?;
        self.note(format!("run {}: {} files", folder.display(), keys.len()));
        if keys.iter().any(|key| key == LOCK)
            && let Err(error) = Lock::acquire(&folder.join(LOCK), Duration::ZERO)
        {
            let advice = "what is not finished may look damaged: wait until it has ended";
            self.found(Finding::new(error.to_string(), advice));
        }
        self.unfinished(folder)?;
        for name in ["config.toml", MANIFEST] {
            if !keys.iter().any(|key| key == name) {
                let what = format!("{} is missing", files.place_of(name).display());
                let advice = "put it back; without it nobody knows what was run";
                self.found(Finding::new(what, advice));
            }
        }
        if let Err(error) = check_versions(&files) {
            let advice = "finish the run with the build that began it";
            self.found(Finding::new(format!("{error:#}"), advice));
        }
        let iterations = match read_resolved(&files) {
            Ok(config) => iterations_of(&config),
            Err(error) if keys.iter().any(|key| key == "config.toml") => {
                self.found(Finding::new(
                    format!("{error:#}"),
                    "put the right file back",
                ));
                None
            }
            Err(_) => None,
        };
        self.checkpoints(&files, &keys, iterations);
        self.games(&files, &keys);
        self.tables(&files)
    }

    fn unfinished(&mut self, folder: &Path) -> Result<()> {
        for path in unfinished(folder)? {
            let what = format!(
                "{}: the rest of a write that was interrupted",
                path.display()
            );
            self.found(Finding::new(what, "it is of no use").removing(path));
        }
        Ok(())
    }

    fn checkpoints(&mut self, files: &StoreFolder, keys: &[String], iterations: Option<u32>) {
        let mut networks: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for key in keys {
            let Some((network, rest)) = key.split_once("/iter-") else {
                continue;
            };
            let is_network = network.starts_with("nets/") || network.contains("/nets/");
            let number = rest
                .split('/')
                .next()
                .and_then(|number| number.parse().ok());
            if let (true, Some(iteration)) = (is_network, number) {
                let of = networks.entry(network).or_default();
                if of.last() != Some(&iteration) {
                    of.push(iteration);
                }
            }
        }
        for (network, mut iterations_there) in networks {
            iterations_there.sort_unstable();
            iterations_there.dedup();
            let newest = iterations_there.last().copied().unwrap_or(0);
            for iteration in 0..=newest {
                let folder = files.folder(&format!("{network}/iter-{iteration:04}"));
                let Err(error) = Checkpoint::of(folder).verify() else {
                    continue;
                };
                let advice = if iteration == newest {
                    GO_ON.to_owned()
                } else {
                    format!(
                        "put it back, or remove it and all later ones of this network (to {newest}): they are trained again"
                    )
                };
                self.found(Finding::new(error.to_string(), advice));
            }
            let of = iterations.map_or_else(String::new, |of| format!(" of {of}"));
            self.note(format!("{network}: iteration {newest}{of}"));
        }
    }

    fn games(&mut self, files: &StoreFolder, keys: &[String]) {
        let names = keys.iter().filter(|key| {
            key.rsplit_once('.')
                .is_some_and(|(_, ending)| ending == "games")
        });
        let mut count = 0;
        for name in names {
            count += 1;
            if let Err(error) = GamesFile::verify(files, name) {
                let path = files.place_of(name);
                self.found(Finding::new(error.to_string(), GO_ON).removing(path));
            }
        }
        self.note(format!("{count} files of games"));
    }

    fn tables(&mut self, files: &StoreFolder) -> Result<()> {
        for folder in [files.clone(), files.folder("evaluation")] {
            for name in changed_tables(&folder)? {
                let path = folder.place_of(&name);
                let what = if folder.contains(&name)? {
                    format!("{}: not the table that checksums.txt has", path.display())
                } else {
                    format!("{}: checksums.txt has it, but it is gone", path.display())
                };
                self.found(Finding::new(what, GO_ON));
            }
        }
        let evaluation = files.folder("evaluation");
        self.note(if evaluation.contains("advantage.csv")? {
            "evaluated".to_owned()
        } else {
            "not evaluated yet".to_owned()
        });
        Ok(())
    }

    /// Whether there are any.
    fn endgame_tables(&mut self, folder: &Path) -> Result<bool> {
        let files = StoreFolder::local(folder);
        let shown = || folder.display().to_string();
        let mut any = false;
        for entry in std::fs::read_dir(folder).with_context(shown)? {
            let name = entry.with_context(shown)?.file_name();
            let Some(name) = name.to_str() else {
                continue;
            };
            if !files
                .contains(&format!("{name}/rules.toml"))
                .unwrap_or(false)
            {
                continue;
            }
            any = true;
            let place = files.place_of(name);
            let text = files
                .get(&format!("{name}/rules.toml"))?
                .unwrap_or_default();
            let opened = parse_rules(&String::from_utf8_lossy(&text))
                .map_err(anyhow::Error::from)
                .and_then(|rules| Ok(Tables::open(folder, &rules, None)?));
            match opened {
                Ok(tables) => {
                    self.note(format!("{}: up to {} men", place.display(), tables.men()));
                }
                Err(error) => {
                    let advice =
                        "remove the file and build the tables again (`quirkat exact tables`)";
                    self.found(Finding::new(format!("{error:#}"), advice));
                }
            }
        }
        if any {
            self.unfinished(folder)?;
        }
        Ok(any)
    }
}

fn iterations_of(config: &toml::Table) -> Option<u32> {
    let train = config.get("train").and_then(toml::Value::as_table);
    let iterations = train.unwrap_or(config).get("iterations")?.as_integer()?;
    u32::try_from(iterations).ok()
}
