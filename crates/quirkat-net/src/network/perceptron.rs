use super::init::Init;
use super::model::{Model, SizeKey};
use burn::module::Module;
use burn::nn::Linear;
use burn::prelude::*;
use burn::tensor::activation::relu;
use quirkat_forward::{FEATURES, PerceptronSize};
use quirkat_rules::Action;

/// A residual multilayer perceptron with two heads.
///
/// ```text
/// features [N, FEATURES] -> input layer, ReLU -> blocks: h + ReLU(W h + b) -> policy logits [N, 290]
///                                                                          -> W/D/L logits [N, 3]
/// ```
#[derive(Module, Debug)]
pub struct Perceptron {
    pub(crate) input: Linear,
    pub(crate) blocks: Vec<Linear>,
    pub(crate) policy: Linear,
    pub(crate) wdl: Linear,
}

impl Model for Perceptron {
    type Size = PerceptronSize;

    const NAME: &'static str = "perceptron";

    fn sizes(size: PerceptronSize) -> Vec<SizeKey> {
        vec![
            SizeKey {
                name: "width",
                value: size.width,
                allowed: 1..=8192,
            },
            SizeKey {
                name: "blocks",
                value: size.blocks,
                allowed: 0..=64,
            },
        ]
    }

    fn parameters(size: PerceptronSize) -> u64 {
        let layer = |inputs: usize, outputs: usize| (inputs as u64 + 1) * outputs as u64;
        let width = size.width;
        layer(FEATURES, width)
            + size.blocks as u64 * layer(width, width)
            + layer(width, Action::COUNT)
            + layer(width, 3)
    }

    fn init(size: PerceptronSize, init: &mut Init<'_>) -> Self {
        let width = size.width;
        Self {
            // Few of the features are 1 at a time, hence the larger scale.
            input: init.linear(FEATURES, width, 3.0),
            blocks: (0..size.blocks)
                .map(|_| init.linear(width, width, 1.0))
                .collect(),
            policy: init.linear(width, Action::COUNT, 0.1),
            wdl: init.linear(width, 3, 0.1),
        }
    }

    fn forward(&self, features: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let mut hidden = relu(self.input.forward(features));
        for block in &self.blocks {
            hidden = relu(block.forward(hidden.clone())) + hidden;
        }
        (
            self.policy.forward(hidden.clone()),
            self.wdl.forward(hidden),
        )
    }

    fn formulas(size: PerceptronSize) -> Vec<String> {
        let mut lines = vec!["h = relu(input(features))".to_owned()];
        lines.extend((0..size.blocks).map(|block| format!("h = h + relu(blocks.{block}(h))")));
        lines.push("policy_logits = policy(h)".to_owned());
        lines.push("wdl_logits = wdl(h)".to_owned());
        lines
    }
}
