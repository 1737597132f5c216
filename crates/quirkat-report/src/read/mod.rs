//! Files in: the folder of a run and its tables, as values.

mod balance;
mod checkpoint;
mod counts;
mod folder;
mod games;
mod measured;
mod people;
mod points;
mod row;
mod run;
mod setting;
mod training;

pub(crate) use checkpoint::iteration;
pub(crate) use games::OPENING_PLIES;
pub use games::{FirstMove, GameSet, Games};
pub(crate) use measured::DEFAULT_LEVEL;
pub use measured::{
    Advantage, ExactValue, GameTotals, Measured, Provenance, SEEDS_FOR_PUBLICATION,
    SEEDS_FOR_VARIANTS, Strength,
};
pub(crate) use people::people_advantage;
pub use points::Points;
pub use run::{Run, RunKind, RunTables};
pub(crate) use setting::setting_of;
