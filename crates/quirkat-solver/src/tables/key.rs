use crate::error::Error;
use crate::scope::check_tables;
use quirkat_rules::{RULES_VERSION, Rules};

/// Version of the numbering and of the files.
pub const TABLES_VERSION: u32 = 1;

/// Names the rules that a table was computed under: a hash of the switches that its values depend
/// on. The draw rules are not among them: play without end is a draw under every positive
/// repetition count, and the limit of plies without a capture is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableKey(pub [u8; 32]);

impl TableKey {
    /// The key of a rule set.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for rules whose positions hold state that no table indexes.
    pub fn of(rules: &Rules) -> Result<Self, Error> {
        check_tables(rules)?;
        let relevant = Rules {
            repetition_draw: 3,
            no_capture_draw_plies: 100,
            ..*rules
        };
        let text = format!(
            "quirkat-solver tables {TABLES_VERSION}, rules {RULES_VERSION}\n{}",
            relevant.canonical()
        );
        Ok(Self(*blake3::hash(text.as_bytes()).as_bytes()))
    }

    /// The first 16 hexadecimal digits: the name of the folder that holds the tables.
    pub fn folder(&self) -> String {
        let mut first = [0; 8];
        first.copy_from_slice(&self.0[..8]);
        format!("{:016x}", u64::from_be_bytes(first))
    }
}
