//! The network as a whole: the hand-written pass against burn, neutrality, learning, checkpoints.

#![allow(clippy::disallowed_methods, reason = "tests damage files on purpose")]

use quirkat_mcts::{Evaluations, Evaluator, Leaf, Wdl};
use quirkat_net::{
    Architecture, Checkpoint, CheckpointError, CheckpointInfo, Extra, Kernel, NetDevice,
    NetEvaluator, Network, PerceptronSize, ResidualSize, Sample, Trainer, TrainingConfig,
};
use quirkat_rules::{Action, Game, Geometry, PLANES, Preset, write_planes};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

const PERCEPTRON: Architecture = Architecture::Perceptron(PerceptronSize {
    width: 48,
    blocks: 2,
});

const RESIDUAL: Architecture = Architecture::Residual(ResidualSize {
    channels: 8,
    blocks: 1,
});

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

/// Damages a file, or puts another in its place.
fn write_file(path: impl AsRef<std::path::Path>, content: impl AsRef<[u8]>) {
    quirkat_store::write(path.as_ref(), content.as_ref()).unwrap();
}

/// A network after some steps towards: the last legal action, and a win.
fn trained(steps: usize) -> (Trainer, Vec<f64>) {
    trained_on(PERCEPTRON, NetDevice::default(), steps)
}

fn trained_on(architecture: Architecture, device: NetDevice, steps: usize) -> (Trainer, Vec<f64>) {
    let mut trainer = Trainer::new(architecture, TrainingConfig::default(), device, [5; 32]);
    let samples: Vec<Sample> = games(64, 1).iter().map(sample).collect();
    let losses = (0..steps)
        .map(|_| trainer.step(&samples, 3e-3).unwrap())
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

fn evaluator(network: &Network, kernel: Kernel) -> NetEvaluator {
    NetEvaluator::new(network, NetDevice::Cpu(kernel), 32)
}

#[test]
fn the_hand_written_pass_equals_burns_on_a_trained_network() {
    let (trainer, _) = trained(40);
    let network = trainer.network();
    let games = games(1000, 2);
    let reference = evaluate(
        &mut NetEvaluator::new(&network, NetDevice::Flex, 32),
        &games,
    );
    for kernel in Kernel::available() {
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

/// Every way in which this machine evaluates: both architectures by burn, the perceptron by each kernel.
fn evaluators() -> Vec<NetEvaluator> {
    let perceptron = trained(3).0.network();
    let residual = trained_on(RESIDUAL, NetDevice::default(), 3).0.network();
    let mut evaluators: Vec<NetEvaluator> = Kernel::available()
        .map(|kernel| evaluator(&perceptron, kernel))
        .collect();
    evaluators.push(NetEvaluator::new(&perceptron, NetDevice::Flex, 32));
    evaluators.push(NetEvaluator::new(&residual, NetDevice::Flex, 32));
    evaluators.push(NetEvaluator::new(&residual, NetDevice::default(), 5));
    evaluators
}

#[test]
fn a_positions_numbers_do_not_depend_on_its_batch() {
    let games = games(37, 3);
    for evaluator in evaluators() {
        let mut evaluator = evaluator.without_cache();
        let together = evaluate(&mut evaluator, &games);
        for (game, expected) in games.iter().zip(&together) {
            let alone = evaluate(&mut evaluator, std::slice::from_ref(game));
            assert_eq!(&alone[0], expected);
        }
        let mut turned = games.clone();
        turned.reverse();
        let mut reversed = evaluate(&mut evaluator, &turned);
        reversed.reverse();
        assert_eq!(reversed, together);
    }
}

#[test]
fn what_the_cache_gives_is_what_the_network_says_to_the_bit() {
    // A fifth of the positions come back, in batches with new ones.
    let mut stream = games(1500, 6);
    for i in (5..stream.len()).step_by(5) {
        stream[i] = stream[i - 5].clone();
    }
    for mut cached in evaluators() {
        let mut uncached = cached.clone().without_cache();
        for batch in stream.chunks(32) {
            assert_eq!(evaluate(&mut cached, batch), evaluate(&mut uncached, batch));
        }
        assert!(cached.cache_hits() >= 250);
        assert_eq!(uncached.cache_hits(), 0);
    }
}

#[test]
fn the_numbers_of_flex_do_not_depend_on_the_threads_that_are_there() {
    let network = trained_on(RESIDUAL, NetDevice::Flex, 3).0.network();
    let games = games(20, 8);
    let numbers = || evaluate(&mut NetEvaluator::new(&network, NetDevice::Flex, 8), &games);
    let alone = numbers();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(numbers)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), alone);
        }
    });
}

#[test]
fn kernels_of_one_class_give_the_same_bits() {
    let network = trained(3).0.network();
    let games = games(100, 4);
    for class in ["portable", "fma"] {
        let of_class = Kernel::available().filter(|kernel| kernel.class() == class);
        let numbers: Vec<_> = of_class
            .map(|kernel| evaluate(&mut evaluator(&network, kernel), &games))
            .collect();
        assert!(numbers.windows(2).all(|pair| pair[0] == pair[1]));
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
    for kernel in Kernel::available() {
        let mut evaluator = evaluator(&network, kernel);
        assert_eq!(
            evaluate(&mut evaluator, &plain),
            evaluate(&mut evaluator, &swapped)
        );
    }
    let residual = trained_on(RESIDUAL, NetDevice::Flex, 3).0.network();
    for network in [network, residual] {
        let mut burn = NetEvaluator::new(&network, NetDevice::Flex, 32).without_cache();
        assert_eq!(evaluate(&mut burn, &plain), evaluate(&mut burn, &swapped));
    }
}

#[test]
fn training_learns_what_it_is_shown() {
    let (_, losses) = trained(60);
    assert!(losses[59] < 0.3 * losses[0], "{losses:?}");
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_a_resumed_trainer_takes_the_same_steps() {
    for (architecture, device) in [
        (PERCEPTRON, NetDevice::default()),
        (PERCEPTRON, NetDevice::Flex),
        (RESIDUAL, NetDevice::default()),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let checkpoint = |name: &str| Checkpoint::at(folder.path().join(name));
        let write = |name: &str, trainer: &Trainer| {
            checkpoint(name).write(trainer, &[], 0, 0, &[]).unwrap()
        };
        let (mut first, _) = trained_on(architecture, device, 3);
        let info = write("first", &first);
        assert_eq!(info, write("again", &trained_on(architecture, device, 3).0));
        assert_eq!(info.network, architecture);
        let (mut resumed, read) = checkpoint("first")
            .trainer(TrainingConfig::default(), device)
            .unwrap();
        assert_eq!(read, info);
        assert_eq!(write("resumed", &resumed), info);
        let samples: Vec<Sample> = games(32, 9).iter().map(sample).collect();
        assert_eq!(first.step(&samples, 1e-3), resumed.step(&samples, 1e-3));
        let after = write("first", &first);
        assert_eq!(after, write("resumed", &resumed));
        assert_ne!(after.weights_blake3, info.weights_blake3);
    }
}

#[test]
fn a_checkpoint_goes_on_on_another_device() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path());
    checkpoint.write(&trained(3).0, &[], 0, 0, &[]).unwrap();
    let samples: Vec<Sample> = games(32, 9).iter().map(sample).collect();
    let after = [NetDevice::default(), NetDevice::Flex].map(|device| {
        let (mut trainer, _) = checkpoint
            .trainer(TrainingConfig::default(), device)
            .unwrap();
        trainer.step(&samples, 1e-3).unwrap();
        trainer.network().tensors()
    });
    for (a, b) in after[0].iter().zip(&after[1]) {
        for (a, b) in a.values.iter().zip(&b.values) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }
}

#[test]
fn a_checkpoint_without_its_last_file_is_none_and_is_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path().join("net"));
    assert!(!checkpoint.exists());
    checkpoint.write(&trained(0).0, &[], 0, 0, &[]).unwrap();
    assert!(checkpoint.exists());
    std::fs::remove_file(checkpoint.folder().join("checkpoint.json")).unwrap();
    assert!(!checkpoint.exists());
    checkpoint.write(&trained(1).0, &[], 1, 1, &[]).unwrap();
    assert_eq!(checkpoint.network(NetDevice::default()).unwrap().1.steps, 1);
}

/// What somebody writes who knows how checkpoints are hashed.
fn sealed(mut json: serde_json::Value) -> String {
    json["info-blake3"] = "".into();
    if let Ok(info) = serde_json::from_value::<CheckpointInfo>(json.clone()) {
        let hash = blake3::hash(&serde_json::to_vec(&info).unwrap());
        json["info-blake3"] = hash.to_hex().to_string().into();
    }
    json.to_string()
}

#[test]
fn no_bit_of_a_description_changes_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path().join("iter-0003"));
    let info = checkpoint.write(&trained(0).0, &[], 3, 9, &[]).unwrap();
    let path = checkpoint.folder().join("checkpoint.json");
    let whole = std::fs::read(&path).unwrap();
    for byte in 0..whole.len() {
        for bit in [0, 3, 6] {
            let mut other = whole.clone();
            other[byte] ^= 1 << bit;
            write_file(&path, &other);
            // Spaces between words say nothing.
            let same = checkpoint.info().is_ok_and(|found| found == info);
            assert!(
                same || checkpoint.info().is_err(),
                "bit {bit} of byte {byte}"
            );
        }
    }
}

#[test]
fn a_checkpoint_in_the_place_of_another_iteration_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path().join("iter-0003"));
    checkpoint.write(&trained(0).0, &[], 2, 9, &[]).unwrap();
    let error = checkpoint.info().unwrap_err().to_string();
    assert!(error.contains("iteration 2"), "{error}");
}

#[test]
fn sizes_that_are_not_those_of_the_weights_are_a_damaged_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path());
    checkpoint.write(&trained(0).0, &[], 0, 0, &[]).unwrap();
    let path = folder.path().join("checkpoint.json");
    let json: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    for (network, part) in [
        (
            serde_json::json!({ "architecture": "perceptron", "width": 49, "blocks": 2 }),
            "width 49",
        ),
        (
            serde_json::json!({ "architecture": "perceptron", "width": 8192, "blocks": 64 }),
            "8192",
        ),
        (
            serde_json::json!({ "architecture": "perceptron", "width": u64::MAX, "blocks": 2 }),
            "width",
        ),
        (
            serde_json::json!({ "architecture": "perceptron", "width": 0, "blocks": 2 }),
            "width",
        ),
        (
            serde_json::json!({ "architecture": "residual", "channels": 8 }),
            "residual",
        ),
        (
            serde_json::json!({ "architecture": "residual", "width": 8 }),
            "channels",
        ),
        (
            serde_json::json!({ "architecture": "transformer" }),
            "transformer",
        ),
    ] {
        let mut json = json.clone();
        json["network"] = network;
        write_file(&path, sealed(json));
        let error = checkpoint
            .network(NetDevice::default())
            .expect_err("a refusal");
        assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn a_network_that_is_not_finite_is_neither_written_nor_read() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path());
    checkpoint.write(&trained(0).0, &[], 0, 0, &[]).unwrap();
    let path = folder.path().join("weights.bpk");
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 4;
    bytes[last..].copy_from_slice(&f32::NAN.to_le_bytes());
    write_file(&path, &bytes);
    let path = folder.path().join("checkpoint.json");
    let mut json: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    json["weights-blake3"] = blake3::hash(&bytes).to_hex().to_string().into();
    write_file(&path, sealed(json));
    let error = checkpoint
        .network(NetDevice::default())
        .expect_err("a refusal");
    assert!(error.to_string().contains("not finite"), "{error}");

    let (mut trainer, _) = trained(0);
    let samples: Vec<Sample> = games(8, 1).iter().map(sample).collect();
    trainer.step(&samples, f64::INFINITY).unwrap();
    let new = Checkpoint::at(folder.path().join("new"));
    let error = new.write(&trainer, &[], 0, 0, &[]).expect_err("a refusal");
    assert!(error.to_string().contains("not finite"), "{error}");
    assert!(!new.folder().exists());
}

#[test]
fn files_beside_the_network_are_checked_when_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::at(folder.path());
    let extra = [
        Extra::checked("games.json", b"1"),
        Extra::unchecked("seconds.json", b"2"),
    ];
    let info = checkpoint.write(&trained(0).0, &[], 0, 0, &extra).unwrap();
    assert_eq!(checkpoint.extra(&info, "games.json").unwrap(), b"1");
    assert_eq!(checkpoint.extra(&info, "seconds.json").unwrap(), b"2");
    for name in ["games.json", "seconds.json"] {
        write_file(folder.path().join(name), b"3");
    }
    let error = checkpoint.extra(&info, "games.json").unwrap_err();
    assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
    assert_eq!(checkpoint.extra(&info, "seconds.json").unwrap(), b"3");
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
                &[Extra::checked("note", b"x")],
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
    assert!(matches!(refusal(), CheckpointError::Missing { .. }));
    for name in ["weights.bpk", "checkpoint.json"] {
        fresh();
        let path = checkpoint.folder().join(name);
        let bytes = std::fs::read(&path).unwrap();
        write_file(&path, &bytes[..bytes.len() / 2]);
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
        write_file(&path, json.to_string());
        let error = refusal();
        assert!(matches!(error, CheckpointError::Version { .. }), "{error}");
        assert!(
            error.to_string().contains(key) && error.to_string().contains("99"),
            "{error}"
        );
    }
    fresh();
    let path = checkpoint.folder().join("optimizer.bpk");
    write_file(&path, b"short");
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
