use crate::{FEATURES, Forward, NetDevice, Network, write_features};
use burn::prelude::*;
use quirkat_mcts::{Evaluations, Evaluator, Leaf, Wdl};
use quirkat_rules::{Action, PLANES, Planes, write_planes};

/// Runs a network on leaves: on the CPU by the hand-written [`Forward`], elsewhere by burn.
#[derive(Clone, Debug)]
pub struct NetEvaluator(Means);

#[derive(Clone, Debug)]
enum Means {
    Forward {
        forward: Box<Forward>,
        planes: Vec<Planes>,
    },
    Burn(Box<BurnEvaluator>),
}

impl NetEvaluator {
    /// An evaluator on a device; off the CPU with batches of `width` positions.
    #[cfg_attr(not(any(feature = "wgpu", feature = "cuda")), allow(unused_variables))]
    pub fn new(network: &Network, device: NetDevice, width: usize) -> Self {
        match device {
            NetDevice::Cpu(kernel) => Self(Means::Forward {
                forward: Box::new(Forward::new(network, kernel)),
                planes: Vec::new(),
            }),
            #[cfg(any(feature = "wgpu", feature = "cuda"))]
            _ => Self::burn(network.clone(), device, width),
        }
    }

    /// An evaluator that lets burn do the forward pass: the reference for the hand-written one.
    pub fn burn(network: Network, device: NetDevice, width: usize) -> Self {
        Self(Means::Burn(Box::new(BurnEvaluator::new(
            network, device, width,
        ))))
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        match &mut self.0 {
            Means::Burn(burn) => leaves
                .chunks(burn.width)
                .for_each(|batch| burn.evaluate(batch, out)),
            Means::Forward { forward, planes } => {
                planes.resize(leaves.len(), [0; PLANES]);
                for (leaf, planes) in leaves.iter().zip(planes.iter_mut()) {
                    write_planes(leaf.game, planes);
                }
                forward.run(planes.iter());
                for (index, leaf) in leaves.iter().enumerate() {
                    out.push(
                        chances(forward.wdl_logits(index)),
                        leaf.actions.len(),
                        |priors| {
                            forward.policy_logits(index, leaf.actions, priors);
                            softmax(priors);
                        },
                    );
                }
            }
        }
    }
}

/// Forward passes by burn, in batches padded to one fixed width so that every pass has the same shape.
#[derive(Clone, Debug)]
struct BurnEvaluator {
    network: Network,
    device: Device,
    width: usize,
}

impl BurnEvaluator {
    fn new(network: Network, device: NetDevice, width: usize) -> Self {
        Self {
            network,
            device: device.burn(),
            width: width.max(1),
        }
    }

    fn evaluate(&self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
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
            out.push(
                chances([wdl[i * 3], wdl[i * 3 + 1], wdl[i * 3 + 2]]),
                leaf.actions.len(),
                |priors| {
                    for (prior, action) in priors.iter_mut().zip(leaf.actions) {
                        *prior = logits[action.index()];
                    }
                    softmax(priors);
                },
            );
        }
    }
}

fn chances(mut logits: [f32; 3]) -> Wdl {
    softmax(&mut logits);
    let [win, draw, loss] = logits;
    Wdl { win, draw, loss }
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
    for value in values {
        *value /= total;
    }
}
