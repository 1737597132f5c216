use super::ending::Done;
use crate::bench::{Bench, bench};
use anyhow::Result;
use clap::Args;
use quirkat_lab::progress::say;
use quirkat_net::{Kernel, NetDevice};
use std::io::Write;

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(after_help = "Example: quirkat bench --json")]
pub(super) struct BenchArguments {
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Kernel of network evaluation on the CPU: portable, fma8, fma16 [default: the fastest here]
    #[arg(long, value_name = "KERNEL")]
    kernel: Option<Kernel>,
}

pub(super) fn run(arguments: &BenchArguments, out: &mut dyn Write) -> Result<Done> {
    let device = NetDevice::Cpu(arguments.kernel.unwrap_or_else(Kernel::best));
    let figures = bench(device, |part| say(&format!("measuring {part}")));
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&figures)?)?;
    } else {
        table(&figures, out)?;
    }
    Ok(Done::Yes)
}

fn table(figures: &Bench, out: &mut dyn Write) -> Result<()> {
    let rows = [
        (
            "perft, standard depth 13",
            figures.perft_nodes_per_s,
            "nodes/s",
        ),
        (
            "VecEnv, batch 1024, random",
            figures.env_hops_per_s,
            "hops/s",
        ),
        (
            "search, random playouts",
            figures.rollout_simulations_per_s,
            "simulations/s",
        ),
        (
            "search, uniform evaluator",
            figures.uniform_simulations_per_s,
            "simulations/s",
        ),
        (
            "self-play, default network",
            figures.selfplay_simulations_per_s,
            "simulations/s",
        ),
        ("", figures.selfplay_positions_per_s, "moves/s"),
        ("", figures.selfplay_games_per_s, "games/s"),
        ("", figures.selfplay_evaluations_per_s, "evaluations/s"),
        (
            "inference, batch 32",
            figures.inference_positions_per_s,
            "positions/s",
        ),
        (
            "the same by burn",
            figures.burn_inference_positions_per_s,
            "positions/s",
        ),
        (
            "training, batch 1024",
            figures.training_positions_per_s,
            "positions/s",
        ),
    ];
    for (what, rate, unit) in rows {
        writeln!(out, "{what:<28}{:>14}  {unit}", grouped(rate))?;
    }
    writeln!(
        out,
        "{:<28}{:>14.1}  % of leaves from the cache",
        "",
        100.0 * figures.selfplay_cache_hit_rate
    )?;
    for (batch, rate) in &figures.inference_by_batch {
        writeln!(
            out,
            "{:<28}{:>14}  positions/s",
            format!("inference, batch {batch}"),
            grouped(*rate)
        )?;
    }
    writeln!(
        out,
        "{:<28}{:>14.1}  GFLOP/s, of which inference reaches {:.1} %",
        "peak of a core",
        figures.peak_gflops,
        100.0 * figures.inference_share_of_peak
    )?;
    writeln!(
        out,
        "signature {}, guided {}",
        figures.signature, figures.signature_guided
    )?;
    writeln!(out, "One core each.")?;
    Ok(())
}

/// Thousands separated by spaces.
fn grouped(rate: f64) -> String {
    let digits = format!("{rate:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
