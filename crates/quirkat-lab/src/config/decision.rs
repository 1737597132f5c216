use super::checks::in_range;
use anyhow::{Result, ensure};
use quirkat_mcts::{Decision, Improvement, RootRule, SearchConfig};
use serde::{Deserialize, Serialize};

/// How agents decide where they play their best, under the move policy `greedy`: when their strength
/// is measured, against the proxy opponent, and in greedy rows of evaluations. Self-play and the move
/// policies `sampled` go by visits ([`MovePolicy`](quirkat_tables::MovePolicy)).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DecisionConfig {
    /// How the root is searched and what the move rests on.
    pub rule: DecisionRule,
    /// Halving begins with so many actions, those with the largest priors.
    pub considered: u16,
    /// Weight of values before any visit ([`Improvement::visit_offset`]).
    pub visit_offset: f32,
    /// Weight of values by visit ([`Improvement::value_scale`]).
    pub value_scale: f32,
}

/// How the root is searched and what the move rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionRule {
    /// Sequential halving and the improved policy.
    Halving,
    /// PUCT and visits, as in self-play.
    Puct,
}

impl Default for DecisionConfig {
    fn default() -> Self {
        let improvement = Improvement::default();
        Self {
            rule: DecisionRule::Halving,
            considered: 16,
            visit_offset: improvement.visit_offset,
            value_scale: improvement.value_scale,
        }
    }
}

impl DecisionConfig {
    /// The search with these decisions.
    pub fn search(&self, below: SearchConfig) -> SearchConfig {
        match self.rule {
            DecisionRule::Puct => below.plain(),
            DecisionRule::Halving => SearchConfig {
                root: RootRule::Halving {
                    considered: self.considered,
                },
                decision: Decision::Improved(Improvement {
                    visit_offset: self.visit_offset,
                    value_scale: self.value_scale,
                }),
                ..below
            },
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        in_range!("decision.considered", self.considered, 1..=1000);
        in_range!("decision.visit-offset", self.visit_offset, 0.0..=1e6);
        in_range!("decision.value-scale", self.value_scale, 0.0..=1000.0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_agents_without_a_run() {
        let search = DecisionConfig::default().search(SearchConfig::default());
        assert_eq!(search, SearchConfig::guided());
    }
}
