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
pub(crate) use folder::{Contents, resolved};
pub use folder::{RunFolder, last_checkpoint};
pub use games::{GamesError, GamesFile, GamesHeader, StoredGame};
pub use metrics::{MetricsRow, TimingsRow};
pub use scope::Scope;
pub use task::{Task, TaskOrder, run_tasks};
pub(crate) use train::{Networks, in_threads};
pub use train::{Train, train};
pub(crate) use window::samples;
