//! The networks that there are. `docs/architectures.md` says how to add one.

mod description;
mod init;
#[macro_use]
mod list;
mod model;
mod parameters;

// One line an architecture: its file, its type, and what it is in words. The first is the default.
architectures! {
    perceptron::Perceptron = "a residual multilayer perceptron",
    residual::Residual = "a residual convolution on the 5×5 board",
}

pub use init::Init;
use model::ReadSize;
pub use model::{Model, SizeKey};
pub use parameters::NamedTensor;
pub(crate) use parameters::{floats, is_finite};
