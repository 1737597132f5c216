use burn::module::{Param, ParamId};
use burn::nn::conv::Conv2d;
use burn::nn::{Linear, PaddingConfig2d};
use burn::prelude::*;
use rand::{Rng, RngExt};

/// Makes layers with weights from one stream of random numbers and parameter ids 1, 2, …, so that
/// the same seed gives the same network and the same files.
#[allow(
    missing_debug_implementations,
    reason = "a random generator need not have it"
)]
pub struct Init<'a> {
    device: &'a Device,
    last_id: u64,
    /// None for weights of 0, which are about to be overwritten.
    rng: Option<&'a mut dyn Rng>,
}

impl<'a> Init<'a> {
    pub(crate) fn random(device: &'a Device, rng: &'a mut dyn Rng) -> Self {
        Self {
            device,
            last_id: 0,
            rng: Some(rng),
        }
    }

    pub(crate) fn zeros(device: &'a Device) -> Self {
        Self {
            device,
            last_id: 0,
            rng: None,
        }
    }

    /// A fully connected layer. Its weights are uniform in ±`scale` · √(3 / inputs), which keeps the
    /// variance at `scale` 1; its biases are 0.
    pub fn linear(&mut self, inputs: usize, outputs: usize, scale: f64) -> Linear {
        let weights = self.weights(inputs * outputs, inputs, scale);
        let weight =
            Tensor::<2>::from_data(TensorData::new(weights, [inputs, outputs]), self.device);
        Linear {
            weight: self.parameter(weight),
            bias: Some(self.bias(outputs)),
        }
    }

    /// A convolution with kernels of 3×3 that keeps the board's size, zeros beyond the edge. Its
    /// weights are uniform in ±`scale` · √(3 / (9 · inputs)), its biases are 0.
    pub fn conv3x3(&mut self, inputs: usize, outputs: usize, scale: f64) -> Conv2d {
        let weights = self.weights(9 * inputs * outputs, 9 * inputs, scale);
        let shape = [outputs, inputs, 3, 3];
        let weight = Tensor::<4>::from_data(TensorData::new(weights, shape), self.device);
        Conv2d {
            weight: self.parameter(weight),
            bias: Some(self.bias(outputs)),
            stride: [1, 1],
            kernel_size: [3, 3],
            dilation: [1, 1],
            groups: 1,
            padding: PaddingConfig2d::Explicit(1, 1, 1, 1),
        }
    }

    fn weights(&mut self, count: usize, read: usize, scale: f64) -> Vec<f32> {
        let Some(rng) = &mut self.rng else {
            return vec![0.0; count];
        };
        let bound = scale * (3.0 / read as f64).sqrt();
        (0..count)
            .map(|_| ((rng.random::<f64>() * 2.0 - 1.0) * bound) as f32)
            .collect()
    }

    fn bias(&mut self, outputs: usize) -> Param<Tensor<1>> {
        self.parameter(Tensor::<1>::zeros([outputs], self.device))
    }

    fn parameter<const D: usize>(&mut self, tensor: Tensor<D>) -> Param<Tensor<D>> {
        self.last_id += 1;
        // Only a training device has gradients to ask for.
        let tensor = if self.device.is_autodiff() {
            tensor.require_grad()
        } else {
            tensor
        };
        Param::initialized(ParamId::from(self.last_id), tensor)
    }
}
