//! The network that guides the search: features from bit planes, a burn model with policy and W/D/L
//! heads, its loss and training step, checkpoints, and the [`Evaluator`](quirkat_mcts::Evaluator)
//! that runs it.
//!
//! The network sees every position from the side to move and never its colour, so White and Black
//! are treated alike to the last bit.

mod adamw;
#[cfg(any(test, feature = "wgpu", feature = "cuda"))]
mod autodiff;
mod backward;
mod cache;
mod checkpoint;
mod device;
mod evaluator;
mod export;
mod features;
mod forward;
mod kernel;
mod layer;
mod network;
#[cfg(feature = "onnx")]
mod onnx;
mod peak;
mod sample;
mod trainer;

pub use checkpoint::{Checkpoint, CheckpointError, CheckpointInfo, FORMAT_VERSION, load_network};
pub use device::{NetDevice, UnknownDevice};
pub use evaluator::NetEvaluator;
pub use export::{ExportError, Logits, NamedTensor, burn_logits, safetensors, tensors};
pub use features::{FEATURES, count_ones, write_features};
use features::{SPARSE_LIMIT, write_ones};
pub use forward::Forward;
pub use kernel::{Kernel, UnknownKernel};
pub use network::{Network, NetworkConfig};
#[cfg(feature = "onnx")]
pub use onnx::onnx;
pub use peak::{operations, peak_gflops};
pub use sample::Sample;
pub use trainer::{Losses, Trainer, TrainingConfig};

/// Version of burn that this crate is pinned to; a checkpoint of another version is refused.
pub const BURN_VERSION: &str = "0.22.1";
