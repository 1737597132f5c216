use crate::losses::Losses;
use crate::sample::Sample;
use quirkat_forward::{FEATURES, Kernel, Layer, PerceptronWeights, transposed, write_ones};

/// Positions that go through the network together, so that their numbers stay in the caches. It
/// is part of the result: sums are taken chunk by chunk.
const CHUNK: usize = 128;

/// The losses of a batch and their gradient by every parameter, on one core of the CPU.
///
/// It computes what burn's automatic differentiation does, to rounding, and is several times as
/// fast because it knows the task: the input layer adds weight rows of the few features that are 1,
/// forwards, and gradients of the positions that have a feature, backwards; the policy head is
/// computed for legal actions only, as the gradient of the others is 0.
pub(super) fn gradients(
    kernel: Kernel,
    weights: PerceptronWeights,
    batch: &[Sample],
    value_weight: f32,
) -> (Losses, PerceptronWeights) {
    let mut pass = Pass::new(kernel, weights, batch.len(), value_weight);
    for samples in batch.chunks(CHUNK) {
        pass.chunk(samples);
    }
    let count = batch.len() as f64;
    let losses = Losses {
        policy: pass.losses.policy / count,
        value: pass.losses.value / count,
    };
    let mut gradients = pass.gradients;
    for head in [&mut gradients.policy, &mut gradients.wdl] {
        head.weights = transposed(&head.weights, head.outputs, head.inputs);
    }
    (losses, gradients)
}

struct Pass {
    kernel: Kernel,
    /// With the heads transposed: one row of weights for each output.
    weights: PerceptronWeights,
    /// The blocks transposed, without bias: from gradients by outputs to gradients by inputs.
    transposed: Vec<Layer>,
    /// Transposed as `weights`.
    gradients: PerceptronWeights,
    /// Sums over the positions so far.
    losses: Losses,
    /// Weights of the two losses of one position.
    policy_scale: f32,
    value_scale: f32,
    /// The positions of the chunk that have a feature, for each feature.
    with_feature: Vec<Vec<u16>>,
    /// What each block reads, and last what the heads read; `[rows, width]`.
    hidden: Vec<Vec<f32>>,
    /// What each block adds, before `ReLU`.
    added: Vec<Vec<f32>>,
}

impl Pass {
    fn new(kernel: Kernel, weights: PerceptronWeights, count: usize, value_weight: f32) -> Self {
        let PerceptronWeights {
            input,
            blocks,
            mut policy,
            mut wdl,
        } = weights;
        policy.transpose_rows();
        wdl.transpose_rows();
        let transposed = blocks.iter().map(|block| Layer {
            inputs: block.outputs,
            outputs: block.inputs,
            weights: transposed(&block.weights, block.inputs, block.outputs),
            bias: vec![0.0; block.inputs],
        });
        Self {
            kernel,
            transposed: transposed.collect(),
            gradients: PerceptronWeights {
                input: input.zeros(),
                blocks: blocks.iter().map(Layer::zeros).collect(),
                policy: policy.zeros(),
                wdl: wdl.zeros(),
            },
            losses: Losses::default(),
            policy_scale: 1.0 / count as f32,
            value_scale: value_weight / count as f32,
            with_feature: vec![Vec::new(); FEATURES],
            hidden: vec![Vec::new(); blocks.len() + 1],
            added: vec![Vec::new(); blocks.len()],
            weights: PerceptronWeights {
                input,
                blocks,
                policy,
                wdl,
            },
        }
    }

    fn chunk(&mut self, samples: &[Sample]) {
        self.forward(samples);
        let by_hidden = self.heads(samples);
        self.backward(by_hidden, samples.len());
    }

    fn forward(&mut self, samples: &[Sample]) {
        let (kernel, width) = (self.kernel, self.weights.input.outputs);
        self.with_feature.iter_mut().for_each(Vec::clear);
        for numbers in self.hidden.iter_mut().chain(&mut self.added) {
            numbers.resize(samples.len() * width, 0.0);
        }
        let mut ones = [0; FEATURES];
        let rows = self.hidden[0].chunks_exact_mut(width);
        for (row, (sample, hidden)) in samples.iter().zip(rows).enumerate() {
            let ones = write_ones(&sample.planes, &mut ones);
            kernel.sparse_layer(&self.weights.input, ones, hidden);
            for h in hidden {
                *h = h.max(0.0);
            }
            for &one in ones {
                self.with_feature[usize::from(one)].push(row as u16);
            }
        }
        for (i, block) in self.weights.blocks.iter().enumerate() {
            let (read, written) = self.hidden.split_at_mut(i + 1);
            kernel.dense_layer(block, &read[i], &mut self.added[i]);
            let sums = read[i].iter().zip(&self.added[i]);
            for (h, (&before, &added)) in written[0].iter_mut().zip(sums) {
                *h = before + added.max(0.0);
            }
        }
    }

    /// Losses, the gradients of the heads, and the gradient of the loss by what the heads read.
    fn heads(&mut self, samples: &[Sample]) -> Vec<f32> {
        let width = self.weights.input.outputs;
        let hidden = self.hidden.last().expect("one more than blocks");
        let mut by_hidden = vec![0.0; hidden.len()];
        let rows = hidden
            .chunks_exact(width)
            .zip(by_hidden.chunks_exact_mut(width));
        let mut policy = Head {
            kernel: self.kernel,
            weights: &self.weights.policy,
            gradient: &mut self.gradients.policy,
            scale: self.policy_scale,
            logits: Vec::new(),
        };
        let mut wdl = Head {
            kernel: self.kernel,
            weights: &self.weights.wdl,
            gradient: &mut self.gradients.wdl,
            scale: self.value_scale,
            logits: Vec::new(),
        };
        for (sample, (hidden, by_hidden)) in samples.iter().zip(rows) {
            let shares = sample.policy.iter().map(|&(action, t)| (action.index(), t));
            self.losses.policy += policy.position(shares, hidden, by_hidden);
            let probabilities = [sample.wdl.win, sample.wdl.draw, sample.wdl.loss];
            self.losses.value +=
                wdl.position(probabilities.into_iter().enumerate(), hidden, by_hidden);
        }
        by_hidden
    }

    /// From the gradient of the loss by what the heads read down to the input layer.
    fn backward(&mut self, mut by_hidden: Vec<f32>, rows: usize) {
        let (kernel, width) = (self.kernel, self.weights.input.outputs);
        let all: Vec<u16> = (0..rows as u16).collect();
        let mut product = vec![0.0; width * width.max(rows)];
        // Not a layer of the network: rows of gradients, as the right side of a matrix product.
        let mut through = Layer {
            inputs: rows,
            outputs: width,
            weights: Vec::new(),
            bias: vec![0.0; width],
        };
        for i in (0..self.weights.blocks.len()).rev() {
            let signs = by_hidden.iter().zip(&self.added[i]);
            through.weights.clear();
            through
                .weights
                .extend(signs.map(|(&by_sum, &added)| if added > 0.0 { by_sum } else { 0.0 }));
            let gradient = &mut self.gradients.blocks[i];
            kernel.add_rows(&through.weights, &all, &mut gradient.bias);
            let hidden = transposed(&self.hidden[i], rows, width);
            let square = &mut product[..width * width];
            kernel.dense_layer(&through, &hidden, square);
            add(&mut gradient.weights, square);
            let down = &mut product[..rows * width];
            kernel.dense_layer(&self.transposed[i], &through.weights, down);
            add(&mut by_hidden, down);
        }
        for (gradient, &hidden) in by_hidden.iter_mut().zip(&self.hidden[0]) {
            *gradient = if hidden > 0.0 { *gradient } else { 0.0 };
        }
        let gradient = &mut self.gradients.input;
        kernel.add_rows(&by_hidden, &all, &mut gradient.bias);
        let features = gradient.weights.chunks_exact_mut(width);
        for (sums, with_feature) in features.zip(&self.with_feature) {
            kernel.add_rows(&by_hidden, with_feature, sums);
        }
    }
}

/// A head whose weights and gradient are transposed: one row for each output.
struct Head<'h> {
    kernel: Kernel,
    weights: &'h Layer,
    gradient: &'h mut Layer,
    /// Weight of the loss of one position.
    scale: f32,
    logits: Vec<f32>,
}

impl Head<'_> {
    /// The cross-entropy −Σ target · log softmax(logits) of one position over the outputs that are
    /// listed with their targets; adds to the gradient and to the gradient by what the head reads.
    fn position(
        &mut self,
        targets: impl Iterator<Item = (usize, f32)> + Clone,
        hidden: &[f32],
        by_hidden: &mut [f32],
    ) -> f64 {
        let width = hidden.len();
        let row = |output: usize| output * width..(output + 1) * width;
        self.logits.clear();
        self.logits.extend(targets.clone().map(|(output, _)| {
            self.weights.bias[output] + self.kernel.dot(&self.weights.weights[row(output)], hidden)
        }));
        let most = self.logits.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = self.logits.iter().map(|logit| (logit - most).exp()).sum();
        let log_total = most + total.ln();
        let all: f32 = targets.clone().map(|(_, target)| target).sum();
        let mut loss = 0.0;
        for ((output, target), &logit) in targets.zip(&self.logits) {
            loss += target * (log_total - logit);
            let by_logit = self.scale * ((logit - log_total).exp() * all - target);
            self.gradient.bias[output] += by_logit;
            let (kernel, row) = (self.kernel, row(output));
            kernel.add_scaled(by_logit, hidden, &mut self.gradient.weights[row.clone()]);
            kernel.add_scaled(by_logit, &self.weights.weights[row], by_hidden);
        }
        f64::from(loss)
    }
}

fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}
