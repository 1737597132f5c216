use crate::kernel::Kernel;
use crate::layer::Layer;
use crate::{Network, SPARSE_LIMIT, write_ones};
use quirkat_rules::{Action, Planes};

/// A network's weights laid out for the hand-written forward pass on the CPU.
///
/// It does what [`Network::forward`] does, to rounding, and is several times as fast for the small
/// batches of self-play: the input layer adds up the weight rows of the few features that are 1, the
/// blocks run in registers, and the policy is computed for legal actions only.
#[derive(Clone, Debug, PartialEq)]
pub struct Forward {
    kernel: Kernel,
    input: Layer,
    blocks: Vec<Layer>,
    /// Transposed: one row of weights for each action, so that legal ones are read alone.
    policy: Layer,
    /// Transposed as the policy.
    wdl: Layer,
    hidden: Vec<f32>,
    scratch: Vec<f32>,
}

impl Forward {
    /// Copies the weights out of a network. A kernel that the machine does not have is replaced by
    /// the portable one.
    pub fn new(network: &Network, kernel: Kernel) -> Self {
        let kernel = kernel.or_portable();
        let (input, blocks, mut policy, mut wdl) = network.layers();
        policy.turn_rows();
        wdl.turn_rows();
        Self {
            kernel,
            input,
            blocks,
            policy,
            wdl,
            hidden: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// The kernel in use.
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Runs the trunk on positions; [`Self::policy_logits`] and [`Self::wdl_logits`] then answer for
    /// each of them. A position's numbers do not depend on the others.
    pub fn run<'p>(&mut self, positions: impl ExactSizeIterator<Item = &'p Planes>) {
        let width = self.input.outputs;
        let count = positions.len();
        self.hidden.resize(count * width, 0.0);
        self.scratch.resize(count * width, 0.0);
        let mut ones = [0u16; SPARSE_LIMIT];
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

    /// Logits of some actions for the position with this index in the last run.
    ///
    /// # Panics
    /// When there was no such position, or the slices differ in length.
    pub fn policy_logits(&self, index: usize, actions: &[Action], logits: &mut [f32]) {
        assert_eq!(actions.len(), logits.len());
        let hidden = self.row(index);
        for (logit, action) in logits.iter_mut().zip(actions) {
            *logit = self.head(&self.policy, action.index(), hidden);
        }
    }

    /// Win, draw and loss logits for the position with this index in the last run.
    ///
    /// # Panics
    /// When there was no such position.
    pub fn wdl_logits(&self, index: usize) -> [f32; 3] {
        let hidden = self.row(index);
        std::array::from_fn(|output| self.head(&self.wdl, output, hidden))
    }

    /// One output of a transposed head.
    fn head(&self, head: &Layer, output: usize, hidden: &[f32]) -> f32 {
        let weights = &head.weights[output * head.inputs..][..head.inputs];
        head.bias[output] + self.kernel.dot(weights, hidden)
    }

    fn row(&self, index: usize) -> &[f32] {
        let width = self.input.outputs;
        &self.hidden[index * width..][..width]
    }
}
