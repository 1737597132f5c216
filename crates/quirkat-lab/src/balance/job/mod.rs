//! The job itself: training replicates, then the games of every setting, then the tables.

mod balance_job;
mod collected;
mod grade;
mod measure;
mod measured_setting;
mod meeting;
mod placebo;
mod run;
mod work;

pub use balance_job::BalanceJob;
pub(crate) use balance_job::measured_games;
pub(crate) use measured_setting::MeasuredSetting;
pub use placebo::holds;
pub use run::BalanceOutcome;
