use super::init::Init;
use super::model::{Model, SizeKey};
use burn::module::Module;
use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use burn::prelude::*;
use burn::tensor::activation::relu;
use quirkat_rules::{Action, BROADCAST_PLANES, SPATIAL_PLANES};
use serde::{Deserialize, Serialize};

/// Points of the board.
const POINTS: usize = 25;

/// Features that have a place on the board; the others are told to every point.
const PLACED: usize = SPATIAL_PLANES * POINTS;

/// Size of the residual convolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ResidualSize {
    /// Numbers a point between the layers.
    pub channels: usize,
    /// Residual blocks of two convolutions each after the first one.
    pub blocks: usize,
}

impl Default for ResidualSize {
    fn default() -> Self {
        Self {
            channels: 32,
            blocks: 2,
        }
    }
}

/// A small residual convolution on the 5×5 board (He et al. 2016, without normalisation) with two
/// heads.
///
/// ```text
/// planes [N, 19, 5, 5] -> 3×3 convolution ┐
/// switches [N, 32] -> linear, every point ┴ sum, ReLU -> blocks: ReLU(h + conv(ReLU(conv(h))))
///   h [N, channels · 25] -> policy logits [N, 290]
///                        -> W/D/L logits [N, 3]
/// ```
#[derive(Module, Debug)]
pub struct Residual {
    planes: Conv2d,
    switches: Linear,
    blocks: Vec<Block>,
    policy: Linear,
    wdl: Linear,
}

/// Two convolutions around which the numbers go as well.
#[derive(Module, Debug)]
pub struct Block {
    first: Conv2d,
    second: Conv2d,
}

impl Model for Residual {
    type Size = ResidualSize;

    const NAME: &'static str = "residual";

    fn sizes(size: ResidualSize) -> Vec<SizeKey> {
        vec![
            SizeKey {
                name: "channels",
                value: size.channels,
                allowed: 1..=1024,
            },
            SizeKey {
                name: "blocks",
                value: size.blocks,
                allowed: 0..=64,
            },
        ]
    }

    fn parameters(size: ResidualSize) -> u64 {
        let layer = |inputs: usize, outputs: usize| (inputs as u64 + 1) * outputs as u64;
        let channels = size.channels;
        layer(9 * SPATIAL_PLANES, channels)
            + layer(BROADCAST_PLANES, channels)
            + size.blocks as u64 * 2 * layer(9 * channels, channels)
            + layer(POINTS * channels, Action::COUNT + 3)
    }

    fn init(size: ResidualSize, init: &mut Init<'_>) -> Self {
        let channels = size.channels;
        Self {
            // Few of the features are 1 at a time, hence the larger scale.
            planes: init.conv3x3(SPATIAL_PLANES, channels, 2.0),
            switches: init.linear(BROADCAST_PLANES, channels, 1.0),
            blocks: (0..size.blocks)
                .map(|_| Block {
                    first: init.conv3x3(channels, channels, std::f64::consts::SQRT_2),
                    // What a block adds begins small, as there is no normalisation.
                    second: init.conv3x3(channels, channels, 0.5),
                })
                .collect(),
            policy: init.linear(channels * POINTS, Action::COUNT, 0.1),
            wdl: init.linear(channels * POINTS, 3, 0.1),
        }
    }

    fn forward(&self, features: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let channels = self.channels() as i64;
        let planes = features.clone().narrow(1, 0, PLACED);
        let planes = planes.reshape([-1, SPATIAL_PLANES as i64, 5, 5]);
        let switches = features.narrow(1, PLACED, BROADCAST_PLANES);
        let switches = self
            .switches
            .forward(switches)
            .reshape([-1, channels, 1, 1]);
        let mut hidden = relu(self.planes.forward(planes) + switches);
        for block in &self.blocks {
            let added = relu(block.first.forward(hidden.clone()));
            hidden = relu(hidden + block.second.forward(added));
        }
        let hidden = hidden.reshape([-1, channels * POINTS as i64]);
        (
            self.policy.forward(hidden.clone()),
            self.wdl.forward(hidden),
        )
    }

    fn formulas(size: ResidualSize) -> Vec<String> {
        let mut lines = vec![
            format!("p = planes(board(features[0:{PLACED}], {SPATIAL_PLANES}))"),
            format!(
                "h = relu(p + switches(features[{PLACED}:{}]))",
                PLACED + BROADCAST_PLANES
            ),
        ];
        lines.extend((0..size.blocks).map(|block| {
            format!("h = relu(h + blocks.{block}.second(relu(blocks.{block}.first(h))))")
        }));
        lines.push("policy_logits = policy(points(h))".to_owned());
        lines.push("wdl_logits = wdl(points(h))".to_owned());
        lines
    }
}

impl Residual {
    fn channels(&self) -> usize {
        self.planes.weight.dims()[0]
    }
}
