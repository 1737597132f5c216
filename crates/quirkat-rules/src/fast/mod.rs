//! Fast paths for rules that are written plainly elsewhere. Nothing outside this folder uses what
//! is inside; tests hold each path to the plain one.

#![allow(
    clippy::inline_always,
    reason = "what works on vectors must be inlined into a function compiled for the machine, or each operation is a call"
)]

pub(crate) mod perft;
pub(crate) mod playout;
mod simd;
pub(crate) mod vec_env;
