use super::load;
use crate::cli::ending::Done;
use crate::cli::jsonl;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use quirkat_rules::Position;
use quirkat_solver::{Error, Prober, TableKey, Value};
use quirkat_variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Positions beyond the tables that are looked at for one answer: a second or so.
const LIMIT: usize = 1 << 20;

/// The same for rules that no tables can serve.
const LIMIT_WITHOUT_TABLES: usize = 1 << 25;

/// Arguments of `exact probe`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ProbeArguments {
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R", required_unless_present = "jsonl")]
    rules: Option<String>,
    /// Folder of endgame tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Position
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    position: Option<String>,
    /// Read {"ruleset":…,"fen":…} lines from stdin, answer in the same order. A bad line gives
    /// {"error":…,"line":n} in its place, and exit code 2
    #[arg(long)]
    jsonl: bool,
}

#[derive(Debug, Deserialize)]
struct Question {
    ruleset: String,
    fen: String,
}

impl jsonl::Question for Question {
    fn ruleset(&self) -> &str {
        &self.ruleset
    }
}

#[derive(Debug, Serialize)]
struct Answer {
    fen: String,
    value: Value,
    best: Vec<String>,
}

pub(super) fn run(arguments: &ProbeArguments, out: &mut dyn Write) -> Result<Done> {
    if let Some(tables) = &arguments.tables {
        // A folder that is not there is a mistake of the whole call, not of a line.
        anyhow::ensure!(
            tables.is_dir(),
            "--tables: {} is no folder",
            tables.display()
        );
    }
    let tables = arguments.tables.as_deref();
    let variant = arguments.rules.as_deref().map(load::rules).transpose()?;
    if let (Some(variant), Some(text)) = (&variant, &arguments.position) {
        let answer = ask(&mut prober(variant, tables)?, text)?;
        writeln!(out, "value: {}", answer.value)?;
        writeln!(out, "best: {}", answer.best.join(" "))?;
        return Ok(Done::Yes);
    }
    let mut probers: HashMap<String, Prober> = HashMap::new();
    jsonl::answer(
        std::io::stdin().lock(),
        out,
        |question: Question, variant| {
            let prober = match probers.entry(question.ruleset) {
                Entry::Occupied(slot) => slot.into_mut(),
                Entry::Vacant(slot) => slot.insert(prober(variant, tables)?),
            };
            ask(prober, &question.fen)
        },
    )
}

/// Over the tables of the folder, or without any for rules that have none.
fn prober(variant: &Variant, folder: Option<&Path>) -> Result<Prober> {
    let unsupported = |error: &anyhow::Error| {
        matches!(error.downcast_ref::<Error>(), Some(Error::Unsupported(_)))
    };
    let (tables, limit) = match load::tables(folder, variant.rules()) {
        Err(error) if unsupported(&error) => (None, LIMIT_WITHOUT_TABLES),
        Ok(None) if TableKey::of(variant.rules()).is_err() => (None, LIMIT_WITHOUT_TABLES),
        tables => (
            tables.with_context(|| format!("rule set `{}`", variant.name))?,
            LIMIT,
        ),
    };
    Ok(Prober::new(variant.rules(), tables, limit)?)
}

fn ask(prober: &mut Prober, text: &str) -> Result<Answer> {
    let position = Position::parse(text, prober.geometry())?;
    let probe = prober.probe(&position).map_err(|error| {
        let hint = match (prober.tables(), &error) {
            (None, Error::Unknown { .. }) => "; name a folder of tables with --tables".to_owned(),
            (Some(tables), Error::Unknown { .. }) => {
                format!("; the tables hold {} men", tables.men())
            }
            _ => String::new(),
        };
        anyhow!("{error}{hint}")
    })?;
    Ok(Answer {
        fen: position.to_string(),
        value: probe.value,
        best: probe.best.iter().map(ToString::to_string).collect(),
    })
}
