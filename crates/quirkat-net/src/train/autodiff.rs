use crate::losses::{Losses, TrainError};
use crate::network::{Network, floats, is_finite};
use crate::sample::Sample;
use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::prelude::*;
use burn::tensor::activation::log_softmax;
use quirkat_forward::{FEATURES, write_features};
use quirkat_rules::Action;

/// `AdamW` with burn's default constants (Loshchilov and Hutter 2019).
pub(super) fn optimizer(weight_decay: f32) -> ModuleOptimizer {
    let config = AdamWConfig::new().with_weight_decay(weight_decay);
    ModuleOptimizer::from(config.build())
}

/// The losses of a batch and their gradients, by burn on any device that can differentiate.
pub(super) fn gradients(
    network: &Network,
    batch: &[Sample],
    value_weight: f32,
    device: &Device,
) -> Result<(Losses, GradientsParams), TrainError> {
    let tensors = Tensors::of(batch, device);
    let (policy_logits, wdl_logits) = network.forward(tensors.features);
    let policy = cross_entropy(policy_logits + tensors.illegal, tensors.policy);
    let value = cross_entropy(wdl_logits, tensors.wdl);
    let loss = policy.clone() + value.clone().mul_scalar(value_weight);
    let losses = Losses {
        policy: f64::from(policy.into_scalar::<f32>()),
        value: f64::from(value.into_scalar::<f32>()),
    };
    let losses = losses.finite()?;
    let gradients = GradientsParams::from_grads(loss.backward(), network);
    let mut check = Check {
        gradients: &gradients,
        finite: true,
    };
    network.visit(&mut check);
    if !check.finite {
        return Err(TrainError::Gradient(losses));
    }
    Ok((losses, gradients))
}

/// Looks for a gradient that is not finite.
struct Check<'g> {
    gradients: &'g GradientsParams,
    finite: bool,
}

impl ModuleVisitor for Check<'_> {
    fn visit_float<const D: usize>(&mut self, parameter: &Param<Tensor<D>>) {
        if let Some(gradient) = self.gradients.get::<D>(parameter.id) {
            self.finite &= is_finite(&floats(gradient));
        }
    }
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
