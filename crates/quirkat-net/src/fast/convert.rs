use crate::network::{self, Perceptron, floats};
use burn::nn::Linear;
use burn::optim::GradientsParams;
use burn::prelude::*;
use quirkat_forward::{Layer, PerceptronWeights};

/// The parameters as plain numbers.
pub(super) fn weights(perceptron: &Perceptron) -> PerceptronWeights {
    PerceptronWeights {
        input: plain(&perceptron.input),
        blocks: perceptron.blocks.iter().map(plain).collect(),
        policy: plain(&perceptron.policy),
        wdl: plain(&perceptron.wdl),
    }
}

fn plain(linear: &Linear) -> Layer {
    let [inputs, outputs] = linear.weight.val().dims();
    Layer {
        inputs,
        outputs,
        weights: floats(linear.weight.val()),
        bias: linear
            .bias
            .as_ref()
            .map_or_else(|| vec![0.0; outputs], |bias| floats(bias.val())),
    }
}

/// Whether all numbers are finite.
pub(super) fn is_finite(gradients: &PerceptronWeights) -> bool {
    let heads = [&gradients.input, &gradients.policy, &gradients.wdl];
    let mut layers = heads.into_iter().chain(&gradients.blocks);
    layers.all(|layer| network::is_finite(&layer.weights) && network::is_finite(&layer.bias))
}

/// Gradients as the optimiser takes them: by parameter.
pub(super) fn by_parameter(
    perceptron: &Perceptron,
    gradients: PerceptronWeights,
    device: &Device,
) -> GradientsParams {
    let mut params = GradientsParams::new();
    let mut register = |linear: &Linear, layer: Layer| {
        let shape = [layer.inputs, layer.outputs];
        let weights = Tensor::<2>::from_data(TensorData::new(layer.weights, shape), device);
        params.register(linear.weight.id, weights);
        if let Some(bias) = &linear.bias {
            let shape = [layer.outputs];
            let values = Tensor::<1>::from_data(TensorData::new(layer.bias, shape), device);
            params.register(bias.id, values);
        }
    };
    register(&perceptron.input, gradients.input);
    for (block, gradient) in perceptron.blocks.iter().zip(gradients.blocks) {
        register(block, gradient);
    }
    register(&perceptron.policy, gradients.policy);
    register(&perceptron.wdl, gradients.wdl);
    params
}
