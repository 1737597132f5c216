use crate::balance::raw::RawData;
use quirkat_tables::{AgentGradeRow, GameRow, PairGameRow, ProxyGameRow};
use std::collections::BTreeMap;

/// Place among what is measured, place of the variant, number of the replicate.
type Key = (usize, usize, u32);

/// The raw data so far. Keys sort as the rows stand in the files, whoever finished first.
#[derive(Debug, Default)]
pub(crate) struct CollectedRows {
    pub(crate) games: BTreeMap<Key, Vec<GameRow>>,
    pub(crate) proxy: BTreeMap<Key, Vec<ProxyGameRow>>,
    pub(crate) grades: BTreeMap<Key, Option<AgentGradeRow>>,
    /// By variant and the first replicate of the two.
    pub(crate) pairs: BTreeMap<(usize, u32), Vec<PairGameRow>>,
}

impl CollectedRows {
    /// Everything in the order of the files.
    pub(crate) fn raw(&self) -> RawData {
        RawData {
            games: self.games.values().flatten().cloned().collect(),
            proxy: self.proxy.values().flatten().cloned().collect(),
            grades: self.grades.values().flatten().cloned().collect(),
            pairs: self.pairs.values().flatten().cloned().collect(),
        }
    }

    /// The games of the primary setting.
    pub(crate) fn primary_games(&self) -> Vec<GameRow> {
        let primary = self.games.iter().filter(|((place, _, _), _)| *place == 0);
        primary.flat_map(|(_, rows)| rows).cloned().collect()
    }
}
