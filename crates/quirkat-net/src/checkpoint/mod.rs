//! Networks in training, kept for later.

mod checkpoint_files;
mod error;
mod info;
mod record;

pub use checkpoint_files::{Checkpoint, Extra, load_network};
pub use error::CheckpointError;
pub use info::{CheckpointInfo, FORMAT_VERSION};
