use super::autodiff;
use super::config::TrainingConfig;
use crate::device::NetDevice;
use crate::fast;
use crate::losses::{Losses, TrainError};
use crate::network::{Architecture, Init, Network};
use crate::sample::Sample;
use burn::grad_clipping::GradientClipping;
use burn::module::Module;
use burn::optim::{GradientsParams, ModuleOptimizer};
use rand::SeedableRng;

/// A network in training, with the optimiser's state.
#[allow(missing_debug_implementations, reason = "burn's optimiser has none")]
pub struct Trainer {
    pub(crate) network: Network,
    pub(crate) optimizer: ModuleOptimizer,
    pub(crate) architecture: Architecture,
    config: TrainingConfig,
    device: NetDevice,
}

impl Trainer {
    /// A network with random weights that follow from `seed` alone.
    pub fn new(
        architecture: Architecture,
        config: TrainingConfig,
        device: NetDevice,
        seed: [u8; 32],
    ) -> Self {
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::from_seed(seed);
        let burn = device.burn().autodiff();
        Self {
            network: Network::init(architecture, &mut Init::random(&burn, &mut rng)),
            optimizer: optimizer(architecture, config, device),
            architecture,
            config,
            device,
        }
    }

    pub(crate) fn from_parts(
        network: Network,
        optimizer: ModuleOptimizer,
        architecture: Architecture,
        config: TrainingConfig,
        device: NetDevice,
    ) -> Self {
        Self {
            network,
            optimizer,
            architecture,
            config,
            device,
        }
    }

    /// One optimiser step on a batch; returns the losses before it. Single-threaded on the CPU, so
    /// the same steps give the same weights.
    ///
    /// # Errors
    /// When loss or gradient are not finite: the network is then as before.
    ///
    /// # Panics
    /// When the batch is empty.
    pub fn step(&mut self, batch: &[Sample], learning_rate: f64) -> Result<Losses, TrainError> {
        assert!(!batch.is_empty(), "a batch needs positions");
        let (losses, gradients) = self.gradients(batch)?;
        self.network = self
            .optimizer
            .step(learning_rate, self.network.clone(), gradients);
        Ok(losses)
    }

    fn gradients(&self, batch: &[Sample]) -> Result<(Losses, GradientsParams), TrainError> {
        let value_weight = self.config.value_weight;
        fast::gradients(self.device, &self.network, batch, value_weight).unwrap_or_else(|| {
            let device = self.device.burn().autodiff();
            autodiff::gradients(&self.network, batch, value_weight, &device)
        })
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

pub(crate) fn optimizer(
    architecture: Architecture,
    config: TrainingConfig,
    device: NetDevice,
) -> ModuleOptimizer {
    fast::optimizer(device, architecture, config.weight_decay)
        .unwrap_or_else(|| autodiff::optimizer(config.weight_decay))
        .with_grad_clipping(GradientClipping::Norm(config.gradient_norm))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::ResidualSize;
    use quirkat_forward::{Kernel, PerceptronSize};
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
            let size = Architecture::Perceptron(PerceptronSize { width, blocks });
            for kernel in Kernel::available() {
                let mut trainer = Trainer::new(size, config, NetDevice::Cpu(kernel), [8; 32]);
                // Away from the start, where all biases are 0.
                trainer.step(&samples, 3e-3).unwrap();
                let batch = &samples[300 - count..];
                let (losses, ours) = trainer.gradients(batch).unwrap();
                let device = NetDevice::Flex.burn().autodiff();
                let (burns, theirs) =
                    autodiff::gradients(&trainer.network, batch, 0.7, &device).unwrap();
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
                    assert!(theirs.iter().any(|gradient| gradient.abs() > 1e-4));
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
        for (architecture, device) in everywhere() {
            let trainer = Trainer::new(architecture, TrainingConfig::default(), device, [8; 32]);
            let (both, _) = trainer.gradients(&batch).unwrap();
            let (first, _) = trainer.gradients(&batch[..1]).unwrap();
            assert!((both.policy - first.policy / 2.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_step_that_would_not_stay_finite_is_an_error_and_changes_nothing() {
        let batch = samples(8);
        for (architecture, device) in everywhere() {
            let mut trainer =
                Trainer::new(architecture, TrainingConfig::default(), device, [8; 32]);
            // So far that the next loss overflows.
            let error = (0..20).find_map(|_| {
                let before = trainer.network().tensors();
                trainer
                    .step(&batch, 1e30)
                    .err()
                    .map(|error| (error, before))
            });
            let (error, before) = error.expect("a loss or a gradient that is not finite");
            assert!(error.to_string().contains("not finite"), "{error}");
            let after = trainer.network().tensors();
            let bits = |tensors: &[crate::NamedTensor]| -> Vec<u32> {
                let values = tensors.iter().flat_map(|tensor| &tensor.values);
                values.map(|value| value.to_bits()).collect()
            };
            assert_eq!(bits(&after), bits(&before));
        }
    }

    #[test]
    fn every_architecture_learns_a_batch_on_the_hand_written_path_and_by_burn() {
        let batch = samples(32);
        for (architecture, device) in everywhere() {
            let mut trainer =
                Trainer::new(architecture, TrainingConfig::default(), device, [2; 32]);
            let mut losses = (0..40).map(|_| trainer.step(&batch, 3e-3).unwrap());
            let first = losses.next().unwrap();
            let last = losses.last().unwrap();
            let (first, last) = (first.policy + first.value, last.policy + last.value);
            assert!(
                last < 0.95 * first,
                "{architecture} on {device}: {first} {last}"
            );
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_and_another_gives_others() {
        let batch = samples(16);
        for (architecture, device) in everywhere() {
            let trained = |seed: u8| {
                let mut trainer =
                    Trainer::new(architecture, TrainingConfig::default(), device, [seed; 32]);
                trainer.step(&batch, 1e-3).unwrap();
                trainer.network().tensors()
            };
            assert_eq!(trained(1), trained(1));
            assert_ne!(trained(1), trained(2));
        }
    }

    /// Small networks of every architecture, on both devices of the CPU.
    fn everywhere() -> Vec<(Architecture, NetDevice)> {
        let small = [
            Architecture::Perceptron(PerceptronSize {
                width: 16,
                blocks: 1,
            }),
            Architecture::Residual(ResidualSize {
                channels: 4,
                blocks: 1,
            }),
        ];
        let devices = [NetDevice::default(), NetDevice::Flex];
        small
            .into_iter()
            .flat_map(|size| devices.map(|device| (size, device)))
            .collect()
    }

    fn numbers<const D: usize>(gradients: &GradientsParams, id: u64) -> Vec<f32> {
        let tensor = gradients.get::<D>(id.into()).expect("a gradient");
        tensor.into_data().try_into_vec().unwrap()
    }
}
