use crate::{FEATURES, NetDevice, Network, NetworkConfig, Sample, write_features};
use burn::grad_clipping::GradientClippingConfig;
use burn::module::Module;
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::prelude::*;
use burn::tensor::activation::log_softmax;
use quirkat_rules::Action;
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
    /// Gradients are scaled down to this norm.
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
    device: Device,
}

impl Trainer {
    /// A network with random weights that follow from `seed` alone.
    pub fn new(
        size: NetworkConfig,
        config: TrainingConfig,
        device: NetDevice,
        seed: [u8; 32],
    ) -> Self {
        let device = device.burn().autodiff();
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::from_seed(seed);
        Self {
            network: Network::random(size, &device, &mut rng),
            optimizer: optimizer(config),
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
        device: Device,
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
        let tensors = Tensors::of(batch, &self.device);
        let (policy_logits, wdl_logits) = self.network.forward(tensors.features);
        let policy = cross_entropy(policy_logits + tensors.illegal, tensors.policy);
        let value = cross_entropy(wdl_logits, tensors.wdl);
        let loss = policy.clone() + value.clone().mul_scalar(self.config.value_weight);
        let gradients = GradientsParams::from_grads(loss.backward(), &self.network);
        let losses = Losses {
            policy: f64::from(policy.into_scalar::<f32>()),
            value: f64::from(value.into_scalar::<f32>()),
        };
        self.network = self
            .optimizer
            .step(learning_rate, self.network.clone(), gradients);
        losses
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

pub(crate) fn optimizer(config: TrainingConfig) -> ModuleOptimizer {
    AdamWConfig::new()
        .with_weight_decay(config.weight_decay)
        .with_grad_clipping(Some(GradientClippingConfig::Norm(config.gradient_norm)))
        .init()
}

struct Tensors {
    /// `[N, FEATURES]`
    features: Tensor<2>,
    /// `[N, 290]`: 0 for legal actions, a large negative number for the others.
    illegal: Tensor<2>,
    /// `[N, 290]`
    policy: Tensor<2>,
    /// `[N, 3]`
    wdl: Tensor<2>,
}

impl Tensors {
    fn of(batch: &[Sample], device: &Device) -> Self {
        let count = batch.len();
        let mut features = vec![0.0; count * FEATURES];
        let mut illegal = vec![-1e9f32; count * Action::COUNT];
        let mut policy = vec![0.0f32; count * Action::COUNT];
        let mut wdl = Vec::with_capacity(count * 3);
        for (i, sample) in batch.iter().enumerate() {
            write_features(&sample.planes, &mut features[i * FEATURES..][..FEATURES]);
            for &(action, share) in &sample.policy {
                illegal[i * Action::COUNT + action.index()] = 0.0;
                policy[i * Action::COUNT + action.index()] = share;
            }
            wdl.extend([sample.wdl.win, sample.wdl.draw, sample.wdl.loss]);
        }
        let tensor = |data: Vec<f32>, width: usize| {
            Tensor::from_data(TensorData::new(data, [count, width]), device)
        };
        Self {
            features: tensor(features, FEATURES),
            illegal: tensor(illegal, Action::COUNT),
            policy: tensor(policy, Action::COUNT),
            wdl: tensor(wdl, 3),
        }
    }
}

/// Mean over the batch of −Σ target · log softmax(logits).
fn cross_entropy(logits: Tensor<2>, target: Tensor<2>) -> Tensor<1> {
    -(target * log_softmax(logits, 1)).sum_dim(1).mean()
}
