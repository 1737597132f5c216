//! Time on the processor for each position, of one network: `network_speed CHECKPOINT SECONDS
//! [DEVICE]` prints a JSON object with nanoseconds by what was done. Linux only: the time is read from `/proc`, so that other
//! work on the machine does not count. `experiments/0002-speed` compares the figures with other runtimes.

use quirkat::bench::{random_decisions, random_samples};
use quirkat_mcts::{Evaluations, Evaluator, Leaf};
use quirkat_net::{
    Architecture, NetDevice, NetEvaluator, Trainer, TrainingConfig, burn_logits, load_network,
};
use quirkat_rules::{Action, Game, PLANES, write_planes};
use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (checkpoint, seconds, device) = match &arguments[..] {
        [checkpoint, seconds] => (checkpoint, seconds, NetDevice::default()),
        [checkpoint, seconds, device] => (checkpoint, seconds, device.parse()?),
        _ => return Err("usage: network_speed CHECKPOINT SECONDS [DEVICE]".into()),
    };
    let seconds: f64 = seconds.parse()?;
    let (network, info) = load_network(checkpoint.as_ref(), device)?;
    let by_hand = device.kernel().is_some() && matches!(info.network, Architecture::Perceptron(_));
    let way = if by_hand { "hand-written" } else { "evaluator" };
    let mut figures = BTreeMap::new();
    for batch in [1, 32] {
        let games = random_decisions(batch);
        // Without a cache: the same positions are evaluated again and again.
        let mut fast = NetEvaluator::new(&network, device, batch).without_cache();
        let time = evaluation(&mut fast, &games, seconds)?;
        figures.insert(format!("{way}, batch {batch}"), time);
        // burn alone, dense and for all 290 actions, as the other runtimes do it.
        let planes: Vec<_> = games.iter().map(planes).collect();
        let time = nanoseconds(seconds, batch, || {
            std::hint::black_box(burn_logits(&network, device, &planes));
        })?;
        figures.insert(format!("burn, batch {batch}"), time);
    }
    let samples = random_samples(1024);
    for batch in [256, 1024] {
        let mut trainer = Trainer::new(info.network, TrainingConfig::default(), device, [1; 32]);
        let time = nanoseconds(seconds, batch, || {
            std::hint::black_box(trainer.step(&samples[..batch], 1e-3).is_ok());
        })?;
        figures.insert(format!("{way} training, batch {batch}"), time);
    }
    #[allow(clippy::print_stdout, reason = "this is its answer")]
    {
        println!("{}", serde_json::to_string(&figures)?);
    }
    Ok(())
}

/// With planes, priors of legal actions and W/D/L, as self-play asks for them.
fn evaluation(
    evaluator: &mut impl Evaluator,
    games: &[Game],
    seconds: f64,
) -> Result<f64, Box<dyn Error>> {
    let actions: Vec<Vec<Action>> = games
        .iter()
        .map(|game| game.legal_actions().iter().collect())
        .collect();
    let leaves: Vec<Leaf<'_>> = games
        .iter()
        .zip(&actions)
        .map(|(game, actions)| Leaf {
            game,
            actions,
            seed: 0,
        })
        .collect();
    let mut out = Evaluations::default();
    nanoseconds(seconds, games.len(), || {
        evaluator.evaluate(&leaves, &mut out);
    })
}

/// Time on the processor for each of `count` pieces of the work.
fn nanoseconds(seconds: f64, count: usize, mut work: impl FnMut()) -> Result<f64, Box<dyn Error>> {
    work();
    let begun = on_processor()?;
    let mut rounds = 0;
    loop {
        work();
        rounds += 1;
        let spent = (on_processor()? - begun) as f64;
        if spent > 1e9 * seconds {
            return Ok(spent / (rounds * count) as f64);
        }
    }
}

/// Nanoseconds that this thread has been running.
fn on_processor() -> Result<u64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(text.split_whitespace().next().ok_or("schedstat")?.parse()?)
}

fn planes(game: &Game) -> [u32; PLANES] {
    let mut planes = [0; PLANES];
    write_planes(game, &mut planes);
    planes
}
