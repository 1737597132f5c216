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

mod dictionary;
mod format;
mod key;
mod rows;

pub use dictionary::{all_tables, tables_page};
pub use format::{
    ColumnInfo, CsvRow, Fixed, Shortest, Table, TableError, TableInfo, TableRow, changed_tables,
    csv_text, find_table, read_table, read_unpacked, require_unchanged, table_text,
    write_checksums, write_csv, write_table,
};
pub use key::{MovePolicy, Setting, StartSet};
pub use rows::{
    AdvantageRow, AgentGradeRow, ComparisonRow, CountedGame, CurveRow, EVEN, EffectRow, EndReason,
    FirstMoveRow, GameCounts, GameRow, GradeRow, Inference, MethodField, MetricsRow, OpeningRow,
    PairGameRow, PairRow, PlaceboRow, Preserved, ProxyGameRow, RecordedResult, RulesRow,
    SeedChoice, ShareMethod, Side, TimingsRow, VariantRow, VerdictField, YesNo, read_games,
};
