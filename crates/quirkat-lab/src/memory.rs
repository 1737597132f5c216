//! The memory that a configuration will take, told before it is taken.

use crate::config::TrainConfig;
use anyhow::{Result, ensure};
use quirkat_net::Sample;
use quirkat_play::PlayedGame;
use quirkat_rules::Action;

/// Plies of an average game, for estimates: those of the named rule sets take 40 to 180.
const PLIES: u64 = 100;

/// Legal actions at an average decision.
const ACTIONS: u64 = 8;

/// Bytes of an edge in a search tree, and edges of a node.
const EDGE: u64 = 24;

/// A part of the memory, with the keys that ask for it.
struct Part {
    keys: &'static str,
    bytes: u64,
}

/// Refuses a configuration that cannot fit into this process's memory, on so many threads (0: as many as
/// the machine has).
///
/// # Errors
/// One line with the parts of the estimate and the keys that ask for them.
pub(crate) fn check(config: &TrainConfig, variants: usize, threads: usize) -> Result<()> {
    match available() {
        Some(available) => {
            let threads = match threads {
                0 => std::thread::available_parallelism().map_or(1, usize::from),
                threads => threads,
            };
            check_against(config, variants, threads, available)
        }
        None => Ok(()),
    }
}

fn check_against(
    config: &TrainConfig,
    variants: usize,
    threads: usize,
    available: u64,
) -> Result<()> {
    let parts = parts(config, variants as u64, threads as u64);
    let needed: u64 = parts
        .iter()
        .fold(0, |sum, part| sum.saturating_add(part.bytes));
    let told: Vec<String> = parts
        .iter()
        .filter(|part| part.bytes > needed / 10)
        .map(|part| format!("{} for {}", shown(part.bytes), part.keys))
        .collect();
    ensure!(
        needed <= available,
        "this needs about {} of memory, and {} can be had: {}",
        shown(needed),
        shown(available),
        told.join("; ")
    );
    Ok(())
}

fn parts(config: &TrainConfig, variants: u64, threads: u64) -> Vec<Part> {
    let play = &config.self_play;
    let networks = variants.min(threads);
    let parameters = config.network.parameters();
    let games = u64::from(config.games_per_iteration);
    let plies = PLIES.min(u64::from(config.max_plies));
    let entry = size_of::<(Action, f32)>() as u64;
    let sample = size_of::<Sample>() as u64 + ACTIONS * entry;
    // Moves, actions and search results of a game that is kept whole.
    let game = size_of::<PlayedGame>() as u64 + plies * (32 + sample);
    let tree = u64::from(config.simulations).saturating_mul(ACTIONS * EDGE);
    vec![
        Part {
            keys: "the network and its optimiser ([network])",
            // Weights, gradients and two moments in training; weights, twice, in each evaluator.
            bytes: parameters.saturating_mul(4 * (4 * networks + 2 * threads)),
        },
        Part {
            keys: "batches (training.batch-size, [network])",
            bytes: (config.training.batch_size as u64)
                .saturating_mul(networks * 4)
                .saturating_mul(1000 + layer_sum(parameters)),
        },
        Part {
            keys: "games of an iteration (games-per-iteration)",
            bytes: games.saturating_mul(game).saturating_mul(networks),
        },
        Part {
            keys: "the replay window (games-per-iteration, self-play.window-iterations)",
            bytes: games
                .saturating_mul(plies * sample)
                .saturating_mul(u64::from(play.window_iterations.min(config.iterations)))
                .saturating_mul(networks),
        },
        Part {
            keys: "search trees (simulations, self-play.games-in-play)",
            bytes: tree.saturating_mul(play.games_in_play as u64 * threads),
        },
    ]
}

/// About as many values as one position has in all layers: what the square root of the parameters says of
/// a few square layers.
fn layer_sum(parameters: u64) -> u64 {
    4 * parameters.isqrt()
}

/// Bytes that this process may take: of the machine, of its control group, of its own limit.
fn available() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let of_machine = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
        Some(kib * 1024)
    });
    let of_group = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
    let of_process = read("/proc/self/limits").and_then(|text| {
        let line = text
            .lines()
            .find(|line| line.starts_with("Max address space"))?;
        line.split_whitespace().nth(3)?.parse().ok()
    });
    [of_machine, of_group, of_process]
        .into_iter()
        .flatten()
        .min()
}

fn shown(bytes: u64) -> String {
    let gib = bytes as f64 / f64::from(1 << 30);
    if gib >= 1.0 {
        format!("{gib:.1} GiB")
    } else {
        format!("{:.0} MiB", gib * 1024.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_net::{Architecture, PerceptronSize};

    const GIB: u64 = 1 << 30;

    #[test]
    fn the_default_configuration_fits_into_a_small_machine() {
        check_against(&TrainConfig::default(), 7, 2, 2 * GIB).unwrap();
    }

    #[test]
    fn what_cannot_fit_is_refused_with_the_keys_that_ask_for_it() {
        let huge = Architecture::Perceptron(PerceptronSize {
            width: 8192,
            blocks: 64,
        });
        let with = |change: &dyn Fn(&mut TrainConfig)| {
            let mut config = TrainConfig::default();
            change(&mut config);
            check_against(&config, 6, 2, 16 * GIB)
                .unwrap_err()
                .to_string()
        };
        for (error, key) in [
            (with(&|config| config.network = huge), "[network]"),
            (
                with(&|config| config.games_per_iteration = 10_000_000),
                "games-per-iteration",
            ),
            (
                with(&|config| {
                    config.simulations = 1_000_000;
                    config.self_play.games_in_play = 4096;
                }),
                "self-play.games-in-play",
            ),
        ] {
            assert!(error.contains(key) && error.contains("16.0 GiB"), "{error}");
        }
    }
}
