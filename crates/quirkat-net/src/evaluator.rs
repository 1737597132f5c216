use crate::cache::Cache;
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
        /// None where every leaf is worked out.
        cache: Option<Box<Cache>>,
        /// Of all leaves of a batch.
        planes: Vec<Planes>,
        /// Which of them the network has to work out.
        misses: Vec<usize>,
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
                cache: Some(Box::default()),
                planes: Vec::new(),
                misses: Vec::new(),
            }),
            #[cfg(any(feature = "wgpu", feature = "cuda"))]
            _ => Self::burn(network.clone(), device, width),
        }
    }

    /// The same without memory: it works out every leaf.
    #[must_use]
    pub fn forgetful(mut self) -> Self {
        if let Means::Forward { cache, .. } = &mut self.0 {
            *cache = None;
        }
        self
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
            Means::Forward {
                forward,
                cache,
                planes,
                misses,
            } => {
                planes.resize(leaves.len(), [0; PLANES]);
                misses.clear();
                for (i, (leaf, planes)) in leaves.iter().zip(planes.iter_mut()).enumerate() {
                    write_planes(leaf.game, planes);
                    let count = leaf.actions.len();
                    let known = cache.as_mut().and_then(|cache| cache.find(planes, count));
                    if let Some((wdl, known)) = known {
                        out.push(wdl, count, |priors| priors.copy_from_slice(known));
                    } else {
                        misses.push(i);
                        out.push(Wdl::UNKNOWN, count, |_| {});
                    }
                }
                forward.run(misses.iter().map(|&i| &planes[i]));
                for (row, &i) in misses.iter().enumerate() {
                    let wdl = chances(forward.wdl_logits(row));
                    out.replace(i, wdl, |priors| {
                        forward.policy_logits(row, leaves[i].actions, priors);
                        softmax(priors);
                        if let Some(cache) = cache {
                            cache.keep(&planes[i], wdl, priors);
                        }
                    });
                }
            }
        }
    }

    fn remembered(&self) -> u64 {
        match &self.0 {
            Means::Forward { cache, .. } => cache.as_ref().map_or(0, |cache| cache.hits()),
            Means::Burn(_) => 0,
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
