//! Networks in forms that other programs read.

mod batch;
mod error;
mod logits;
mod onnx;
mod safetensors;

pub use error::ExportError;
pub use logits::{Logits, burn_logits};
pub use onnx::onnx;
pub use safetensors::safetensors;
