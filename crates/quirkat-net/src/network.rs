use crate::FEATURES;
use crate::backward::Layers;
use crate::layer::Layer;
use burn::module::{Module, Param, ParamId};
use burn::nn::Linear;
use burn::optim::GradientsParams;
use burn::prelude::*;
use burn::tensor::activation::relu;
use quirkat_rules::Action;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// Size of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct NetworkConfig {
    /// Width of every hidden layer.
    pub width: usize,
    /// Residual blocks of one layer each after the input layer.
    pub blocks: usize,
}

impl Default for NetworkConfig {
    fn default() -> Self {
        Self {
            width: 192,
            blocks: 2,
        }
    }
}

/// A residual multilayer perceptron with two heads.
///
/// ```text
/// features [N, FEATURES] -> input layer, ReLU -> blocks: h + ReLU(W h + b) -> policy logits [N, 290]
///                                                                          -> W/D/L logits [N, 3]
/// ```
/// A perceptron and not a convolution: on a CPU it evaluates about thirty times as many positions
/// in the same time, and the board has only 25 points.
#[derive(Module, Debug)]
pub struct Network {
    input: Linear,
    blocks: Vec<Linear>,
    policy: Linear,
    wdl: Linear,
}

impl Network {
    /// A network with weights drawn from `rng` alone: uniform in ±√(3 / inputs) (variance-preserving
    /// for `ReLU` with residuals), heads in a tenth of that, biases 0. Parameter ids are 1, 2, … so
    /// that the same seed gives the same files.
    pub(crate) fn random(config: NetworkConfig, device: &Device, rng: &mut impl Rng) -> Self {
        let mut id = 0;
        let mut layer = |inputs: usize, outputs: usize, scale: f64| {
            let bound = scale * (3.0 / inputs as f64).sqrt();
            let weights: Vec<f32> = (0..inputs * outputs)
                .map(|_| ((rng.random::<f64>() * 2.0 - 1.0) * bound) as f32)
                .collect();
            let weight =
                Tensor::<2>::from_data(TensorData::new(weights, [inputs, outputs]), device);
            let bias = Tensor::<1>::zeros([outputs], device);
            id += 2;
            // Only a training device has gradients to ask for.
            let training = device.is_autodiff();
            let weight = if training {
                weight.require_grad()
            } else {
                weight
            };
            let bias = if training { bias.require_grad() } else { bias };
            Linear {
                weight: Param::initialized(ParamId::from(id - 1), weight),
                bias: Some(Param::initialized(ParamId::from(id), bias)),
            }
        };
        let width = config.width;
        Self {
            // Few of the features are 1 at a time, hence the larger scale.
            input: layer(FEATURES, width, 3.0),
            blocks: (0..config.blocks)
                .map(|_| layer(width, width, 1.0))
                .collect(),
            policy: layer(width, Action::COUNT, 0.1),
            wdl: layer(width, 3, 0.1),
        }
    }

    /// Input layer, blocks, policy head and W/D/L head as plain numbers.
    pub(crate) fn layers(&self) -> (Layer, Vec<Layer>, Layer, Layer) {
        let blocks = self.blocks.iter().map(plain).collect();
        (
            plain(&self.input),
            blocks,
            plain(&self.policy),
            plain(&self.wdl),
        )
    }

    /// Gradients in the shapes of [`Self::layers`], as the optimiser takes them: by parameter.
    pub(crate) fn by_parameter(&self, gradients: Layers, device: &Device) -> GradientsParams {
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
        register(&self.input, gradients.input);
        for (block, gradient) in self.blocks.iter().zip(gradients.blocks) {
            register(block, gradient);
        }
        register(&self.policy, gradients.policy);
        register(&self.wdl, gradients.wdl);
        params
    }

    /// Policy logits `[N, 290]` and W/D/L logits `[N, 3]` of features `[N, FEATURES]`, all from the
    /// point of view of the side to move.
    pub fn forward(&self, features: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let mut hidden = relu(self.input.forward(features));
        for block in &self.blocks {
            hidden = relu(block.forward(hidden.clone())) + hidden;
        }
        (
            self.policy.forward(hidden.clone()),
            self.wdl.forward(hidden),
        )
    }
}

fn plain(linear: &Linear) -> Layer {
    let [inputs, outputs] = linear.weight.val().dims();
    let floats = |data: TensorData| {
        data.try_into_vec::<f32>()
            .expect("the network computes in f32")
    };
    Layer {
        inputs,
        outputs,
        weights: floats(linear.weight.val().into_data()),
        bias: linear
            .bias
            .as_ref()
            .map_or_else(|| vec![0.0; outputs], |bias| floats(bias.val().into_data())),
    }
}
