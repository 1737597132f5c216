use super::ending::Done;
use anyhow::{Context, Result, ensure};
use clap::Args;
use quirkat_lab::config::is_balance;
use quirkat_lab::run::last_checkpoint;
use quirkat_net::Checkpoint;
use quirkat_store::StoreFolder;
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
    writeln!(
        out,
        "built from {} (uncommitted changes: {})",
        text_of(&manifest["commit"]),
        text_of(&manifest["uncommitted-changes"])
    )?;
    writeln!(out, "numerics   {}", text_of(&manifest["numerics"]))?;
    if is_balance(&StoreFolder::local(folder))? {
        let trained = config.get("train").and_then(toml::Value::as_table);
        for seed in folders(&folder.join("replicates"))? {
            writeln!(out, "\n{seed}")?;
            let replicate = folder.join("replicates").join(&seed);
            networks(&replicate, iterations_of(trained), out)?;
        }
        return verdicts(folder, out);
    }
    let iterations = iterations_of(Some(&config));
    writeln!(out, "iterations {iterations}")?;
    writeln!(out, "\nnetworks")?;
    networks(folder, iterations, out)?;
    writeln!(out, "\nmetrics    {}", folder.join("metrics.csv").display())?;
    let rows = [
        "variant",
        "start_set",
        "move_policy",
        "simulations",
        "advantage_pp",
        "advantage_pp_low",
        "advantage_pp_high",
    ];
    table(folder, "advantage.csv", "train", rows, out, |row| {
        let [
            variant,
            start_set,
            move_policy,
            simulations,
            advantage,
            low,
            high,
        ] = row;
        format!(
            "  {variant:<18} {start_set:<9} {move_policy:<12} {simulations:>4} simulations  advantage {advantage:>8} pp [{low}, {high}]"
        )
    })
}

fn iterations_of(config: Option<&toml::Table>) -> i64 {
    config
        .and_then(|config| config.get("iterations"))
        .and_then(toml::Value::as_integer)
        .unwrap_or(0)
}

/// The newest checkpoint of each network below a folder.
fn networks(folder: &Path, iterations: i64, out: &mut dyn Write) -> Result<()> {
    for network in folders(&folder.join("nets"))? {
        let newest = last_checkpoint(folder, &network)?;
        let info = Checkpoint::at(&newest).info()?;
        writeln!(
            out,
            "  {network:<18} iteration {:>4} of {iterations}  {:>8} steps  {}  weights {}",
            info.iteration,
            info.steps,
            info.network,
            &info.weights_blake3[..12.min(info.weights_blake3.len())],
        )?;
    }
    Ok(())
}

/// What a balance job says of each variant so far.
fn verdicts(folder: &Path, out: &mut dyn Write) -> Result<Done> {
    writeln!(out)?;
    let rows = [
        "variant",
        "seeds",
        "games",
        "advantage_pp",
        "advantage_pp_low",
        "advantage_pp_high",
        "verdict",
    ];
    table(folder, "variants.csv", "balance", rows, out, |row| {
        let [variant, seeds, games, advantage, low, high, verdict] = row;
        format!(
            "  {variant:<18} {seeds:>3} seeds {games:>7} games  advantage {advantage:>8} pp [{low}, {high}]  {verdict}"
        )
    })
}

/// The rows of a table of the evaluation, by some of its columns.
fn table<const N: usize>(
    folder: &Path,
    name: &str,
    command: &str,
    columns: [&str; N],
    out: &mut dyn Write,
    line: impl Fn([&str; N]) -> String,
) -> Result<Done> {
    let path = folder.join("evaluation").join(name);
    if !path.is_file() {
        writeln!(
            out,
            "evaluation not finished; `quirkat {command}` with the same arguments goes on"
        )?;
        return Ok(Done::Yes);
    }
    writeln!(out, "evaluation {}", path.display())?;
    let place = || path.display().to_string();
    let mut reader = csv::Reader::from_path(&path).with_context(place)?;
    let header = reader.headers().with_context(place)?.clone();
    for row in reader.records() {
        let row = row.with_context(place)?;
        let field = |name: &str| {
            let at = header.iter().position(|column| column == name);
            at.and_then(|at| row.get(at)).unwrap_or("")
        };
        writeln!(out, "{}", line(columns.map(field)))?;
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
