use super::{GamesFile, GamesHeader, StoredGame};
use anyhow::Result;
use quirkat_play::{Agent, Block, Counters, PlannedGame, Played, Seed, play_block};
use quirkat_tables::MovePolicy;
use quirkat_variant::Variant;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A numbered block of games of one variant, one purpose and one checkpoint: the unit of
/// determinism, batching, durability and scale. It runs on one thread and writes one immutable file,
/// named by what it is; a file that exists is a task that is done.
#[derive(Debug)]
pub struct Task<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// What the file will say of its games.
    pub header: GamesHeader,
    /// The games.
    pub jobs: Vec<PlannedGame>,
    /// Who plays.
    pub minds: &'a [Agent],
    /// How actions are chosen.
    pub move_policy: MovePolicy,
    /// Longer games are cut.
    pub max_plies: u32,
    /// Games in play at a time.
    pub in_play: usize,
    /// Whether search results are kept to learn from.
    pub keep_targets: bool,
    /// The place of the games' random streams.
    pub seed: Seed,
    /// Where the games go.
    pub path: PathBuf,
}

/// The order in which tasks are begun, which changes no result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskOrder {
    /// As numbered.
    #[default]
    Forward,
    /// The last first.
    Reverse,
}

impl TaskOrder {
    /// The items in this order.
    pub fn arrange<T>(self, mut items: Vec<T>) -> Vec<T> {
        if self == Self::Reverse {
            items.reverse();
        }
        items
    }
}

impl Task<'_> {
    /// Plays the games and writes the file, unless it exists.
    fn run(&self, counters: &Counters, stop: &AtomicBool) -> Result<()> {
        if self.path.is_file() {
            return Ok(());
        }
        let block = Block {
            geometry: &self.variant.geometry,
            minds: self.minds,
            jobs: &self.jobs,
            move_policy: self.move_policy,
            max_plies: self.max_plies,
            in_play: self.in_play,
            keep_targets: self.keep_targets,
            seed: &self.seed,
        };
        let played = play_block(&block, counters, stop)?;
        let games = played.iter().map(StoredGame::of).collect();
        GamesFile {
            header: self.header.clone(),
            games,
        }
        .write(&self.path)
    }

    /// Reads the games back.
    fn read(&self) -> Result<Vec<Played>> {
        let file = GamesFile::read(&self.path, &self.header)?;
        Ok(file.played(&self.variant.geometry, &self.path)?)
    }
}

/// Runs tasks on rayon's threads and returns all their games in the tasks' order.
///
/// # Errors
/// [`quirkat_play::Stopped`] when `stop` is raised; a file that cannot be written or read.
pub fn run_tasks(
    tasks: Vec<Task<'_>>,
    order: TaskOrder,
    counters: &Counters,
    stop: &AtomicBool,
) -> Result<Vec<Played>> {
    let arranged = order.arrange(tasks);
    // One at a time from the queue, in the arranged order.
    arranged
        .par_iter()
        .with_max_len(1)
        .try_for_each(|task| task.run(counters, stop))?;
    let mut games = Vec::new();
    for task in order.arrange(arranged) {
        games.extend(task.read()?);
    }
    Ok(games)
}
