use crate::kernel::{Kernel, Layer};
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
    wdl: Layer,
    hidden: Vec<f32>,
    scratch: Vec<f32>,
}

impl Forward {
    /// Copies the weights out of a network. A kernel that the machine does not have is replaced by
    /// the portable one.
    pub fn new(network: &Network, kernel: Kernel) -> Self {
        let kernel = if kernel.is_available() {
            kernel
        } else {
            Kernel::Portable
        };
        let (input, blocks, policy, wdl) = network.layers();
        let policy = Layer {
            inputs: policy.inputs,
            outputs: policy.outputs,
            weights: (0..policy.outputs)
                .flat_map(|column| (0..policy.inputs).map(move |row| (row, column)))
                .map(|(row, column)| policy.weights[row * policy.outputs + column])
                .collect(),
            bias: policy.bias,
        };
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
            Kernel::sparse_layer(&self.input, ones, hidden);
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
            let weights =
                &self.policy.weights[action.index() * self.policy.inputs..][..self.policy.inputs];
            *logit = self.policy.bias[action.index()] + dot(weights, hidden);
        }
    }

    /// Win, draw and loss logits for the position with this index in the last run.
    ///
    /// # Panics
    /// When there was no such position.
    pub fn wdl_logits(&self, index: usize) -> [f32; 3] {
        let hidden = self.row(index);
        std::array::from_fn(|column| self.wdl.output(Kernel::Portable, hidden, column))
    }

    fn row(&self, index: usize) -> &[f32] {
        let width = self.input.outputs;
        &self.hidden[index * width..][..width]
    }
}

/// A scalar product in sixteen chains, which any compiler can keep in vector registers.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const CHAINS: usize = 16;
    let mut sums = [0.0f32; CHAINS];
    let (a_blocks, a_rest) = a.as_chunks::<CHAINS>();
    let (b_blocks, b_rest) = b.as_chunks::<CHAINS>();
    for (a, b) in a_blocks.iter().zip(b_blocks) {
        for i in 0..CHAINS {
            sums[i] += a[i] * b[i];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
