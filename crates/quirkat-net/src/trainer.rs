use crate::adamw::FusedAdamW;
use crate::{Kernel, NetDevice, Network, NetworkConfig, Sample, backward};
use burn::grad_clipping::GradientClipping;
use burn::module::Module;
use burn::optim::{GradientsParams, ModuleOptimizer};
use rand::SeedableRng;
use serde::{Deserialize, Serialize};

/// Constants of the optimiser (`AdamW`: Loshchilov and Hutter 2019).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TrainingConfig {
    /// Positions a step.
    pub batch_size: usize,
    /// Step size at the first iteration.
    pub learning_rate: f64,
    /// After this many iterations the step size is half of the first: rate / (1 + iteration / this).
    pub learning_rate_half_life: f64,
    /// Decoupled weight decay.
    pub weight_decay: f32,
    /// Weight of the value loss beside the policy loss.
    pub value_weight: f32,
    /// The gradient of each weight matrix and each bias is scaled down to this norm.
    pub gradient_norm: f32,
}

impl Default for TrainingConfig {
    fn default() -> Self {
        Self {
            batch_size: 256,
            learning_rate: 2e-3,
            learning_rate_half_life: 10.0,
            weight_decay: 1e-4,
            value_weight: 1.0,
            gradient_norm: 2.0,
        }
    }
}

/// Mean losses, in nats a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Cross-entropy of the policy over the legal actions.
    pub policy: f64,
    /// Cross-entropy of W/D/L.
    pub value: f64,
}

/// A network in training, with the optimiser's state.
#[allow(missing_debug_implementations, reason = "burn's optimiser has none")]
pub struct Trainer {
    pub(crate) network: Network,
    pub(crate) optimizer: ModuleOptimizer,
    pub(crate) size: NetworkConfig,
    config: TrainingConfig,
    device: NetDevice,
}

impl Trainer {
    /// A network with random weights that follow from `seed` alone.
    pub fn new(
        size: NetworkConfig,
        config: TrainingConfig,
        device: NetDevice,
        seed: [u8; 32],
    ) -> Self {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::from_seed(seed);
        Self {
            network: Network::random(size, &device.burn().autodiff(), &mut rng),
            optimizer: optimizer(config, device),
            size,
            config,
            device,
        }
    }

    pub(crate) fn from_parts(
        network: Network,
        optimizer: ModuleOptimizer,
        size: NetworkConfig,
        config: TrainingConfig,
        device: NetDevice,
    ) -> Self {
        Self {
            network,
            optimizer,
            size,
            config,
            device,
        }
    }

    /// One optimiser step on a batch; returns the losses before it. Single-threaded on the CPU, so
    /// the same steps give the same weights.
    ///
    /// # Panics
    /// When the batch is empty.
    pub fn step(&mut self, batch: &[Sample], learning_rate: f64) -> Losses {
        assert!(!batch.is_empty(), "a batch needs positions");
        let (losses, gradients) = match self.device {
            NetDevice::Cpu(kernel) => self.gradients(kernel, batch),
            #[cfg(any(feature = "wgpu", feature = "cuda"))]
            _ => self.burn_gradients(batch),
        };
        self.network = self
            .optimizer
            .step(learning_rate, self.network.clone(), gradients);
        losses
    }

    /// By hand, on the CPU.
    fn gradients(&self, kernel: Kernel, batch: &[Sample]) -> (Losses, GradientsParams) {
        let kernel = kernel.or_portable();
        let (losses, layers) =
            backward::gradients(kernel, &self.network, batch, self.config.value_weight);
        let gradients = self.network.by_parameter(layers, &self.device.burn());
        (losses, gradients)
    }

    /// By burn's automatic differentiation: on other devices, and as the reference in tests.
    #[cfg(any(test, feature = "wgpu", feature = "cuda"))]
    fn burn_gradients(&self, batch: &[Sample]) -> (Losses, GradientsParams) {
        let device = self.device.burn().autodiff();
        crate::autodiff::gradients(&self.network, batch, self.config.value_weight, &device)
    }

    /// The network for evaluation.
    pub fn network(&self) -> Network {
        self.network.valid()
    }

    /// Constants of the optimiser.
    pub const fn config(&self) -> &TrainingConfig {
        &self.config
    }
}

pub(crate) fn optimizer(config: TrainingConfig, device: NetDevice) -> ModuleOptimizer {
    let decay = config.weight_decay;
    let optimizer = match device {
        NetDevice::Cpu(_) => ModuleOptimizer::from(FusedAdamW::new(decay)),
        #[cfg(any(feature = "wgpu", feature = "cuda"))]
        _ => ModuleOptimizer::from(crate::adamw::adamw(decay)),
    };
    optimizer.with_grad_clipping(GradientClipping::Norm(config.gradient_norm))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_mcts::Wdl;
    use quirkat_rules::{Game, Geometry, PLANES, Preset, write_planes};
    use rand::RngExt;
    use std::sync::Arc;

    /// Positions of random games with a random target each, illegal actions apart.
    fn samples(count: usize) -> Vec<Sample> {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(6);
        let geometries =
            [Preset::Standard, Preset::Bell].map(|preset| Arc::new(Geometry::new(preset.rules())));
        let mut game = Game::new(Arc::clone(&geometries[0]));
        let mut samples = Vec::new();
        while samples.len() < count {
            let legal = game.legal_actions();
            if legal.is_empty() {
                game = Game::new(Arc::clone(&geometries[samples.len() % 2]));
                continue;
            }
            let mut planes = [0; PLANES];
            write_planes(&game, &mut planes);
            let shares: Vec<f32> = legal.iter().map(|_| rng.random()).collect();
            let total: f32 = shares.iter().sum();
            let [win, draw] = [rng.random::<f32>() / 2.0, rng.random::<f32>() / 2.0];
            samples.push(Sample {
                planes,
                policy: legal
                    .iter()
                    .zip(shares)
                    .map(|(action, share)| (action, share / total))
                    .collect(),
                wdl: Wdl {
                    win,
                    draw,
                    loss: 1.0 - win - draw,
                },
            });
            game.play_legal(legal.nth(rng.random_range(0..legal.len())).unwrap());
        }
        samples
    }

    #[test]
    fn hand_written_gradients_are_those_of_burn() {
        let samples = samples(300);
        let config = TrainingConfig {
            value_weight: 0.7,
            ..TrainingConfig::default()
        };
        for (width, blocks, count) in [(192, 2, 300), (64, 1, 128), (33, 0, 1), (50, 3, 129)] {
            let size = NetworkConfig { width, blocks };
            for kernel in [Kernel::Portable, Kernel::Fma8, Kernel::Fma16] {
                let mut trainer = Trainer::new(size, config, NetDevice::Cpu(kernel), [8; 32]);
                // Away from the start, where all biases are 0.
                trainer.step(&samples, 3e-3);
                let batch = &samples[300 - count..];
                let (losses, ours) = trainer.gradients(kernel, batch);
                let (burns, theirs) = trainer.burn_gradients(batch);
                assert!((losses.policy - burns.policy).abs() < 1e-5);
                assert!((losses.value - burns.value).abs() < 1e-5);
                assert_eq!((ours.len(), theirs.len()), (2 * blocks + 6, 2 * blocks + 6));
                for id in 1..=ours.len() as u64 {
                    let (ours, theirs) = if id % 2 == 1 {
                        (numbers::<2>(&ours, id), numbers::<2>(&theirs, id))
                    } else {
                        (numbers::<1>(&ours, id), numbers::<1>(&theirs, id))
                    };
                    assert_eq!(ours.len(), theirs.len());
                    assert!(theirs.iter().any(|slope| slope.abs() > 1e-4));
                    for (a, b) in ours.iter().zip(&theirs) {
                        assert!((a - b).abs() < 1e-5, "{kernel}, parameter {id}: {a} {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_position_without_actions_has_no_policy_loss() {
        let mut batch = samples(2);
        batch[1].policy.clear();
        let trainer = Trainer::new(
            NetworkConfig::default(),
            TrainingConfig::default(),
            NetDevice::default(),
            [8; 32],
        );
        let (both, _) = trainer.gradients(Kernel::best(), &batch);
        let (first, _) = trainer.gradients(Kernel::best(), &batch[..1]);
        assert!((both.policy - first.policy / 2.0).abs() < 1e-6);
    }

    fn numbers<const D: usize>(gradients: &GradientsParams, id: u64) -> Vec<f32> {
        let tensor = gradients.get::<D>(id.into()).expect("a gradient");
        tensor.into_data().try_into_vec().unwrap()
    }
}
