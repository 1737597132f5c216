use super::ending::Done;
use super::place::DeviceArguments;
use crate::engine::{EngineOptions, Protocol, serve};
use anyhow::Result;
use clap::{Args, ValueEnum};
use quirkat_play::AgentSpec;
use quirkat_rules::Preset;
use std::io::{self, BufReader, Write};

/// Arguments of `engine`.
#[derive(Debug, Args)]
#[command(
    after_help = "Protocols: ugi (Universal Game Interface, as UCI with `query`), hub (draughts programs, version 2);
auto takes the one that the first line names. Moves are those of the notation as one word: a2-a3,
b2xd4xd2, huff:c4. Options can be set by the protocol too: rules, agent, simulations, seed,
temperature, overhead.

Example: quirkat engine --rules bell --agent net=runs/quick
Example: printf 'ugi\\nposition startpos moves d2-c3\\ngo nodes 200\\n' | quirkat engine"
)]
pub(super) struct EngineArguments {
    /// How programs talk to it
    #[arg(long, value_enum, default_value_t = Speak::Auto)]
    protocol: Speak,
    /// Rule set: a name or a path to a TOML file
    #[arg(long, value_name = "R", default_value = Preset::DEFAULT.name())]
    rules: String,
    /// Who thinks: random, uniform, rollout, net=PATH, perfect=TABLES+AGENT
    #[arg(long, value_name = "AGENT", default_value = "rollout")]
    agent: AgentSpec,
    /// Simulations per decision of a search without limits, of agents that name none
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    simulations: u32,
    /// Seed of its choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// 0 plays the best action, more draws in proportion to visits^(1/T)
    #[arg(long, value_name = "T", default_value_t = 0.0)]
    temperature: f32,
    /// Milliseconds that each move loses between the programs
    #[arg(long, value_name = "MS", default_value_t = 20)]
    overhead: u64,
    #[command(flatten)]
    place: DeviceArguments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Speak {
    Auto,
    Ugi,
    Hub,
}

pub(super) fn run(arguments: &EngineArguments, out: &mut dyn Write) -> Result<Done> {
    let mut options = EngineOptions::new(&arguments.rules)?;
    for (name, value) in [
        ("agent", arguments.agent.to_string()),
        ("simulations", arguments.simulations.to_string()),
        ("seed", arguments.seed.to_string()),
        ("temperature", arguments.temperature.to_string()),
        ("overhead", arguments.overhead.to_string()),
    ] {
        options.set(name, &value)?;
    }
    options.device = arguments.place.device();
    let protocol = match arguments.protocol {
        Speak::Auto => None,
        Speak::Ugi => Some(Protocol::Ugi),
        Speak::Hub => Some(Protocol::Hub),
    };
    serve(BufReader::new(io::stdin()), out, options, protocol)?;
    Ok(Done::Yes)
}
