use super::ending::Done;
use super::jsonl;
use anyhow::Result;
use clap::{Args, Subcommand};
use quirkat_rules::{PerftUnit, Position, Preset, divide, perft};
use quirkat_variant::Variant;
use std::io::Write;
use std::path::Path;

/// Commands of `rules`.
#[derive(Debug, Subcommand)]
pub(super) enum RulesCommand {
    /// List the named rule sets, or show the switches of one as TOML
    #[command(after_help = "Example: quirkat rules show bell")]
    Show(ShowArguments),
    /// List legal moves, each with the position after it
    #[command(after_help = "Examples:
  quirkat rules moves --rules bell 'bbbbb/bbbbb/bb1ww/wwwww/wwwww w'
  echo '{\"ruleset\":\"bell\",\"fen\":\"bbbbb/bbbbb/bb1ww/wwwww/wwwww w\"}' | quirkat rules moves --jsonl")]
    Moves(MovesArguments),
    /// Count the ways to play some plies
    #[command(after_help = "Example: quirkat rules perft --rules huffing --unit turn --divide 5")]
    Perft(PerftArguments),
    /// Replay games given as JSON lines: final position, result and reason
    #[command(
        after_help = "Example: echo '{\"ruleset\":\"bell\",\"history\":[\"d2-c3\"]}' | quirkat rules replay --jsonl"
    )]
    Replay(ReplayArguments),
}

/// Arguments of `rules show`.
#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// Rule set: a name or a path to a TOML file
    rules: Option<String>,
}

/// Arguments of `rules moves`.
#[derive(Debug, Args)]
pub(super) struct MovesArguments {
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R", required_unless_present = "jsonl")]
    rules: Option<String>,
    /// Position [default: the start position]
    #[arg(conflicts_with = "jsonl")]
    position: Option<String>,
    /// Read {"ruleset":…,"fen":…} lines from stdin, answer in the same order. A bad line gives
    /// {"error":…,"line":n} in its place, and exit code 2
    #[arg(long, conflicts_with = "rules")]
    jsonl: bool,
}

/// Arguments of `rules perft`.
#[derive(Debug, Args)]
pub(super) struct PerftArguments {
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R")]
    rules: String,
    /// Position to start from [default: the start position]
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// What a ply is: action (a huff counts) or turn (a huff is a free prefix)
    #[arg(long, value_name = "UNIT", default_value_t = PerftUnit::Action)]
    unit: PerftUnit,
    /// Show the count below each first move, too
    #[arg(long)]
    divide: bool,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
}

/// Arguments of `rules replay`.
#[derive(Debug, Args)]
pub(super) struct ReplayArguments {
    /// Read {"ruleset":…,"history":[…]} lines from stdin, answer in the same order
    #[arg(long, required = true)]
    jsonl: bool,
}

pub(super) fn run(command: &RulesCommand, out: &mut dyn Write) -> Result<Done> {
    match command {
        RulesCommand::Show(arguments) => show(arguments, out),
        RulesCommand::Moves(MovesArguments {
            rules: Some(rules),
            position,
            ..
        }) => moves(rules, position.as_deref(), out),
        RulesCommand::Moves(_) => jsonl::moves(std::io::stdin().lock(), out),
        RulesCommand::Perft(arguments) => count(arguments, out),
        RulesCommand::Replay(_) => jsonl::replay(std::io::stdin().lock(), out),
    }
}

fn show(arguments: &ShowArguments, out: &mut dyn Write) -> Result<Done> {
    let Some(text) = &arguments.rules else {
        for preset in Preset::ALL {
            writeln!(out, "{preset}")?;
        }
        return Ok(Done::Yes);
    };
    let variant = Variant::find(text, Path::new("."))?;
    writeln!(
        out,
        "# {}, rules hash {}",
        variant.name,
        variant.rules_hash()
    )?;
    for line in format!("{:#}", Position::START).lines() {
        writeln!(out, "#   {line}")?;
    }
    write!(out, "{}", variant.rules().canonical())?;
    Ok(Done::Yes)
}

fn position(variant: &Variant, text: Option<&str>) -> Result<Position> {
    match text {
        Some(text) => Ok(Position::parse(text, &variant.geometry)?),
        None => Ok(Position::START),
    }
}

fn moves(rules: &str, text: Option<&str>, out: &mut dyn Write) -> Result<Done> {
    let variant = Variant::find(rules, Path::new("."))?;
    let position = position(&variant, text)?;
    for (played, next) in jsonl::sorted_moves(&position, &variant.geometry) {
        writeln!(out, "{played}\t{next}")?;
    }
    Ok(Done::Yes)
}

fn count(arguments: &PerftArguments, out: &mut dyn Write) -> Result<Done> {
    let variant = Variant::find(&arguments.rules, Path::new("."))?;
    let position = position(&variant, arguments.position.as_deref())?;
    let geometry = &variant.geometry;
    if arguments.divide {
        for (played, nodes) in divide(geometry, &position, arguments.unit, arguments.depth) {
            writeln!(out, "{played}\t{nodes}")?;
        }
    }
    writeln!(
        out,
        "{}",
        perft(geometry, &position, arguments.unit, arguments.depth)
    )?;
    Ok(Done::Yes)
}
