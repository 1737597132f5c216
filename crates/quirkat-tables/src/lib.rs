//! The tables that Quirkat writes, and how they are read back.
//!
//! * [`Setting`] is what a score is about beside the agents: [`StartSet`], [`MovePolicy`] and the
//!   budget of simulations. Rows that differ in it measure different things.
//! * The row types name the columns of each file; [`CsvRow`] is what they have in common.
//! * [`Table`] is the one reader of CSV, with [`TableError`] as its one vocabulary of what can be wrong;
//!   [`write_table`] is the one writer. Equal rows are equal bytes.

#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "tests damage files on purpose")
)]

mod balance;
mod checksums;
mod comparison;
mod conclusion_fields;
mod dictionary;
mod error;
mod evaluation;
mod file;
mod fixed;
mod game_counts;
mod game_fields;
mod games;
mod grade;
mod move_policy;
mod row;
mod setting;
mod start_set;
mod table;
mod training;

pub use balance::{
    AgentGradeRow, CurveRow, EffectRow, FirstMoveRow, PairGameRow, PairRow, PlaceboRow, RulesRow,
    VariantRow,
};
pub use checksums::{changed_tables, require_unchanged, write_checksums};
pub use comparison::EVEN;
pub use conclusion_fields::{
    Inference, MethodField, Preserved, SeedChoice, ShareMethod, VerdictField, YesNo,
};
pub use dictionary::{ColumnInfo, TableInfo, all_tables, tables_page};
pub use error::TableError;
pub use evaluation::{AdvantageRow, ComparisonRow};
pub use file::{find_table, read_table, table_text, write_csv, write_table};
pub use fixed::{Fixed, Shortest};
pub use game_counts::{CountedGame, GameCounts};
pub use game_fields::{EndReason, RecordedResult, Side};
pub use games::{GameRow, OpeningRow, ProxyGameRow, read_games};
pub use grade::GradeRow;
pub use move_policy::MovePolicy;
pub use row::{CsvRow, csv_text};
pub use setting::Setting;
pub use start_set::StartSet;
pub use table::{Table, TableRow};
pub use training::{MetricsRow, TimingsRow};
