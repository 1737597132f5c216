use crate::device::NetDevice;
use crate::fast;
use crate::network::{Network, floats};
use burn::prelude::*;
use quirkat_forward::{FEATURES, ForwardPass, LeafEvaluator, PerceptronPass, write_features};
use quirkat_mcts::{Evaluations, Evaluator, Leaf};
use quirkat_rules::{Action, Planes};

/// Evaluates the leaves of searches by a network: the perceptron on the CPU by its hand-written pass,
/// everything else by burn.
#[derive(Clone, Debug)]
pub struct NetEvaluator(Backend);

#[derive(Clone, Debug)]
enum Backend {
    Fast(Box<LeafEvaluator<PerceptronPass>>),
    Burn(Box<LeafEvaluator<BurnPass>>),
}

impl NetEvaluator {
    /// An evaluator on a device. `width` is the most leaves that are likely to come together.
    pub fn new(network: &Network, device: NetDevice, width: usize) -> Self {
        match fast::pass(device, network) {
            Some(pass) => Self(Backend::Fast(Box::new(LeafEvaluator::new(pass)))),
            None => Self::burn(network.clone(), device, width),
        }
    }

    /// An evaluator that lets burn do the forward pass of any architecture.
    pub fn burn(network: Network, device: NetDevice, width: usize) -> Self {
        let pass = BurnPass::new(network, device, width);
        Self(Backend::Burn(Box::new(LeafEvaluator::new(pass))))
    }

    /// The same without a cache: it computes every leaf.
    #[must_use]
    pub fn without_cache(self) -> Self {
        Self(match self.0 {
            Backend::Fast(evaluator) => Backend::Fast(Box::new(evaluator.without_cache())),
            Backend::Burn(evaluator) => Backend::Burn(Box::new(evaluator.without_cache())),
        })
    }

    /// How many results so far came from the cache.
    pub fn cache_hits(&self) -> u64 {
        match &self.0 {
            Backend::Fast(evaluator) => evaluator.cache_hits(),
            Backend::Burn(evaluator) => evaluator.cache_hits(),
        }
    }
}

impl Evaluator for NetEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        match &mut self.0 {
            Backend::Fast(evaluator) => evaluator.evaluate(leaves, out),
            Backend::Burn(evaluator) => evaluator.evaluate(leaves, out),
        }
    }
}

/// Forward passes by burn, in batches padded to one fixed size, so that every pass has the same
/// shape and no position's numbers depend on how many others there are.
#[derive(Clone, Debug)]
struct BurnPass {
    network: Network,
    device: Device,
    rows: usize,
    features: Vec<f32>,
    /// `[N, 290]`
    policy: Vec<f32>,
    /// `[N, 3]`
    wdl: Vec<f32>,
}

/// Rows a pass on the CPU: larger batches gain little there, and padding costs as much as positions.
const CPU_ROWS: usize = 8;

impl BurnPass {
    fn new(network: Network, device: NetDevice, width: usize) -> Self {
        let most = if device.is_cpu() {
            CPU_ROWS
        } else {
            usize::MAX
        };
        Self {
            network,
            device: device.burn(),
            rows: width.clamp(1, most),
            features: Vec::new(),
            policy: Vec::new(),
            wdl: Vec::new(),
        }
    }
}

impl ForwardPass for BurnPass {
    fn run<'p>(&mut self, positions: impl ExactSizeIterator<Item = &'p Planes>) {
        self.policy.clear();
        self.wdl.clear();
        let batch = self.rows * FEATURES;
        self.features.clear();
        self.features
            .resize(positions.len().div_ceil(self.rows) * batch, 0.0);
        for (planes, row) in positions.zip(self.features.chunks_exact_mut(FEATURES)) {
            write_features(planes, row);
        }
        for features in self.features.chunks_exact(batch) {
            let data = TensorData::new(features.to_vec(), [self.rows, FEATURES]);
            let (policy, wdl) = self.network.forward(Tensor::from_data(data, &self.device));
            self.policy.extend(floats(policy));
            self.wdl.extend(floats(wdl));
        }
    }

    fn policy_logits(&self, index: usize, actions: &[Action], logits: &mut [f32]) {
        assert_eq!(actions.len(), logits.len());
        let row = &self.policy[index * Action::COUNT..][..Action::COUNT];
        for (logit, action) in logits.iter_mut().zip(actions) {
            *logit = row[action.index()];
        }
    }

    fn wdl_logits(&self, index: usize) -> [f32; 3] {
        std::array::from_fn(|output| self.wdl[index * 3 + output])
    }
}
