use super::Done;
use crate::export::{Grade, Source, card, positions, sidecar};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use quirkat_lab::grading::{Grader, published_for};
use quirkat_lab::progress::say;
use quirkat_mcts::SearchConfig;
use quirkat_net::{NetDevice, safetensors};
use quirkat_play::{Agent, AgentSpec, Seed};
use quirkat_tables::Fixed;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(
    after_help = "onnx and safetensors write FILE, FILE.json (the sidecar: features, actions, geometry, rules, test
positions) and FILE.md (the model card). json writes the sidecar alone, to FILE or to stdout.
Format onnx needs a build with `cargo build --release --features onnx`.

Examples:
  quirkat export net=runs/quick --rules bell --format onnx --out bell.onnx
  quirkat export net=runs/quick --rules bell --format json"
)]
pub(super) struct ExportArguments {
    /// Network: net=PATH, where PATH is a run's folder or a checkpoint's
    agent: AgentSpec,
    /// Form of the weights
    #[arg(long, value_name = "FORMAT")]
    format: Format,
    /// Rule set, of a network or run that has several: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: Option<String>,
    /// File to write [default: the rule set's name with the format as ending; json: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Say in card and sidecar how often the network keeps the exact value of the published
    /// positions of these rules, without search and with 32 simulations
    #[arg(long)]
    grade: bool,
    /// Write positions of random games with burn's own answers as JSON lines, to check another
    /// implementation against
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "positions")]
    count: u32,
}

/// How weights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// ONNX, for any runtime
    Onnx,
    /// safetensors, with the names and layouts of torch modules
    Safetensors,
    /// No weights: the sidecar alone
    Json,
}

/// The most positions of `--count`: a line has about four kilobytes.
const MOST: u32 = 1_000_000;

pub(super) fn run(arguments: &ExportArguments, out: &mut dyn Write) -> Result<Done> {
    ensure!(
        (1..=MOST).contains(&arguments.count),
        "--count: allowed are 1 to {MOST}"
    );
    if let Some(folder) = arguments.out.as_deref().filter(|path| path.is_dir()) {
        bail!("--out: {} is a folder, not a file", folder.display());
    }
    if arguments.format == Format::Onnx && !cfg!(feature = "onnx") {
        bail!(
            "--format onnx: this build cannot write ONNX; build with `cargo build --release --features onnx`"
        );
    }
    let device = NetDevice::default();
    let source = Source::find(&arguments.agent, arguments.rules.as_deref(), device)?;
    let grade = arguments
        .grade
        .then(|| grade(&source, device))
        .transpose()?;
    let grade = grade.as_deref();
    let text = sidecar(&source, grade, device)?;
    if let Some(path) = &arguments.positions {
        write_positions(path, &source, device, arguments.count)?;
    }
    let weights = match arguments.format {
        Format::Json => {
            match &arguments.out {
                Some(path) => quirkat_store::write(path, text.as_bytes())?,
                None => out.write_all(text.as_bytes())?,
            }
            return Ok(Done::Yes);
        }
        Format::Safetensors => safetensors(&source.network, &identity(&source))?,
        Format::Onnx => onnx(&source, device)?,
    };
    let path = match &arguments.out {
        Some(path) => path.clone(),
        None => PathBuf::from(format!(
            "{}.{}",
            source.variant.name,
            ending(arguments.format)
        )),
    };
    write_all(&path, &source, grade, &weights, &text)
}

/// The weights last: who finds them finds the rest.
fn write_all(
    path: &Path,
    source: &Source,
    grade: Option<&[Grade]>,
    weights: &[u8],
    text: &str,
) -> Result<Done> {
    let (json, markdown) = (beside(path, ".json"), beside(path, ".md"));
    let checksum = |path: &Path, bytes: &[u8]| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let hash = blake3::hash(bytes).to_hex().to_string();
        (name.into_owned(), bytes.len(), hash)
    };
    let files = [checksum(path, weights), checksum(&json, text.as_bytes())];
    quirkat_store::write(&json, text.as_bytes())?;
    quirkat_store::write(&markdown, card(source, grade, &files).as_bytes())?;
    quirkat_store::write(path, weights)?;
    for path in [path, &json, &markdown] {
        say(&format!("wrote {}", path.display()));
    }
    Ok(Done::Yes)
}

fn ending(format: Format) -> &'static str {
    match format {
        Format::Onnx => "onnx",
        Format::Safetensors => "safetensors",
        Format::Json => "json",
    }
}

/// The path with something added to its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Names and versions that a weights file carries in itself.
fn facts(source: &Source) -> [(&'static str, String); 7] {
    [
        ("quirkat", env!("CARGO_PKG_VERSION").to_owned()),
        ("rules", source.variant.name.clone()),
        ("rules-hash", source.variant.rules_hash()),
        ("rules-version", quirkat_rules::RULES_VERSION.to_string()),
        (
            "encoding-version",
            quirkat_rules::ENCODING_VERSION.to_string(),
        ),
        (
            "actions-version",
            quirkat_rules::ACTIONS_VERSION.to_string(),
        ),
        ("weights-blake3", source.info.weights_blake3.clone()),
    ]
}

/// The same as one JSON object.
fn identity(source: &Source) -> String {
    let map: std::collections::BTreeMap<_, _> = facts(source).into_iter().collect();
    serde_json::json!(map).to_string()
}

#[cfg(feature = "onnx")]
fn onnx(source: &Source, device: NetDevice) -> Result<Vec<u8>> {
    let mut metadata = facts(source).to_vec();
    metadata.push(("switches", source.variant.rules().canonical()));
    metadata.push(("licence", env!("CARGO_PKG_LICENSE").to_owned()));
    Ok(quirkat_net::onnx(&source.network, device, &metadata)?)
}

#[cfg(not(feature = "onnx"))]
fn onnx(_: &Source, _: NetDevice) -> Result<Vec<u8>> {
    bail!("this build cannot write ONNX")
}

fn write_positions(path: &Path, source: &Source, device: NetDevice, count: u32) -> Result<()> {
    let records = positions(&source.variant, &source.network, device, count as usize);
    let mut lines = Vec::new();
    for record in records {
        serde_json::to_writer(&mut lines, &record)?;
        lines.push(b'\n');
    }
    quirkat_store::write(path, &lines)?;
    Ok(())
}

/// The raw policy and a short search on the published positions.
fn grade(source: &Source, device: NetDevice) -> Result<Vec<Grade>> {
    let variant = &source.variant;
    let positions = published_for(variant)?
        .with_context(|| format!("--grade: no positions of `{}` are published", variant.name))?;
    let grader = Grader {
        variant,
        positions: &positions,
        level: 0.95,
        seed: Seed::new(1).named("grade").named(&variant.name),
    };
    let mut grades = Vec::new();
    for simulations in [0, 32] {
        let mind = Agent::net(
            source.network.clone(),
            device,
            simulations,
            SearchConfig::guided(),
        );
        let stop = AtomicBool::new(false);
        let rows = grader.grade("net", Some(simulations), &mind, &stop)?;
        let all = rows.last().context("no positions")?;
        grades.push(Grade {
            simulations,
            positions: all.positions,
            share: all.share.value(),
            share_low: all.share_low.map(Fixed::value),
            share_high: all.share_high.map(Fixed::value),
        });
    }
    Ok(grades)
}
