//! What is measured of a replicate, and what was.

use super::tables::Raw;
use crate::config::BalanceConfig;
use quirkat_tables::{AgentGradeRow, GameRow, PairGameRow, ProxyGameRow, Setting};
use std::collections::BTreeMap;

/// A cell and the iteration whose agents play it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measured {
    pub(crate) iteration: u32,
    pub(crate) cell: Setting,
}

impl Measured {
    /// The primary cell first, then the others of the last iteration, then earlier iterations.
    pub(crate) fn all(config: &BalanceConfig) -> Vec<Self> {
        let last = config.train.iterations;
        let cells = config.cells().into_iter().map(|cell| Self {
            iteration: last,
            cell,
        });
        let earlier = config.measure.checkpoints.iter().map(|&iteration| Self {
            iteration,
            cell: config.primary(),
        });
        cells.chain(earlier).collect()
    }

    /// The iterations of all these.
    pub(crate) fn iterations(config: &BalanceConfig) -> Vec<u32> {
        let last = config.train.iterations;
        let earlier = config.measure.checkpoints.iter().copied();
        std::iter::once(last).chain(earlier).collect()
    }

    /// Iterations and budgets at which strength is measured: every agent that plays a cell.
    pub(crate) fn budgets(config: &BalanceConfig) -> Vec<(u32, u32)> {
        let mut budgets = Vec::new();
        for measured in Self::all(config) {
            let budget = (measured.iteration, measured.cell.simulations);
            if !budgets.contains(&budget) {
                budgets.push(budget);
            }
        }
        budgets
    }
}

/// Place among what is measured, place of the variant, number of the replicate.
type Key = (usize, usize, u32);

/// The raw data so far. Keys sort as the rows stand in the files, whoever finished first.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) games: BTreeMap<Key, Vec<GameRow>>,
    pub(crate) proxy: BTreeMap<Key, Vec<ProxyGameRow>>,
    pub(crate) grades: BTreeMap<Key, Option<AgentGradeRow>>,
    /// By variant and the first replicate of the two.
    pub(crate) pairs: BTreeMap<(usize, u32), Vec<PairGameRow>>,
}

impl Store {
    /// Everything in the order of the files.
    pub(crate) fn raw(&self) -> Raw {
        Raw {
            games: self.games.values().flatten().cloned().collect(),
            proxy: self.proxy.values().flatten().cloned().collect(),
            grades: self.grades.values().flatten().cloned().collect(),
            pairs: self.pairs.values().flatten().cloned().collect(),
        }
    }

    /// The games of the primary cell.
    pub(crate) fn primary_games(&self) -> Vec<GameRow> {
        let primary = self.games.iter().filter(|((place, _, _), _)| *place == 0);
        primary.flat_map(|(_, rows)| rows).cloned().collect()
    }
}
