use quirkat_rules::{Color, Rules};
use serde::{Deserialize, Serialize};

/// One proven statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The position.
    pub position: String,
    /// The side that the statement is about.
    pub attacker: Color,
    /// Whether that side wins, or does not.
    pub wins: bool,
}

/// Claims about positions of one rule set, and the graphs that prove them. The positions of the
/// graphs are turned so that the attacker is White.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// The rules.
    pub rules: Rules,
    /// The tables whose positions are leaves: their men and [`crate::Tables::digest`].
    pub tables: Option<(u8, [u8; 32])>,
    /// What is proven.
    pub claims: Vec<Claim>,
    /// Positions that the attacker wins.
    pub(crate) wins: Vec<(u128, WinStep)>,
    /// Positions that the attacker does not win.
    pub(crate) holds: Vec<Hold>,
}

/// What the attacker does at a won position, and how many plies lie before a leaf at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WinStep {
    /// The attacker's move, as its number among the legal moves; 0 where the defender moves.
    pub(crate) choice: u8,
    pub(crate) measure: u16,
}

/// A position that the attacker does not win, with what the defender does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hold {
    pub(crate) key: u128,
    /// The defender's move; 0 where the attacker moves.
    pub(crate) choice: u8,
}

impl Certificate {
    /// Positions in the proof.
    pub fn positions(&self) -> u64 {
        (self.wins.len() + self.holds.len()) as u64
    }
}
