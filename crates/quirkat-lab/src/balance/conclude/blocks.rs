//! Whether the games of a job are whole blocks.

use crate::balance::design::Design;
use crate::evaluation::Group;
use anyhow::{Result, ensure};
use quirkat_tables::Setting;
use std::collections::{BTreeSet, HashMap};

/// In a job every variant has the same seeds in a setting, and every seed the same numbers of games;
/// else some were stopped earlier, or the file lacks them.
pub(crate) fn check_blocks(groups: &[Group<'_>], design: &Design) -> Result<()> {
    let mut first: HashMap<(Setting, &str), (&Group<'_>, usize)> = HashMap::new();
    let mut seeds: HashMap<(Setting, &str, &str), BTreeSet<u64>> = HashMap::new();
    for group in groups {
        let (key, count) = (group.key(), group.games.len());
        let place = (group.setting(), key.iteration());
        let (other, games) = *first.entry(place).or_insert((group, count));
        let other = other.key();
        ensure!(
            games == count,
            "start set `{}`, move policy `{}`, {} simulations: {}, seed {} has {games} games and {}, seed {} has {count}; a \
             block of numbered games is not complete",
            key.start_set,
            key.move_policy,
            key.simulations,
            other.variant,
            other.seed,
            key.variant,
            key.seed
        );
        seeds
            .entry((group.setting(), key.iteration(), &key.variant))
            .or_default()
            .insert(key.seed);
    }
    for group in groups {
        let key = group.key();
        let (other, _) = first[&(group.setting(), key.iteration())];
        let of = |variant| &seeds[&(group.setting(), key.iteration(), variant)];
        let (theirs, ours) = (of(&*other.key().variant), of(&*key.variant));
        ensure!(
            theirs == ours,
            "start set `{}`, move policy `{}`, {} simulations: {} has the seeds {theirs:?} and {} the seeds {ours:?}; games are \
             missing",
            key.start_set,
            key.move_policy,
            key.simulations,
            other.key().variant,
            key.variant
        );
        for rules in &design.rules {
            let here = (group.setting(), key.iteration(), &*rules.variant);
            ensure!(
                seeds.contains_key(&here),
                "start set `{}`, move policy `{}`, {} simulations: there are no games of {}; games are missing",
                key.start_set,
                key.move_policy,
                key.simulations,
                rules.variant
            );
        }
    }
    Ok(())
}
