//! From raw games to every table, in one function and in fixed order.

use super::conclude::{blocks, curve, effects, first_moves, pairs, variants};
use super::design::Design;
use super::raw::RawData;
use crate::evaluation::{Comparing, Group, Proxy, advantage_row, comparisons, groups};
use anyhow::{Result, bail, ensure};
use quirkat_store::StoreFolder;
use quirkat_tables::{
    AdvantageRow, ComparisonRow, CurveRow, EffectRow, FirstMoveRow, PairRow, VariantRow,
    find_table, table_text, write_checksums,
};

/// The tables in `checksums.txt`, where they are there.
const CHECKSUMMED: [&str; 14] = [
    "advantage.csv",
    "comparisons.csv",
    "curve.csv",
    "effects.csv",
    "first_moves.csv",
    "games.csv",
    "grades.csv",
    "openings.csv",
    "pair_games.csv",
    "pairs.csv",
    "placebo.csv",
    "proxy_games.csv",
    "rules.csv",
    "variants.csv",
];

/// Every table of a balance job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BalanceTables {
    /// `advantage.csv`.
    pub advantage: Vec<AdvantageRow>,
    /// `comparisons.csv`.
    pub comparisons: Vec<ComparisonRow>,
    /// `variants.csv`.
    pub variants: Vec<VariantRow>,
    /// `curve.csv`.
    pub curve: Vec<CurveRow>,
    /// `pairs.csv`.
    pub pairs: Vec<PairRow>,
    /// `first_moves.csv`.
    pub first_moves: Vec<FirstMoveRow>,
    /// `effects.csv`.
    pub effects: Vec<EffectRow>,
}

impl BalanceTables {
    /// Everything that follows from the raw data.
    ///
    /// # Errors
    /// No games; games of a variant that the design does not know; a set of games with holes; seeds
    /// with different numbers of games in one setting.
    pub fn of(raw: &RawData, design: &Design) -> Result<Self> {
        ensure!(
            !raw.games.is_empty(),
            "there are no games: nothing was measured"
        );
        let groups = groups(&raw.games)?;
        if design.complete {
            blocks::check_blocks(&groups, design)?;
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
            variants: variants::rows(&last, raw, design, &comparisons)?,
            curve: curve::rows(&groups, raw, design)?,
            pairs: pairs::rows(&raw.pairs, design.level)?,
            first_moves: first_moves::rows(&last, design)?,
            effects: effects::rows(&last, design)?,
            comparisons,
        })
    }

    /// Those of a job in its folder, computed anew from its raw data (`config.toml`,
    /// `evaluation/rules.csv`, `games.csv`, `proxy_games.csv`, `pair_games.csv`, `grades.csv`, plain or
    /// `.gz`), with what they rest on. Nothing is written.
    ///
    /// # Errors
    /// One line that names the file and the line.
    pub(crate) fn recomputed(folder: &StoreFolder) -> Result<(Self, Design)> {
        let design = Design::read(folder)?;
        let raw = RawData::read(&folder.folder("evaluation"))?;
        Ok((Self::of(&raw, &design)?, design))
    }

    /// The files with their names.
    ///
    /// # Errors
    /// Only when memory fails.
    pub(crate) fn files(&self) -> Result<Vec<(&'static str, Vec<u8>)>> {
        Ok(vec![
            ("advantage.csv", table_text(&self.advantage)?),
            ("comparisons.csv", table_text(&self.comparisons)?),
            ("variants.csv", table_text(&self.variants)?),
            ("curve.csv", table_text(&self.curve)?),
            ("pairs.csv", table_text(&self.pairs)?),
            ("first_moves.csv", table_text(&self.first_moves)?),
            ("effects.csv", table_text(&self.effects)?),
        ])
    }

    /// Writes all tables and the checksums of everything in the folder.
    ///
    /// # Errors
    /// When the file system refuses.
    pub(crate) fn write(&self, evaluation: &StoreFolder) -> Result<()> {
        for (name, content) in self.files()? {
            evaluation.put(name, &content)?;
        }
        let mut names = Vec::new();
        for name in CHECKSUMMED {
            names.extend(find_table(evaluation, name)?);
        }
        names.sort_unstable();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        write_checksums(evaluation, &names)?;
        Ok(())
    }
}
