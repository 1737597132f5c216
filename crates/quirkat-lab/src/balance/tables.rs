//! From raw games to every table, in one function and in fixed order.

use super::design::{Design, RULES};
use super::{effects, first_moves, pairs, variants};
use crate::evaluation::{CellKey, Comparing, Group, Proxy, advantage_row, comparisons, groups};
use anyhow::{Context, Result, bail, ensure};
use quirkat_tables::{
    AdvantageRow, AgentGradeRow, ComparisonRow, CurveRow, EffectRow, FirstMoveRow, GameRow,
    PairGameRow, PairRow, ProxyGameRow, VariantRow, find_table, read_games, read_table,
    write_checksums, write_csv, write_table,
};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// The raw data behind all tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw {
    /// One agent on both sides.
    pub games: Vec<GameRow>,
    /// Against the opponent of the strength proxy.
    pub proxy: Vec<ProxyGameRow>,
    /// Agents of two seeds against each other.
    pub pairs: Vec<PairGameRow>,
    /// Positions of which the exact value was kept.
    pub grades: Vec<AgentGradeRow>,
}

/// Every table.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "named as their files")]
pub struct Tables {
    pub advantage: Vec<AdvantageRow>,
    pub comparisons: Vec<ComparisonRow>,
    pub variants: Vec<VariantRow>,
    pub curve: Vec<CurveRow>,
    pub pairs: Vec<PairRow>,
    pub first_moves: Vec<FirstMoveRow>,
    pub effects: Vec<EffectRow>,
}

const GAMES: &str = "games.csv";
const PROXY: &str = "proxy_games.csv";
const PAIRS: &str = "pair_games.csv";
const GRADES: &str = "grades.csv";

/// What everything else follows from.
const RAW: [&str; 5] = [GAMES, PROXY, PAIRS, GRADES, RULES];

impl Raw {
    /// Reads the raw data of a job, plain or compressed.
    ///
    /// # Errors
    /// One line that names the file and the line.
    pub(crate) fn read(evaluation: &Path) -> Result<Self> {
        Ok(Self {
            games: read_games(evaluation)?,
            proxy: read_table(evaluation, PROXY)?,
            pairs: read_table(evaluation, PAIRS)?,
            grades: read_table(evaluation, GRADES)?,
        })
    }

    /// Writes the raw data.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(crate) fn write(&self, evaluation: &Path, compress: bool) -> Result<()> {
        write_table(evaluation, GAMES, &self.games, compress)?;
        write_table(evaluation, PROXY, &self.proxy, compress)?;
        write_table(evaluation, PAIRS, &self.pairs, compress)?;
        write_table(evaluation, GRADES, &self.grades, false)?;
        Ok(())
    }
}

impl Tables {
    /// Everything that follows from the raw data.
    ///
    /// # Errors
    /// No games; games of a variant that the design does not know; a set of games with holes; seeds
    /// with different numbers of games in one cell.
    pub fn of(raw: &Raw, design: &Design) -> Result<Self> {
        ensure!(
            !raw.games.is_empty(),
            "there are no games: nothing was measured"
        );
        let groups = groups(&raw.games)?;
        if design.complete {
            check_blocks(&groups, design)?;
        }
        for group in &groups {
            let name = &group.key().variant;
            if design.rules_of(name).is_none() {
                bail!("games of `{name}`, whose rules are unknown");
            }
        }
        let last: Vec<&Group<'_>> = groups
            .iter()
            .filter(|group| group.key().iteration() == design.last)
            .collect();
        ensure!(
            !last.is_empty(),
            "no games of the last checkpoint ({})",
            design.last
        );
        let how = Comparing {
            level: design.level,
            shared: design.shared,
        };
        let comparisons = comparisons(&last, how)?;
        let advantage = groups
            .iter()
            .map(|group| {
                let proxy = Proxy::of(group.key(), &raw.proxy, &design.proxy_opponent)?;
                let hash = design.rules_hash(&group.key().variant);
                advantage_row(group, hash, design.level, &proxy)
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            advantage,
            variants: variants::verdicts(&last, raw, design, &comparisons)?,
            curve: variants::curve(&groups, raw, design)?,
            pairs: pairs::rows(&raw.pairs, design.level)?,
            first_moves: first_moves::rows(&last, design)?,
            effects: effects::rows(&last, design)?,
            comparisons,
        })
    }

    /// Writes all tables and the checksums of everything in the folder.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn write(&self, evaluation: &Path) -> Result<()> {
        write_csv(&evaluation.join("advantage.csv"), &self.advantage)?;
        write_csv(&evaluation.join("comparisons.csv"), &self.comparisons)?;
        write_csv(&evaluation.join("variants.csv"), &self.variants)?;
        write_csv(&evaluation.join("curve.csv"), &self.curve)?;
        write_csv(&evaluation.join("pairs.csv"), &self.pairs)?;
        write_csv(&evaluation.join("first_moves.csv"), &self.first_moves)?;
        write_csv(&evaluation.join("effects.csv"), &self.effects)?;
        let mut names: Vec<String> = [
            "advantage",
            "comparisons",
            "curve",
            "effects",
            "first_moves",
            "games",
            "grades",
            "openings",
            "pair_games",
            "pairs",
            "placebo",
            "proxy_games",
            "rules",
            "variants",
        ]
        .iter()
        .filter_map(|name| find_table(evaluation, &format!("{name}.csv")))
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
        names.sort_unstable();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        write_checksums(evaluation, &names)?;
        Ok(())
    }
}

/// Computes all tables of a job anew from its raw data (`config.toml`, `evaluation/rules.csv`,
/// `games.csv`, `proxy_games.csv`, `pair_games.csv`, `grades.csv`, plain or `.gz`) and writes them
/// beside these: the same bytes as the job wrote.
///
/// # Errors
/// One line that names the file and the line; nothing is written then.
pub fn recompute(folder: &Path) -> Result<(Tables, Design)> {
    let evaluation = folder.join("evaluation");
    // Damage that a line shows is told by the line.
    if let Err(error) = check_sums(&evaluation) {
        Raw::read(&evaluation)?;
        return Err(error);
    }
    compute(folder)
}

/// The same for raw data that have just been written.
pub(crate) fn compute(folder: &Path) -> Result<(Tables, Design)> {
    let design = Design::read(folder)?;
    let evaluation = folder.join("evaluation");
    let raw = Raw::read(&evaluation)?;
    let tables = Tables::of(&raw, &design)?;
    tables.write(&evaluation)?;
    Ok((tables, design))
}

/// In a job every variant has the same seeds in a cell, and every seed the same numbers of games;
/// else some were stopped earlier, or the file lacks them.
fn check_blocks(groups: &[Group<'_>], design: &Design) -> Result<()> {
    let mut first: HashMap<(CellKey, &str), (&Group<'_>, usize)> = HashMap::new();
    let mut seeds: HashMap<(CellKey, &str, &str), BTreeSet<u64>> = HashMap::new();
    for group in groups {
        let (key, count) = (group.key(), group.games.len());
        let cell = (group.cell(), key.iteration());
        let (other, games) = *first.entry(cell).or_insert((group, count));
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
            .entry((group.cell(), key.iteration(), &key.variant))
            .or_default()
            .insert(key.seed);
    }
    for group in groups {
        let key = group.key();
        let (other, _) = first[&(group.cell(), key.iteration())];
        let of = |variant| &seeds[&(group.cell(), key.iteration(), variant)];
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
            let here = (group.cell(), key.iteration(), &*rules.variant);
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

/// Refuses a table that is not the one whose checksum stands beside it.
fn check_sums(evaluation: &Path) -> Result<()> {
    let path = evaluation.join("checksums.txt");
    let Ok(text) = std::fs::read_to_string(&path) else {
        return Ok(());
    };
    for line in text.lines() {
        let Some((sum, name)) = line.split_once("  ") else {
            continue;
        };
        let raw = RAW
            .iter()
            .any(|raw| name.strip_suffix(".gz").unwrap_or(name) == *raw);
        let table = evaluation.join(name);
        if !raw || !table.is_file() {
            continue;
        }
        let content = std::fs::read(&table).with_context(|| table.display().to_string())?;
        ensure!(
            blake3::hash(&content).to_hex().as_str() == sum,
            "{}: not the file that checksums.txt has: it was cut or edited; delete checksums.txt to use it as it is",
            table.display()
        );
    }
    Ok(())
}
