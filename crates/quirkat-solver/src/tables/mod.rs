//! Endgame tables: the value of every position with few pieces.
//!
//! A table has one level for each [`Material`]. A `layout` numbers the positions of a level
//! without gaps, `retrograde` solves two levels at a time, `build` does so for all of them in
//! order, and a `level_file` holds one on disk.

mod build;
mod endgame;
mod key;
mod layout;
mod level_file;
mod material;
mod retrograde;
mod stones;
mod subset_rank;
mod verify_tables;

pub use build::{BuildOptions, build_tables};
pub use endgame::Tables;
pub use key::{TABLES_VERSION, TableKey};
pub use material::Material;
pub use verify_tables::verify_tables;
