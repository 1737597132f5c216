//! Games by agent and setting.

use super::results::Results;
use anyhow::{Result, bail};
use quirkat_tables::{GameCounts, GameRow, Setting};
use std::collections::HashMap;

/// The games of one agent in one setting, in the order of their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Group<'a> {
    pub(crate) games: Vec<&'a GameRow>,
    pub(crate) results: Results,
    pub(crate) counts: GameCounts,
}

impl Group<'_> {
    /// What all its games have in common.
    pub(crate) fn key(&self) -> &GameRow {
        // A group is made for a game.
        self.games[0]
    }

    /// What is held fixed beside the agent.
    pub(crate) fn setting(&self) -> Setting {
        self.key().setting()
    }
}

/// Groups in the order in which their first games stand in the file.
///
/// # Errors
/// When the numbers of a group are not 0, 1, 2, …: games are numbered before they start, and a set
/// with holes, such as "the first that ended", is no sample of them.
pub(crate) fn groups(games: &[GameRow]) -> Result<Vec<Group<'_>>> {
    type Key<'a> = (&'a str, Setting, u64, &'a str);
    let mut places: HashMap<Key<'_>, usize> = HashMap::new();
    let mut lists: Vec<Vec<&GameRow>> = Vec::new();
    for game in games {
        let key = (&*game.variant, game.setting(), game.seed, &*game.checkpoint);
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
        counts: GameCounts::of_rows(&games),
        games,
    })
}
