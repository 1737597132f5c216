//! Games by agent and cell.

use super::results::{Counts, Results};
use anyhow::{Result, bail};
use quirkat_tables::GameRow;
use std::collections::HashMap;

/// The games of one agent in one cell, in the order of their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Group<'a> {
    pub(crate) games: Vec<&'a GameRow>,
    pub(crate) results: Results,
    pub(crate) counts: Counts,
}

/// Start set, move policy, budget: what a score is about, beside the agents.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CellKey {
    pub(crate) start_set: String,
    pub(crate) move_policy: String,
    pub(crate) simulations: u32,
}

impl Group<'_> {
    /// What all its games have in common.
    pub(crate) fn key(&self) -> &GameRow {
        // A group is made for a game.
        self.games[0]
    }

    pub(crate) fn cell(&self) -> CellKey {
        setting_of(self.key())
    }
}

/// The setting of a game as its row has it.
pub(crate) fn setting_of(game: &GameRow) -> CellKey {
    CellKey {
        start_set: game.start_set.clone(),
        move_policy: game.move_policy.clone(),
        simulations: game.simulations,
    }
}

/// Groups in the order in which their first games stand in the file.
///
/// # Errors
/// When the numbers of a group are not 0, 1, 2, …: games are numbered before they start, and a set
/// with holes, such as "the first that ended", is no sample of them.
pub(crate) fn groups(games: &[GameRow]) -> Result<Vec<Group<'_>>> {
    type Key<'a> = (&'a str, &'a str, &'a str, u64, &'a str, u32);
    let mut places: HashMap<Key<'_>, usize> = HashMap::new();
    let mut lists: Vec<Vec<&GameRow>> = Vec::new();
    for game in games {
        let key = (
            &*game.variant,
            &*game.start_set,
            &*game.move_policy,
            game.seed,
            &*game.checkpoint,
            game.simulations,
        );
        let place = *places.entry(key).or_insert_with(|| {
            lists.push(Vec::new());
            lists.len() - 1
        });
        lists[place].push(game);
    }
    lists.into_iter().map(group).collect()
}

fn group(games: Vec<&GameRow>) -> Result<Group<'_>> {
    let hole = (0u64..)
        .zip(&games)
        .find(|(number, game)| game.game != *number);
    if let Some((number, game)) = hole {
        bail!(
            "{}, start set `{}`, move policy `{}`, {} simulations, seed {}: game {number} is missing (found {}); games are \
             numbered before they start, and a set with holes is no sample of them",
            game.variant,
            game.start_set,
            game.move_policy,
            game.simulations,
            game.seed,
            game.game
        );
    }
    Ok(Group {
        results: Results::of(&games)?,
        counts: Counts::of(&games),
        games,
    })
}
