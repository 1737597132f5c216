use crate::device::NetDevice;
use crate::network::{Network, floats};
use burn::prelude::*;
use quirkat_forward::{FEATURES, write_features};
use quirkat_rules::{Action, Planes};

/// What the network answers before any softmax, for every action, legal or not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Logits {
    /// `[N, 290]`, row by row.
    pub policy: Vec<f32>,
    /// `[N, 3]`: win, draw, loss of the side to move.
    pub wdl: Vec<f32>,
}

/// burn's own forward pass, [`Network::forward`], on positions: what every exported form must give.
///
/// # Panics
/// When the network is on another device.
pub fn burn_logits(network: &Network, device: NetDevice, positions: &[Planes]) -> Logits {
    /// Rows a pass, so that memory stays small.
    const ROWS: usize = 256;
    let device = device.burn();
    let mut logits = Logits::default();
    for batch in positions.chunks(ROWS) {
        let mut features = vec![0.0; batch.len() * FEATURES];
        for (planes, row) in batch.iter().zip(features.chunks_exact_mut(FEATURES)) {
            write_features(planes, row);
        }
        let input = TensorData::new(features, [batch.len(), FEATURES]);
        let (policy, wdl) = network.forward(Tensor::from_data(input, &device));
        logits.policy.extend(floats(policy));
        logits.wdl.extend(floats(wdl));
    }
    debug_assert_eq!(logits.policy.len(), positions.len() * Action::COUNT);
    logits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{Architecture, NamedTensor, ResidualSize};
    use crate::train::{Trainer, TrainingConfig};
    use quirkat_forward::PerceptronSize;
    use quirkat_rules::{Game, Geometry, PLANES, Rules, write_planes};
    use std::sync::Arc;

    fn network(architecture: Architecture) -> Network {
        let config = TrainingConfig::default();
        Trainer::new(architecture, config, NetDevice::default(), [3; 32]).network()
    }

    fn perceptron() -> Network {
        network(Architecture::Perceptron(PerceptronSize {
            width: 24,
            blocks: 2,
        }))
    }

    fn start(rules: Rules) -> Planes {
        let mut planes = [0; PLANES];
        write_planes(&Game::new(Arc::new(Geometry::new(rules))), &mut planes);
        planes
    }

    fn features(planes: &Planes) -> Vec<f32> {
        let mut x = vec![0.0; FEATURES];
        write_features(planes, &mut x);
        x
    }

    /// `y = W x + b` as `PyTorch` writes it.
    fn linear(layer: &[NamedTensor], x: &[f32]) -> Vec<f32> {
        let rows = layer[0].values.chunks_exact(layer[0].shape[1]);
        rows.zip(&layer[1].values)
            .map(|(row, b)| b + row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>())
            .collect()
    }

    /// A convolution of 3×3 on the board, one output and one tap after the other; zeros beyond the edge.
    fn conv(layer: &[NamedTensor], x: &[f32]) -> Vec<f32> {
        let [outputs, inputs] = [layer[0].shape[0], layer[0].shape[1]];
        let mut y = vec![0.0; outputs * 25];
        for output in 0..outputs {
            for (rank, file) in (0..25).map(|point| (point / 5, point % 5)) {
                let mut sum = layer[1].values[output];
                for input in 0..inputs {
                    for (down, right) in (0..9).map(|tap| (tap / 3, tap % 3)) {
                        let (r, f) = (rank + down, file + right);
                        if (1..=5).contains(&r) && (1..=5).contains(&f) {
                            let weight = ((output * inputs + input) * 3 + down) * 3 + right;
                            sum += layer[0].values[weight] * x[input * 25 + (r - 1) * 5 + f - 1];
                        }
                    }
                }
                y[output * 25 + rank * 5 + file] = sum;
            }
        }
        y
    }

    fn relu(x: Vec<f32>) -> Vec<f32> {
        x.into_iter().map(|x| x.max(0.0)).collect()
    }

    fn sum(a: &[f32], b: &[f32]) -> Vec<f32> {
        a.iter().zip(b).map(|(a, b)| a + b).collect()
    }

    fn assert_answers(network: &Network, planes: Planes, policy: &[f32], wdl: &[f32]) {
        let burn = burn_logits(network, NetDevice::default(), &[planes]);
        assert!(burn.policy.iter().any(|x| x.abs() > 1e-3), "not all zero");
        assert_eq!((policy.len(), wdl.len()), (Action::COUNT, 3));
        for (a, b) in policy
            .iter()
            .zip(&burn.policy)
            .chain(wdl.iter().zip(&burn.wdl))
        {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }

    #[test]
    fn the_perceptron_is_what_a_plain_computation_with_its_tensors_gives() {
        let network = perceptron();
        let planes = start(Rules::HUFFING);
        let all = network.tensors();
        let mut h = relu(linear(&all[..2], &features(&planes)));
        for block in all[2..6].chunks_exact(2) {
            h = sum(&h, &relu(linear(block, &h)));
        }
        let (policy, wdl) = (linear(&all[6..8], &h), linear(&all[8..], &h));
        assert_answers(&network, planes, &policy, &wdl);
    }

    #[test]
    fn the_residual_convolution_is_what_a_plain_computation_with_its_tensors_gives() {
        let network = network(Architecture::Residual(ResidualSize {
            channels: 6,
            blocks: 2,
        }));
        let planes = start(Rules::HUFFING);
        let all = network.tensors();
        let x = features(&planes);
        let switches = linear(&all[2..4], &x[19 * 25..]);
        let mut h = conv(&all[..2], &x[..19 * 25]);
        for (channel, switch) in h.chunks_exact_mut(25).zip(switches) {
            for value in channel.iter_mut() {
                *value += switch;
            }
        }
        h = relu(h);
        for block in all[4..12].chunks_exact(4) {
            let added = conv(&block[2..], &relu(conv(&block[..2], &h)));
            h = relu(sum(&h, &added));
        }
        let (policy, wdl) = (linear(&all[12..14], &h), linear(&all[14..], &h));
        assert_answers(&network, planes, &policy, &wdl);
    }

    #[test]
    fn a_positions_logits_do_not_depend_on_the_batch() {
        let network = perceptron();
        let positions = [Rules::BELL, Rules::STANDARD, Rules::HUFFING].map(start);
        let many: Vec<Planes> = positions.iter().copied().cycle().take(300).collect();
        let all = burn_logits(&network, NetDevice::default(), &many);
        let one = burn_logits(&network, NetDevice::default(), &many[299..]);
        for (a, b) in one.policy.iter().zip(&all.policy[299 * Action::COUNT..]) {
            assert!((a - b).abs() < 1e-5);
        }
        assert_eq!(all.wdl.len(), 900);
    }
}
