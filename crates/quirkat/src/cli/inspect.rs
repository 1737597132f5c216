use super::Done;
use crate::run::last_checkpoint;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quirkat_net::Checkpoint;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Arguments of `run inspect`.
#[derive(Debug, Args)]
pub(super) struct InspectArguments {
    /// Folder of the run
    run: PathBuf,
}

pub(super) fn run(arguments: &InspectArguments, out: &mut dyn Write) -> Result<Done> {
    let folder = &arguments.run;
    let shown = folder.display();
    let path = folder.join("config.toml");
    ensure!(
        path.is_file(),
        "{shown} holds no run: there is no config.toml"
    );
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let config: toml::Table = text.parse().with_context(|| path.display().to_string())?;
    let manifest = folder.join("manifest.json");
    let text = std::fs::read(&manifest).with_context(|| manifest.display().to_string())?;
    let manifest: serde_json::Value =
        serde_json::from_slice(&text).with_context(|| manifest.display().to_string())?;

    writeln!(out, "run        {shown}")?;
    writeln!(
        out,
        "seed       {}",
        config
            .get("seed")
            .map_or_else(String::new, ToString::to_string)
    )?;
    writeln!(
        out,
        "variants   {}",
        config
            .get("variants")
            .map_or_else(String::new, ToString::to_string)
    )?;
    let iterations = config
        .get("iterations")
        .and_then(toml::Value::as_integer)
        .unwrap_or(0);
    writeln!(out, "iterations {iterations}")?;
    writeln!(
        out,
        "built from {} (uncommitted changes: {})",
        text_of(&manifest["commit"]),
        text_of(&manifest["uncommitted-changes"])
    )?;
    writeln!(out, "numerics   {}", text_of(&manifest["numerics"]))?;
    writeln!(out, "\nnetworks")?;
    for network in folders(&folder.join("nets"))? {
        let newest = last_checkpoint(folder, &network)?;
        let info = Checkpoint::at(&newest).info()?;
        writeln!(
            out,
            "  {network:<18} iteration {:>4} of {iterations}  {:>8} steps  width {} blocks {}  weights {}",
            info.iteration,
            info.steps,
            info.network.width,
            info.network.blocks,
            &info.weights_blake3[..12.min(info.weights_blake3.len())],
        )?;
    }
    let evaluation = folder.join("evaluation/advantage.csv");
    writeln!(out, "\nmetrics    {}", folder.join("metrics.csv").display())?;
    if !evaluation.is_file() {
        writeln!(
            out,
            "evaluation not finished; `quirkat train` with the same arguments goes on"
        )?;
        return Ok(Done::Yes);
    }
    writeln!(out, "evaluation {}", evaluation.display())?;
    let mut reader =
        csv::Reader::from_path(&evaluation).with_context(|| evaluation.display().to_string())?;
    let header = reader.headers()?.clone();
    let column = |name: &str| header.iter().position(|column| column == name);
    for row in reader.records() {
        let row = row.with_context(|| evaluation.display().to_string())?;
        let field = |name: &str| column(name).and_then(|at| row.get(at)).unwrap_or("");
        writeln!(
            out,
            "  {:<18} {:<9} {:<12} {:>4} simulations  advantage {:>8} pp [{}, {}]",
            field("variant"),
            field("estimand"),
            field("sampling"),
            field("simulations"),
            field("advantage_pp"),
            field("advantage_pp_low"),
            field("advantage_pp_high"),
        )?;
    }
    Ok(Done::Yes)
}

fn text_of(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or("unknown")
}

/// Names of the folders in a folder, sorted.
fn folders(path: &Path) -> Result<Vec<String>> {
    if !path.is_dir() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    Ok(names)
}
