use super::init::Init;
use burn::module::Module;
use burn::prelude::*;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// What an architecture has to say of itself; everything else follows: configuration, checkpoints,
/// training, evaluation and export on every device.
pub trait Model: Module {
    /// The sizes, which a user chooses: a struct of numbers with defaults, unknown keys refused.
    type Size: Copy + Debug + Default + Eq + Send + Sync + DeserializeOwned;

    /// The word for it in configurations and checkpoints.
    const NAME: &'static str;

    /// The sizes by their keys, in the order in which they are told.
    fn sizes(size: Self::Size) -> Vec<SizeKey>;

    /// How many numbers the parameters have together.
    fn parameters(size: Self::Size) -> u64;

    /// Makes the layers. The order of the calls decides which random numbers each gets.
    fn init(size: Self::Size, init: &mut Init<'_>) -> Self;

    /// Policy logits `[N, 290]` and W/D/L logits `[N, 3]` of features `[N, FEATURES]`, all from the
    /// point of view of the side to move. A row of the result depends on that row alone.
    fn forward(&self, features: Tensor<2>) -> (Tensor<2>, Tensor<2>);

    /// The forward pass as formulas for readers of an export. Layers are functions by the names of
    /// their fields, such as `blocks.0(h)`; then there are `+`, `relu`, and `board(x, c)` and
    /// `points(x)` to get from `[N, c·25]` to `[N, c, 5, 5]` and back, and `x[a:b]` for features `a` to
    /// `b - 1`.
    fn formulas(size: Self::Size) -> Vec<String>;
}

/// A number that a user chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeKey {
    /// Its key in configurations.
    pub name: &'static str,
    /// What it is.
    pub value: usize,
    /// What it may be.
    pub allowed: RangeInclusive<usize>,
}

/// Reads the sizes of any architecture.
pub(super) trait ReadSize<E> {
    fn size<S: Default + DeserializeOwned>(self) -> Result<S, E>;
}
