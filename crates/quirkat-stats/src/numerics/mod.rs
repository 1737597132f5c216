//! The numerical ground: sums, distributions, linear algebra, constrained likelihood.

pub(crate) mod cholesky;
pub(crate) mod constrained;
pub(crate) mod distribution;
pub(crate) mod moments;
