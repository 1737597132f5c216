//! What a player needs of a network, without a framework: the features, the perceptron's forward
//! pass, a cache of evaluations, the [`Evaluator`](quirkat_mcts::Evaluator) that the search asks, and
//! a reader of exported weights.
//!
//! Nothing here reads files, starts threads or asks the clock, so the crate also compiles for
//! `wasm32-unknown-unknown`. Training, other architectures and other devices are in `quirkat-net`.
//!
//! The network sees every position from the side to move and never its colour, so White and Black
//! are treated alike to the last bit.
//!
//! Two builds give the same bits when they use kernels of one [class](Kernel::class) and the same
//! `exp`: the softmax calls the one of the standard library, which differs between targets.

mod aligned;
mod cache;
mod evaluator;
mod features;
mod kernel;
mod layer;
mod perceptron;
mod weights;

pub use aligned::Aligned;
pub use evaluator::{ForwardPass, LeafEvaluator};
pub use features::{FEATURES, count_ones, write_features, write_ones};
pub use kernel::{Kernel, UnknownKernel};
pub use layer::{Layer, transposed};
pub use perceptron::PerceptronPass;
pub use weights::{PerceptronSize, PerceptronWeights, WeightsError};
