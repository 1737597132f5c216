use super::load;
use crate::cli::ending::Done;
use crate::cli::jsonl;
use anyhow::{Context, Result};
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_rules::{Position, Rules};
use quirkat_solver::{Error, Prober, Value};
use quirkat_variant::Variant;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Rule sets whose tables are kept open.
const MOST_OPEN: usize = 4;

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
    /// Positions beyond the tables that are looked at for one answer; beyond them it is `unknown`. A
    /// million takes a second or so and some hundred megabytes
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    positions: u32,
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
    value: &'static str,
    best: Vec<String>,
    /// Why the value is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl Answer {
    /// The word of a question that was not decided.
    const UNKNOWN: &str = "unknown";
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
    let limit = arguments.positions as usize;
    let variant = arguments.rules.as_deref().map(load::rules).transpose()?;
    if let (Some(variant), Some(text)) = (&variant, &arguments.position) {
        let answer = ask(&mut prober(variant, tables, limit)?, text)?;
        writeln!(out, "value: {}", answer.value)?;
        writeln!(out, "best: {}", answer.best.join(" "))?;
        out.flush()?;
        if let Some(why) = &answer.why {
            say(why);
        }
        load::note_limit(variant.rules());
        return Ok(if answer.value == Answer::UNKNOWN {
            Done::No
        } else {
            Done::Yes
        });
    }
    let mut probers: HashMap<Rules, Prober> = HashMap::new();
    jsonl::answer(
        std::io::stdin().lock(),
        out,
        |question: Question, variant| {
            // By the rules, not by the many spellings of their name.
            if probers.len() == MOST_OPEN && !probers.contains_key(variant.rules()) {
                probers.clear();
            }
            let prober = match probers.entry(*variant.rules()) {
                Entry::Occupied(slot) => slot.into_mut(),
                Entry::Vacant(slot) => slot.insert(prober(variant, tables, limit)?),
            };
            ask(prober, &question.fen)
        },
    )
}

/// Over the tables of the folder, or without any for rules that have none.
fn prober(variant: &Variant, folder: Option<&Path>, limit: usize) -> Result<Prober> {
    let unsupported = |error: &anyhow::Error| {
        matches!(error.downcast_ref::<Error>(), Some(Error::Unsupported(_)))
    };
    let tables = match load::tables(folder, variant.rules()) {
        Err(error) if unsupported(&error) => None,
        tables => tables.with_context(|| format!("rule set `{}`", variant.name))?,
    };
    Ok(Prober::new(variant.rules(), tables, limit)?)
}

fn ask(prober: &mut Prober, text: &str) -> Result<Answer> {
    let position = Position::parse(text, prober.geometry())?;
    let fen = position.to_string();
    match prober.probe(&position) {
        Ok(probe) => Ok(Answer {
            fen,
            value: match probe.value {
                Value::Win => "win",
                Value::Draw => "draw",
                Value::Loss => "loss",
            },
            best: probe.best.iter().map(ToString::to_string).collect(),
            why: None,
        }),
        Err(error @ Error::Unknown { .. }) => {
            let hint = match prober.tables() {
                None => "name a folder of tables with --tables".to_owned(),
                Some(tables) => format!("the tables hold {} men", tables.men()),
            };
            Ok(Answer {
                fen,
                value: Answer::UNKNOWN,
                best: Vec::new(),
                why: Some(format!("{error}; {hint}, or raise --positions")),
            })
        }
        Err(error) => Err(error.into()),
    }
}
