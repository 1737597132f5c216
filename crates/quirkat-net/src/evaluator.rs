use crate::{FEATURES, NetDevice, Network, write_features};
use burn::prelude::*;
use quirkat_mcts::{Evaluations, Evaluator, Leaf, Wdl};
use quirkat_rules::{Action, PLANES, write_planes};

/// Runs a network on leaves, in batches padded to one fixed width so that every forward pass has the
/// same shape and a leaf's numbers do not depend on how many others came with it.
#[derive(Clone, Debug)]
pub struct NetEvaluator {
    network: Network,
    device: Device,
    width: usize,
}

impl NetEvaluator {
    /// An evaluator with batches of `width` positions (at least 1).
    pub fn new(network: Network, device: NetDevice, width: usize) -> Self {
        Self {
            network,
            device: device.burn(),
            width: width.max(1),
        }
    }

    fn evaluate_batch(&self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        let mut features = vec![0.0; self.width * FEATURES];
        let mut planes = [0; PLANES];
        for (leaf, row) in leaves.iter().zip(features.chunks_exact_mut(FEATURES)) {
            write_planes(leaf.game, &mut planes);
            write_features(&planes, row);
        }
        let input = Tensor::from_data(
            TensorData::new(features, [self.width, FEATURES]),
            &self.device,
        );
        let (policy, wdl) = self.network.forward(input);
        let policy = into_floats(policy);
        let wdl = into_floats(wdl);
        for (i, leaf) in leaves.iter().enumerate() {
            let logits = &policy[i * Action::COUNT..][..Action::COUNT];
            let mut value = [wdl[i * 3], wdl[i * 3 + 1], wdl[i * 3 + 2]];
            softmax(&mut value);
            let [win, draw, loss] = value;
            out.push(Wdl { win, draw, loss }, leaf.actions.len(), |priors| {
                for (prior, action) in priors.iter_mut().zip(leaf.actions) {
                    *prior = logits[action.index()];
                }
                softmax(priors);
            });
        }
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for batch in leaves.chunks(self.width) {
            self.evaluate_batch(batch, out);
        }
    }
}

fn into_floats(tensor: Tensor<2>) -> Vec<f32> {
    tensor
        .into_data()
        .try_into_vec::<f32>()
        .expect("the network computes in f32")
}

fn softmax(values: &mut [f32]) {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for value in values.iter_mut() {
        *value = (*value - most).exp();
        total += *value;
    }
    values.iter_mut().for_each(|value| *value /= total);
}
