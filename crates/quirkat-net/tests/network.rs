//! The network as a whole: the hand-written pass against burn, neutrality, learning, checkpoints.

use quirkat_mcts::{Evaluations, Evaluator, Leaf, Wdl};
use quirkat_net::{
    Checkpoint, CheckpointError, Kernel, NetDevice, NetEvaluator, Network, NetworkConfig, Sample,
    Trainer, TrainingConfig,
};
use quirkat_rules::{Action, Game, Geometry, PLANES, Preset, write_planes};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

const SIZE: NetworkConfig = NetworkConfig {
    width: 48,
    blocks: 2,
};

/// Games in random states of every named rule set, captures in progress included.
fn games(count: usize, seed: u64) -> Vec<Game> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut games = Vec::new();
    while games.len() < count {
        let preset = Preset::ALL[rng.random_range(0..Preset::ALL.len())];
        let mut game = Game::new(Arc::new(Geometry::new(preset.rules())));
        for _ in 0..rng.random_range(0..60) {
            let legal = game.legal_actions();
            let Some(action) = legal.nth(rng.random_range(0..legal.len().max(1))) else {
                break;
            };
            game.play(action).unwrap();
        }
        if game.legal_actions().len() > 1 {
            games.push(game);
        }
    }
    games
}

fn evaluate(evaluator: &mut NetEvaluator, games: &[Game]) -> Vec<(Vec<f32>, Wdl)> {
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
    evaluator.evaluate(&leaves, &mut out);
    (0..games.len())
        .map(|i| (out.get(i).0.to_vec(), out.get(i).1))
        .collect()
}

/// A network after some steps towards: the last legal action, and a win.
fn trained(steps: usize) -> (Trainer, Vec<f64>) {
    let mut trainer = Trainer::new(
        SIZE,
        TrainingConfig::default(),
        NetDevice::default(),
        [5; 32],
    );
    let samples: Vec<Sample> = games(64, 1).iter().map(sample).collect();
    let losses = (0..steps)
        .map(|_| trainer.step(&samples, 3e-3))
        .map(|loss| loss.policy + loss.value)
        .collect();
    (trainer, losses)
}

fn sample(game: &Game) -> Sample {
    let mut planes = [0; PLANES];
    write_planes(game, &mut planes);
    let legal: Vec<Action> = game.legal_actions().iter().collect();
    let last = legal.len() - 1;
    let policy = legal
        .iter()
        .enumerate()
        .map(|(i, &action)| (action, f32::from(u8::from(i == last))));
    Sample {
        planes,
        policy: policy.collect(),
        wdl: Wdl {
            win: 1.0,
            draw: 0.0,
            loss: 0.0,
        },
    }
}

fn kernels() -> impl Iterator<Item = Kernel> {
    [Kernel::Portable, Kernel::Fma8, Kernel::Fma16]
        .into_iter()
        .filter(|kernel| kernel.is_available())
}

fn evaluator(network: &Network, kernel: Kernel) -> NetEvaluator {
    NetEvaluator::new(network, NetDevice::Cpu(kernel), 32)
}

#[test]
fn the_hand_written_pass_equals_burns_on_a_trained_network() {
    let (trainer, _) = trained(40);
    let network = trainer.network();
    let games = games(1000, 2);
    let reference = evaluate(
        &mut NetEvaluator::burn(network.clone(), NetDevice::default(), 32),
        &games,
    );
    for kernel in kernels() {
        for ((priors, wdl), (burn_priors, burn_wdl)) in
            evaluate(&mut evaluator(&network, kernel), &games)
                .iter()
                .zip(&reference)
        {
            for (ours, burns) in priors.iter().zip(burn_priors) {
                assert!((ours - burns).abs() < 1e-5, "{kernel}: {ours} {burns}");
            }
            for (ours, burns) in [
                (wdl.win, burn_wdl.win),
                (wdl.draw, burn_wdl.draw),
                (wdl.loss, burn_wdl.loss),
            ] {
                assert!((ours - burns).abs() < 1e-5, "{kernel}: {ours} {burns}");
            }
        }
    }
}

#[test]
fn a_positions_numbers_do_not_depend_on_its_batch() {
    let network = trained(3).0.network();
    let games = games(37, 3);
    for kernel in kernels() {
        let together = evaluate(&mut evaluator(&network, kernel), &games);
        for (game, expected) in games.iter().zip(&together) {
            let alone = evaluate(&mut evaluator(&network, kernel), std::slice::from_ref(game));
            assert_eq!(&alone[0], expected);
        }
    }
}

#[test]
fn what_is_remembered_is_what_the_network_says_to_the_bit() {
    let network = trained(3).0.network();
    // A fifth of the positions come back, in batches with new ones.
    let mut stream = games(3000, 6);
    for i in (5..stream.len()).step_by(5) {
        stream[i] = stream[i - 5].clone();
    }
    for kernel in kernels() {
        let mut remembering = evaluator(&network, kernel);
        let mut forgetful = evaluator(&network, kernel).forgetful();
        for batch in stream.chunks(32) {
            assert_eq!(
                evaluate(&mut remembering, batch),
                evaluate(&mut forgetful, batch)
            );
        }
        assert!(remembering.remembered() >= 500);
        assert_eq!(forgetful.remembered(), 0);
    }
}

#[test]
fn kernels_of_one_class_give_the_same_bits() {
    let network = trained(3).0.network();
    let games = games(100, 4);
    if Kernel::Fma16.is_available() {
        let wide = evaluate(&mut evaluator(&network, Kernel::Fma16), &games);
        assert_eq!(
            wide,
            evaluate(&mut evaluator(&network, Kernel::Fma8), &games)
        );
    }
}

#[test]
fn a_position_and_its_colour_swapped_half_turn_get_the_same_numbers_to_the_bit() {
    let network = trained(3).0.network();
    let games = games(100, 5);
    let swapped: Vec<Game> = games
        .iter()
        .map(|game| {
            Game::from_position(Arc::clone(game.geometry()), game.position().color_swapped())
        })
        .collect();
    // Histories are not carried over, so compare with games that have none either.
    let plain: Vec<Game> = games
        .iter()
        .map(|game| Game::from_position(Arc::clone(game.geometry()), *game.position()))
        .collect();
    for kernel in kernels() {
        let mut evaluator = evaluator(&network, kernel);
        assert_eq!(
            evaluate(&mut evaluator, &plain),
            evaluate(&mut evaluator, &swapped)
        );
    }
    let mut burn = NetEvaluator::burn(network, NetDevice::default(), 32);
    assert_eq!(evaluate(&mut burn, &plain), evaluate(&mut burn, &swapped));
}

#[test]
fn training_learns_what_it_is_shown() {
    let (_, losses) = trained(60);
    assert!(losses[59] < 0.3 * losses[0], "{losses:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_a_resumed_trainer_takes_the_same_steps() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = |name: &str| Checkpoint::at(folder.path().join(name));
    let write =
        |name: &str, trainer: &Trainer| checkpoint(name).write(trainer, &[], 0, 0, &[]).unwrap();
    let (mut first, _) = trained(3);
    let info = write("first", &first);
    assert_eq!(info, write("again", &trained(3).0));
    let (mut resumed, read) = checkpoint("first")
        .trainer(TrainingConfig::default(), NetDevice::default())
        .unwrap();
    assert_eq!(read, info);
    assert_eq!(write("resumed", &resumed), info);
    let samples: Vec<Sample> = games(32, 9).iter().map(sample).collect();
    assert_eq!(first.step(&samples, 1e-3), resumed.step(&samples, 1e-3));
    let after = write("first", &first);
    assert_eq!(after, write("resumed", &resumed));
    assert_ne!(after.weights_blake3, info.weights_blake3);
}

#[test]
fn damaged_missing_and_foreign_checkpoints_are_refused_with_the_file_named() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path().join("net"));
    let fresh = || {
        checkpoint
            .write(
                &trained(0).0,
                &["bell".to_owned()],
                3,
                9,
                &[("note", b"x".to_vec())],
            )
            .unwrap();
    };
    let refusal = || {
        let error = checkpoint
            .network(NetDevice::default())
            .expect_err("a refusal");
        assert!(!error.to_string().contains('\n'));
        error
    };
    assert!(matches!(refusal(), CheckpointError::Io { .. }));
    for name in ["weights.bpk", "checkpoint.json"] {
        fresh();
        let path = checkpoint.folder().join(name);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        let error = refusal();
        assert!(
            matches!(error, CheckpointError::Damaged { .. }) && error.to_string().contains(name),
            "{error}"
        );
    }
    for key in [
        "format-version",
        "rules-version",
        "encoding-version",
        "actions-version",
        "burn-version",
    ] {
        fresh();
        let path = checkpoint.folder().join("checkpoint.json");
        let mut json: serde_json::Value =
            serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        json[key] = "99".into();
        std::fs::write(&path, json.to_string()).unwrap();
        let error = refusal();
        assert!(matches!(error, CheckpointError::Version { .. }), "{error}");
        assert!(
            error.to_string().contains(key) && error.to_string().contains("99"),
            "{error}"
        );
    }
    fresh();
    let path = checkpoint.folder().join("optimizer.bpk");
    std::fs::write(&path, b"short").unwrap();
    assert!(
        checkpoint.network(NetDevice::default()).is_ok(),
        "evaluation does not need the optimiser"
    );
    assert!(
        checkpoint
            .trainer(TrainingConfig::default(), NetDevice::default())
            .is_err()
    );
    assert_eq!(
        std::fs::read(checkpoint.folder().join("note")).unwrap(),
        b"x"
    );
}
