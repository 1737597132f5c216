use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A start set: where the games of a row begin, and so what its score is about.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum StartSet {
    /// The game's own start.
    #[default]
    Initial,
    /// Distinct quiet positions after a few random plies, equal material.
    Openings,
    /// Each such position and its twin with the sides exchanged: the worth of the move itself.
    Tempo,
    /// Games from elsewhere, which do not tell. It is in no configuration: nothing can be played from it.
    #[serde(skip_deserializing)]
    Given,
}

impl StartSet {
    /// All that can be played.
    pub const ALL: [Self; 3] = [Self::Initial, Self::Openings, Self::Tempo];

    /// The word used in configurations and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Initial => "initial",
            Self::Openings => "openings",
            Self::Tempo => "tempo",
            Self::Given => "given",
        }
    }
}

impl fmt::Display for StartSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for StartSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = |set: &Self| set.name() == text;
        Self::ALL.into_iter().find(named).ok_or_else(|| {
            format!("unknown start set `{text}`; allowed are initial, openings, tempo")
        })
    }
}
