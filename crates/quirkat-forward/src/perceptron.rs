use crate::aligned::Aligned;
use crate::evaluator::ForwardPass;
use crate::features::{FEATURES, write_ones};
use crate::kernel::Kernel;
use crate::layer::Layer;
use crate::weights::PerceptronWeights;
use quirkat_rules::{Action, Planes};

/// The perceptron's forward pass, written by hand for one core of a CPU.
///
/// It computes what the network does in burn, to rounding, and is several times as fast for the
/// small batches of self-play: the input layer adds up the weight rows of the few features that are
/// 1, the blocks run in registers, and the policy is computed for legal actions only.
#[derive(Clone, Debug, PartialEq)]
pub struct PerceptronPass {
    kernel: Kernel,
    input: Layer<Aligned>,
    blocks: Vec<Layer<Aligned>>,
    /// Transposed: one row of weights for each action, so that legal ones are read alone.
    policy: Layer<Aligned>,
    /// Transposed as the policy.
    wdl: Layer<Aligned>,
    hidden: Vec<f32>,
    scratch: Vec<f32>,
}

impl PerceptronPass {
    /// The pass of a network with these weights.
    pub fn new(weights: PerceptronWeights, kernel: Kernel) -> Self {
        let PerceptronWeights {
            input,
            blocks,
            mut policy,
            mut wdl,
        } = weights;
        policy.transpose_rows();
        wdl.transpose_rows();
        Self {
            kernel,
            input: input.aligned(),
            blocks: blocks.iter().map(Layer::aligned).collect(),
            policy: policy.aligned(),
            wdl: wdl.aligned(),
            hidden: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The kernel in use.
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// One output of a transposed head.
    fn head(&self, head: &Layer<Aligned>, output: usize, hidden: &[f32]) -> f32 {
        let weights = &head.weights.as_ref()[output * head.inputs..][..head.inputs];
        head.bias.as_ref()[output] + self.kernel.dot(weights, hidden)
    }

    fn row(&self, index: usize) -> &[f32] {
        let width = self.input.outputs;
        &self.hidden[index * width..][..width]
    }
}

impl ForwardPass for PerceptronPass {
    fn run<'p>(&mut self, positions: impl ExactSizeIterator<Item = &'p Planes>) {
        let width = self.input.outputs;
        let count = positions.len();
        self.hidden.resize(count * width, 0.0);
        self.scratch.resize(count * width, 0.0);
        let mut ones = [0u16; FEATURES];
        for (planes, hidden) in positions.zip(self.hidden.chunks_exact_mut(width)) {
            let ones = write_ones(planes, &mut ones);
            self.kernel.sparse_layer(&self.input, ones, hidden);
            for h in hidden {
                *h = h.max(0.0);
            }
        }
        for block in &self.blocks {
            self.kernel
                .dense_layer(block, &self.hidden[..count * width], &mut self.scratch);
            for (hidden, &added) in self.hidden.iter_mut().zip(&self.scratch) {
                *hidden += added.max(0.0);
            }
        }
    }

    fn policy_logits(&self, index: usize, actions: &[Action], logits: &mut [f32]) {
        assert_eq!(actions.len(), logits.len());
        let hidden = self.row(index);
        for (logit, action) in logits.iter_mut().zip(actions) {
            *logit = self.head(&self.policy, action.index(), hidden);
        }
    }

    fn wdl_logits(&self, index: usize) -> [f32; 3] {
        let hidden = self.row(index);
        std::array::from_fn(|output| self.head(&self.wdl, output, hidden))
    }
}
