//! The job itself: training replicates, then the games of every setting, then the tables.

mod collected;
mod grade;
mod job;
mod measure;
mod measured_setting;
mod meeting;
mod placebo;
mod run;
mod work;

pub use job::BalanceJob;
pub(crate) use job::measured_games;
pub(crate) use measured_setting::MeasuredSetting;
pub use placebo::holds;
pub use run::BalanceOutcome;
