use crate::{MovePolicy, StartSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is held fixed in a row beside the agents: start set, move policy, budget. Rows that differ in
/// any of it measure different things and are never compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Setting {
    /// Where games begin.
    pub start_set: StartSet,
    /// How search results become moves.
    pub move_policy: MovePolicy,
    /// Simulations per decision; 0 is the raw policy.
    pub simulations: u32,
}

impl Default for Setting {
    /// `initial`, `sampled:1:8`, 128 simulations.
    fn default() -> Self {
        Self {
            start_set: StartSet::Initial,
            move_policy: MovePolicy::DEFAULT,
            simulations: 128,
        }
    }
}

impl Setting {
    /// A name that is good for a file.
    pub fn file_name(&self) -> String {
        format!(
            "{}-{}-{}",
            self.start_set, self.move_policy, self.simulations
        )
        .replace(':', "-")
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            start_set,
            move_policy,
            simulations,
        } = self;
        write!(f, "{start_set} · {move_policy} · {simulations} simulations")
    }
}
