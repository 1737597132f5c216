use super::balance::of_balance;
use super::folder::{changed, malformed, metrics, name_of, text};
use super::games::Games;
use super::measured::Measured;
use super::training::of_training;
use crate::ReportError;
use quirkat_rules::Position;
use quirkat_store::StoreFolder;
use quirkat_tables::{MovePolicy, Setting, StartSet, Table};
use std::path::{Path, PathBuf};
use toml::Value;

/// What made a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunKind {
    /// `quirkat train`: one training seed.
    Training,
    /// `quirkat balance`: replicates.
    Balance,
}

/// A run's folder, read. Tables that are not there are `None`.
#[derive(Clone, Debug)]
pub struct Run {
    /// Where it is, as given.
    pub folder: PathBuf,
    /// The folder's name.
    pub name: String,
    /// What made it.
    pub kind: RunKind,
    /// `config.toml`.
    pub config: toml::Table,
    /// The same as text.
    pub config_text: String,
    /// `manifest.json`; null when there is none.
    pub manifest: serde_json::Value,
    /// What was measured, at the last checkpoint.
    pub measured: Vec<Measured>,
    /// The games behind it.
    pub games: Games,
    /// `metrics.csv`, of a balance run those of its replicates.
    pub metrics: Vec<Table>,
    /// The other tables.
    pub tables: RunTables,
    /// Whether games begin at the game's own start, of which exact values and people's games are.
    pub usual_start: bool,
    /// Versions of the rules that it was played by.
    pub rules_versions: Vec<String>,
    /// CSVs whose content is not what `checksums.txt` says.
    pub changed: Vec<String>,
}

/// Tables that are shown about as they are.
#[derive(Clone, Debug, Default)]
pub struct RunTables {
    /// Differences between variants.
    pub comparisons: Option<Table>,
    /// Checkpoints and cells over seeds.
    pub curve: Option<Table>,
    /// Share, score and exact value of each first move.
    pub first_moves: Option<Table>,
    /// What each rule switch does.
    pub effects: Option<Table>,
    /// Agents of two seeds against each other.
    pub pairs: Option<Table>,
    /// Games with the colours swapped.
    pub placebo: Option<Table>,
}

impl Run {
    /// Reads a run's folder; nothing in it is changed.
    ///
    /// # Errors
    /// A folder that holds no run; a file that cannot be read; names file and line of a table that
    /// is not whole.
    pub fn read(folder: &Path) -> Result<Self, ReportError> {
        let (config, config_text) = read_config(folder)?;
        let manifest = read_manifest(folder)?;
        let files = StoreFolder::local(folder);
        let table = |name: &str| -> Result<Option<Table>, ReportError> {
            match Table::read(&files.folder("evaluation"), name)? {
                Some(table) => Ok(Some(table)),
                None => Ok(Table::read(&files, name)?),
            }
        };
        let (advantage, variants) = (table("advantage.csv")?, table("variants.csv")?);
        let (curve, rules) = (table("curve.csv")?, table("rules.csv")?);
        let kind = if config.contains_key("measure") || variants.is_some() {
            RunKind::Balance
        } else {
            RunKind::Training
        };
        let mut measured = match (&variants, &advantage) {
            (Some(variants), _) => of_balance(variants, curve.as_ref(), advantage.as_ref())?,
            (None, Some(advantage)) if kind == RunKind::Training => of_training(advantage)?,
            // A balance run without verdicts is not finished.
            (None, _) => Vec::new(),
        };
        if kind == RunKind::Training {
            mark_primary(&mut measured);
        }
        let usual_start = is_usual_start(&config, rules.as_ref());
        for row in &mut measured {
            let asked = usual_start && row.setting.start_set == StartSet::Initial;
            row.provenance.exact = row.provenance.exact.filter(|_| asked);
        }
        let games = table("games.csv")?;
        let games = games.as_ref().map(Games::read).transpose()?;
        Ok(Self {
            folder: folder.to_owned(),
            name: name_of(folder),
            kind,
            config,
            config_text,
            measured,
            games: games.unwrap_or_default(),
            metrics: metrics(folder)?,
            tables: RunTables {
                comparisons: table("comparisons.csv")?,
                curve,
                first_moves: table("first_moves.csv")?,
                effects: table("effects.csv")?,
                pairs: table("pairs.csv")?,
                placebo: table("placebo.csv")?,
            },
            rules_versions: rules_versions(&manifest, rules.as_ref()),
            usual_start,
            manifest,
            changed: changed(folder)?,
        })
    }

    /// Whether its evaluation is there.
    pub fn is_finished(&self) -> bool {
        !self.measured.is_empty()
    }

    /// The setting in which it reports first.
    pub fn primary(&self) -> Option<Setting> {
        let mut rows = self.measured.iter();
        let first = rows.find(|measured| measured.provenance.primary);
        first.map(|measured| measured.setting)
    }

    /// The first value of a key anywhere in the configuration.
    pub fn setting(&self, key: &str) -> Option<&Value> {
        find_key(&self.config, key)
    }

    /// A text of the manifest.
    pub fn manifest_text(&self, key: &str) -> &str {
        self.manifest[key].as_str().unwrap_or("unknown")
    }

    /// The seeds of its training, as written.
    pub fn seeds(&self) -> String {
        let whole = |key: &str| self.config.get(key).and_then(Value::as_integer);
        match (whole("seed"), whole("replicates")) {
            (Some(seed), Some(replicates)) if replicates > 1 => {
                format!("{seed} to {}", seed.saturating_add(replicates - 1))
            }
            (Some(seed), _) => seed.to_string(),
            (None, _) => "unknown".to_owned(),
        }
    }
}

fn read_config(folder: &Path) -> Result<(toml::Table, String), ReportError> {
    let nothing = |why: &'static str| ReportError::NoRun {
        folder: folder.to_owned(),
        why,
    };
    if !folder.is_dir() {
        return Err(nothing(if folder.exists() {
            "it is a file; the folder of a run is expected"
        } else {
            "there is no such folder"
        }));
    }
    let path = folder.join("config.toml");
    let text = text(&path)?.ok_or_else(|| nothing("there is no config.toml in it"))?;
    match text.parse() {
        Ok(config) => Ok((config, text)),
        Err(error) => {
            let error: toml::de::Error = error;
            Err(malformed(&path, &error.message().replace('\n', " ")))
        }
    }
}

fn read_manifest(folder: &Path) -> Result<serde_json::Value, ReportError> {
    let path = folder.join("manifest.json");
    match text(&path)? {
        None => Ok(serde_json::Value::Null),
        Some(text) => {
            serde_json::from_str(&text).map_err(|error| malformed(&path, &error.to_string()))
        }
    }
}

fn find_key<'a>(table: &'a toml::Table, key: &str) -> Option<&'a Value> {
    table.get(key).or_else(|| {
        let below = table.values().filter_map(Value::as_table);
        below.into_iter().find_map(|table| find_key(table, key))
    })
}

/// Whether games begin at the game's own start.
fn is_usual_start(config: &toml::Table, rules: Option<&Table>) -> bool {
    let named = find_key(config, "start").and_then(Value::as_str);
    let start = Position::START.to_string();
    let usual = |text: &str| text.is_empty() || text == "initial" || text == start;
    let tabled = rules.into_iter().flat_map(Table::rows);
    named.is_none_or(usual) && tabled.into_iter().all(|row| usual(row.text("start")))
}

/// What the run says of the version of its rules.
fn rules_versions(manifest: &serde_json::Value, rules: Option<&Table>) -> Vec<String> {
    let mut versions: Vec<String> = Vec::new();
    let noted = manifest["versions"]["rules"]
        .as_u64()
        .map(|version| version.to_string());
    let tabled = rules.into_iter().flat_map(Table::rows);
    let tabled = tabled.map(|row| row.text("rules_version").to_owned());
    for version in noted
        .into_iter()
        .chain(tabled)
        .filter(|version| !version.is_empty())
    {
        if !versions.contains(&version) {
            versions.push(version);
        }
    }
    versions
}

/// The primary setting of a training run: the game's start where it was measured, the default move
/// policy where it was, the greatest budget.
fn mark_primary(measured: &mut [Measured]) {
    let settings: Vec<Setting> = measured.iter().map(|row| row.setting).collect();
    let Some(first) = settings.first() else {
        return;
    };
    let has = |wanted: &dyn Fn(&Setting) -> bool| settings.iter().any(wanted);
    let primary = Setting {
        start_set: if has(&|setting| setting.start_set == StartSet::Initial) {
            StartSet::Initial
        } else {
            first.start_set
        },
        move_policy: if has(&|setting| setting.move_policy == MovePolicy::DEFAULT) {
            MovePolicy::DEFAULT
        } else {
            first.move_policy
        },
        simulations: settings
            .iter()
            .map(|setting| setting.simulations)
            .max()
            .unwrap_or(0),
    };
    for row in measured {
        row.provenance.primary = row.setting == primary;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        folder
    }

    fn error(files: &[(&str, &str)]) -> String {
        Run::read(folder(files).path()).unwrap_err().to_string()
    }

    #[test]
    fn a_folder_without_a_run_is_told() {
        assert!(error(&[]).contains("holds no run: there is no config.toml"));
        let gone = Run::read(Path::new("/nowhere/at/all"))
            .unwrap_err()
            .to_string();
        assert!(gone.contains("no such folder"), "{gone}");
        assert!(error(&[("config.toml", "seed = ")]).contains("config.toml: "));
        assert!(error(&[("config.toml", ""), ("manifest.json", "{")]).contains("manifest.json: "));
    }

    #[test]
    fn a_run_without_evaluation_is_unfinished() {
        let folder = folder(&[("config.toml", "seed = 3\n[a]\nopening-plies = 12\n")]);
        let run = Run::read(folder.path()).unwrap();
        assert!(!run.is_finished() && run.primary().is_none());
        assert_eq!(run.seeds(), "3");
        assert_eq!(run.setting("opening-plies").unwrap().as_integer(), Some(12));
    }

    #[test]
    fn a_table_that_was_changed_since_is_told() {
        let games = "variant,start_set,move_policy,simulations,result,plies\n";
        let hash = blake3::hash(games.as_bytes()).to_hex();
        let sums = format!("{hash}  games.csv\n{hash}  gone.csv\n");
        let changed = format!("{games}a,initial,greedy,8,w,3\n");
        let files = |games: &str| {
            let folder = folder(&[
                ("config.toml", ""),
                ("evaluation/games.csv", games),
                ("evaluation/checksums.txt", &sums),
            ]);
            Run::read(folder.path()).unwrap().changed
        };
        assert_eq!(files(games), ["gone.csv"]);
        assert_eq!(files(&changed), ["games.csv", "gone.csv"]);
        let outside = error(&[("config.toml", ""), ("checksums.txt", "abc  ../x\n")]);
        assert!(outside.contains("checksums.txt, line 1"), "{outside}");
    }

    #[test]
    fn the_primary_setting_is_the_start_at_the_greatest_budget() {
        let csv = "variant,start_set,move_policy,simulations,advantage_pp\n\
            a,tempo,greedy,8,1\na,initial,greedy,32,1\na,initial,sampled:1:8,32,1\na,initial,sampled:1:8,8,1\n";
        let folder = folder(&[("config.toml", ""), ("evaluation/advantage.csv", csv)]);
        let run = Run::read(folder.path()).unwrap();
        assert_eq!(
            run.primary().unwrap().to_string(),
            "initial · sampled:1:8 · 32 simulations"
        );
    }
}
