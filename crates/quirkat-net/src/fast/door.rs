use super::adamw::FusedAdamW;
use super::{backward, convert};
use crate::device::NetDevice;
use crate::losses::{Losses, TrainError};
use crate::network::{Architecture, Network, Perceptron};
use crate::sample::Sample;
use burn::optim::{GradientsParams, ModuleOptimizer};
use quirkat_forward::{Kernel, PerceptronPass};

/// The forward pass of a network for evaluation.
pub(crate) fn pass(device: NetDevice, network: &Network) -> Option<PerceptronPass> {
    let (kernel, perceptron) = applies(device, network)?;
    Some(PerceptronPass::new(convert::weights(perceptron), kernel))
}

/// The losses of a batch and their gradient by every parameter.
pub(crate) fn gradients(
    device: NetDevice,
    network: &Network,
    batch: &[Sample],
    value_weight: f32,
) -> Option<Result<(Losses, GradientsParams), TrainError>> {
    let (kernel, perceptron) = applies(device, network)?;
    let weights = convert::weights(perceptron);
    let (losses, gradients) = backward::gradients(kernel, weights, batch, value_weight);
    Some(losses.finite().and_then(|losses| {
        if convert::is_finite(&gradients) {
            let gradients = convert::by_parameter(perceptron, gradients, &device.burn());
            Ok((losses, gradients))
        } else {
            Err(TrainError::Gradient(losses))
        }
    }))
}

/// An optimiser that does what burn's `AdamW` does; each reads the other's state.
pub(crate) fn optimizer(
    device: NetDevice,
    architecture: Architecture,
    weight_decay: f32,
) -> Option<ModuleOptimizer> {
    match (device, architecture) {
        (NetDevice::Cpu(_), Architecture::Perceptron(_)) => {
            Some(ModuleOptimizer::from(FusedAdamW::new(weight_decay)))
        }
        _ => None,
    }
}

fn applies(device: NetDevice, network: &Network) -> Option<(Kernel, &Perceptron)> {
    match (device, network) {
        (NetDevice::Cpu(kernel), Network::Perceptron(perceptron)) => Some((kernel, perceptron)),
        _ => None,
    }
}
