//! Where a run lives: its folder, the files of its games, and the tasks that make them.

mod folder;
mod games;
mod scope;
mod task;

pub use folder::{Build, RunFolder, find_checkpoint, last_checkpoint};
pub(crate) use folder::{Contents, LOCK, MANIFEST, check_versions, resolved, trained_iterations};
pub use games::{GamesError, GamesFile, GamesHeader, StoredGame};
pub use scope::Scope;
pub use task::{Task, TaskOrder, run_tasks};
