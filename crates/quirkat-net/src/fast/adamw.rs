use crate::network::floats;
use burn::optim::{AdamW, AdamWState, AdaptiveMomentumState, Optimizer};
use burn::prelude::*;

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-5;

/// burn's `AdamW` with its default constants (Loshchilov and Hutter 2019), for the CPU: one pass
/// over the numbers instead of one for each operation. Its state is burn's, so records of the one
/// are records of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct FusedAdamW {
    weight_decay: f32,
}

impl FusedAdamW {
    pub(super) const fn new(weight_decay: f32) -> Self {
        Self { weight_decay }
    }
}

impl Optimizer for FusedAdamW {
    type State<const D: usize> = AdamWState<D>;

    fn step<const D: usize>(
        &self,
        rate: f64,
        tensor: Tensor<D>,
        gradient: Tensor<D>,
        state: Option<AdamWState<D>>,
    ) -> (Tensor<D>, Option<AdamWState<D>>) {
        let (shape, device) = (tensor.shape(), tensor.device());
        let (mut weights, gradients) = (floats(tensor), floats(gradient));
        let (time, mut first, mut second) = match state.map(|state| state.momentum) {
            Some(state) => (
                state.time + 1,
                floats(state.moment_1),
                floats(state.moment_2),
            ),
            None => (1, vec![0.0; weights.len()], vec![0.0; weights.len()]),
        };
        let corrections = [BETA_1, BETA_2].map(|beta| (1.0 - beta.powi(time as i32)).recip());
        let kept = (1.0 - rate * f64::from(self.weight_decay)) as f32;
        let rate = rate as f32;
        let moments = first.iter_mut().zip(&mut second);
        for ((weight, &gradient), (first, second)) in
            weights.iter_mut().zip(&gradients).zip(moments)
        {
            *first = *first * BETA_1 + gradient * (1.0 - BETA_1);
            *second = *second * BETA_2 + gradient * gradient * (1.0 - BETA_2);
            let delta = *first * corrections[0] / ((*second * corrections[1]).sqrt() + EPSILON);
            *weight = *weight * kept - delta * rate;
        }
        let tensor = |numbers| Tensor::from_data(TensorData::new(numbers, shape.clone()), &device);
        let momentum = AdaptiveMomentumState {
            time,
            moment_1: tensor(first),
            moment_2: tensor(second),
            max_moment_2: None,
        };
        (tensor(weights), Some(AdamWState { momentum }))
    }

    fn to_device<const D: usize>(state: AdamWState<D>, device: &Device) -> AdamWState<D> {
        AdamW::to_device(state, device)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn burns(weight_decay: f32) -> AdamW {
        burn::optim::AdamWConfig::new()
            .with_weight_decay(weight_decay)
            .build()
    }

    #[test]
    fn one_pass_equals_burns_operations() {
        let device = Device::flex();
        let tensor = |numbers: [f32; 4]| Tensor::<1>::from_data(numbers, &device);
        let start = tensor([0.5, -0.25, 0.0, 3.0]);
        let (fused, burns) = (FusedAdamW::new(0.1), burns(0.1));
        let (mut ours, mut theirs) = ((start.clone(), None), (start.clone(), None));
        for step in 1..=20u8 {
            let step = f32::from(step);
            let gradient = tensor([step.sin(), -1e-3 * step, 0.0, 1e-6]);
            ours = fused.step(0.01, ours.0, gradient.clone(), ours.1);
            theirs = burns.step(0.01, theirs.0, gradient, theirs.1);
            let weights = floats(ours.0.clone());
            assert_ne!(weights, floats(start.clone()));
            for (a, b) in weights.into_iter().zip(floats(theirs.0.clone())) {
                assert!((a - b).abs() < 1e-6, "{a} {b}");
            }
        }
        let (ours, theirs) = (ours.1.unwrap().momentum, theirs.1.unwrap().momentum);
        assert_eq!(ours.time, theirs.time);
        for (a, b) in floats(ours.moment_2)
            .into_iter()
            .zip(floats(theirs.moment_2))
        {
            assert!((a - b).abs() < 1e-7, "{a} {b}");
        }
    }
}
