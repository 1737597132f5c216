//! `quirkat balance`: the first player's advantage over training replicates.

mod rows;

pub use rows::{
    AgentGradeRow, CurveRow, EffectRow, FirstMoveRow, PairGameRow, PairRow, PlaceboRow, VariantRow,
};
