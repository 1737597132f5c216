use super::{GamesFile, GamesHeader, StoredGame};
use anyhow::Result;
use quirkat_play::{
    Agent, Counters, GameBlock, PlannedGame, PlayedGame, Seed, Stopped, play_blocks,
};
use quirkat_store::StoreFolder;
use quirkat_variant::Variant;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

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
    pub games: Vec<PlannedGame>,
    /// Who plays.
    pub agents: &'a [Agent],
    /// Longer games are cut.
    pub max_plies: u32,
    /// Games in play at a time.
    pub in_play: usize,
    /// Whether search results are kept to learn from.
    pub keep_targets: bool,
    /// The place of the games' random streams.
    pub seed: Seed,
    /// Where the games go.
    pub folder: StoreFolder,
    /// The name of their file.
    pub name: String,
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
    fn block(&self) -> GameBlock<'_> {
        GameBlock {
            geometry: &self.variant.geometry,
            agents: self.agents,
            games: &self.games,
            max_plies: self.max_plies,
            in_play: self.in_play,
            keep_targets: self.keep_targets,
            seed: &self.seed,
        }
    }

    /// Writes the file.
    fn write(&self, games: &[PlayedGame]) -> Result<()> {
        GamesFile {
            header: self.header.clone(),
            games: games.iter().map(StoredGame::of).collect(),
        }
        .write(&self.folder, &self.name)
    }

    /// Reads the games back.
    fn read(&self) -> Result<Vec<PlayedGame>> {
        let file = GamesFile::read(&self.folder, &self.name, &self.header)?;
        let place = || self.folder.place_of(&self.name);
        Ok(file.played(&self.variant.geometry, place)?)
    }
}

/// Plays the tasks whose files are missing on rayon's threads, in the given order, and returns the
/// games of all in the tasks' own order.
///
/// # Errors
/// [`quirkat_play::Stopped`] when `stop` is raised; a file that cannot be written or read.
pub fn run_tasks(
    tasks: Vec<Task<'_>>,
    order: TaskOrder,
    counters: &Counters,
    stop: &AtomicBool,
) -> Result<Vec<PlayedGame>> {
    let arranged = order.arrange(tasks);
    let mut missing: Vec<&Task<'_>> = Vec::new();
    for task in &arranged {
        if !task.folder.contains(&task.name)? {
            missing.push(task);
        }
    }
    let blocks: Vec<GameBlock<'_>> = missing.iter().map(|task| task.block()).collect();
    play_blocks(&blocks, counters, stop, |index, games| {
        missing[index].write(&games)?;
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    let mut games = Vec::new();
    for task in order.arrange(arranged) {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped.into());
        }
        games.extend(task.read()?);
    }
    Ok(games)
}
