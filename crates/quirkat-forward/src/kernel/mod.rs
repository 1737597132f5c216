//! The arithmetic of the forward and backward passes, by the vector instructions that there are.

mod choice;
#[cfg(target_arch = "x86_64")]
mod fma;
mod portable;

pub use choice::{Kernel, UnknownKernel};
