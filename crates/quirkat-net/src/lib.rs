//! The networks that guide the search: architectures, training, checkpoints, evaluation and export.
//!
//! burn is the engine: an architecture is a burn module ([`Model`]), and all of them train by
//! automatic differentiation and evaluate on every [device](NetDevice). On the CPU the default, the
//! perceptron, has a fast path written by hand, which a test holds equal to burn. What a player needs
//! of it without burn is in `quirkat-forward`.
//!
//! Networks see every position from the side to move and never its colour, so White and Black are
//! treated alike to the last bit.

mod checkpoint;
mod device;
mod evaluator;
mod export;
mod fast;
mod losses;
mod network;
mod sample;
mod train;

pub use checkpoint::{
    Checkpoint, CheckpointError, CheckpointInfo, Extra, FORMAT_VERSION, load_network,
};
pub use device::{NetDevice, UnknownDevice};
pub use evaluator::NetEvaluator;
pub use export::{ExportError, Logits, burn_logits, onnx, safetensors};
pub use losses::{Losses, TrainError};
pub use network::*;
pub use quirkat_forward::{
    FEATURES, Kernel, PerceptronSize, UnknownKernel, count_ones, write_features,
};
pub use sample::Sample;
pub use train::{Trainer, TrainingConfig};

/// Version of burn that this crate is pinned to; a checkpoint of another version is refused.
pub const BURN_VERSION: &str = "0.22.1";
