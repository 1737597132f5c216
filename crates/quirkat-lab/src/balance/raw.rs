//! The raw data of a job: what everything else follows from.

use super::design::RULES;
use anyhow::Result;
use quirkat_store::StoreFolder;
use quirkat_tables::{
    AgentGradeRow, GameRow, PairGameRow, ProxyGameRow, read_games, read_table, write_table,
};

/// The raw data behind all tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawData {
    /// One agent on both sides.
    pub games: Vec<GameRow>,
    /// Against the opponent of the strength proxy.
    pub proxy: Vec<ProxyGameRow>,
    /// Agents of two seeds against each other.
    pub pairs: Vec<PairGameRow>,
    /// Positions of which the exact value was kept.
    pub grades: Vec<AgentGradeRow>,
}

const GAMES: &str = "games.csv";
const PROXY: &str = "proxy_games.csv";
const PAIRS: &str = "pair_games.csv";
const GRADES: &str = "grades.csv";

/// The files of raw data.
pub(crate) const RAW: [&str; 5] = [GAMES, PROXY, PAIRS, GRADES, RULES];

impl RawData {
    /// Reads the raw data of a job, plain or compressed.
    ///
    /// # Errors
    /// One line that names the file and the line.
    pub(crate) fn read(evaluation: &StoreFolder) -> Result<Self> {
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
    pub(crate) fn write(&self, evaluation: &StoreFolder, compress: bool) -> Result<()> {
        write_table(evaluation, GAMES, &self.games, compress)?;
        write_table(evaluation, PROXY, &self.proxy, compress)?;
        write_table(evaluation, PAIRS, &self.pairs, compress)?;
        write_table(evaluation, GRADES, &self.grades, false)?;
        Ok(())
    }
}
