//! The rows of every table.

mod balance;
mod comparison;
mod conclusion_fields;
mod evaluation;
mod game_counts;
mod game_fields;
mod games;
mod grade;
mod training;

pub use balance::{
    AgentGradeRow, CurveRow, EffectRow, FirstMoveRow, PairGameRow, PairRow, PlaceboRow, RulesRow,
    VariantRow,
};
pub use comparison::EVEN;
pub use conclusion_fields::{
    Inference, MethodField, Preserved, SeedChoice, ShareMethod, VerdictField, YesNo,
};
pub use evaluation::{AdvantageRow, ComparisonRow};
pub use game_counts::{CountedGame, GameCounts};
pub use game_fields::{EndReason, RecordedResult, Side};
pub use games::{GameRow, OpeningRow, ProxyGameRow, read_games};
pub use grade::GradeRow;
pub use training::{MetricsRow, TimingsRow};
