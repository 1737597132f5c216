//! Training runs: the folder, tasks of games, learning, metrics.

mod files;
mod folder;
mod games;
mod learn;
mod metrics;
mod scope;
mod strength;
mod task;
mod train;
mod window;

pub use files::write_atomically;
pub use folder::{RunFolder, last_checkpoint};
pub use games::{GamesError, GamesFile, GamesHeader, StoredGame};
pub(crate) use metrics::Tally;
pub use metrics::{MetricsRow, TimingsRow};
pub use scope::Scope;
pub use task::{Task, TaskOrder, run_tasks};
pub use train::{Train, train};
