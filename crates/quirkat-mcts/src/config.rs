use serde::{Deserialize, Serialize};

/// The constants of a search.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchConfig {
    /// Weight of the exploration term: `c · prior · √N / (1 + n)` (PUCT, Silver et al. 2017), with
    /// values from −1 to 1.
    pub exploration: f32,
    /// The value of an action not yet tried.
    pub first_play: FirstPlay,
    /// Noise on the root's priors, in self-play only.
    pub noise: Option<RootNoise>,
    /// How the root's simulations are shared among its actions.
    pub root: RootRule,
    /// What the root's policy rests on.
    pub decision: Decision,
}

/// How the root's simulations are shared among its actions. Below the root it is always PUCT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RootRule {
    /// As everywhere in the tree.
    Puct,
    /// Sequential halving (Karnin, Koren and Somekh 2013), as Danihelka et al. 2022 use it at the
    /// root: the budget is split into rounds, in each of which all actions left have the same
    /// number of simulations, and after which the better half by [`Improvement`] is left.
    Halving {
        /// The actions with the largest priors that enter the first round.
        considered: u16,
    },
}

/// What the root's policy rests on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Each action's share of the simulations.
    Visits,
    /// Priors improved by values.
    Improved(Improvement),
}

/// The improved policy of Danihelka et al. 2022, "Policy improvement by planning with Gumbel":
/// `softmax(ln prior + (visit_offset + N) · value_scale · q)`, where `N` is the largest number of
/// visits of an action and `q`, from −1 to 1, an action's proven value, else its mean, else a
/// mixture of the root's own evaluation and the means of the others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Improvement {
    /// Weight of values before any visit.
    pub visit_offset: f32,
    /// Weight of values by visit.
    pub value_scale: f32,
}

/// The value assumed for an action that no simulation has tried, for the side to move
/// (first-play urgency).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPlay {
    /// This value, −1 (lost) to 1 (won).
    Value(f32),
    /// The node's mean value, less this reduction times the square root of the prior mass already
    /// tried (as in Leela Chess Zero and `KataGo`).
    Reduction(f32),
}

/// Dirichlet noise: `(1 − fraction) · prior + fraction · Dirichlet(concentration / actions)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct RootNoise {
    /// Total concentration, shared equally among the legal actions (as in `KataGo`: 10.83).
    pub concentration: f32,
    /// Share of the noise in the mixed priors.
    pub fraction: f32,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            exploration: 1.5,
            first_play: FirstPlay::Reduction(0.25),
            noise: None,
            root: RootRule::Puct,
            decision: Decision::Visits,
        }
    }
}

impl Default for Improvement {
    fn default() -> Self {
        Self {
            visit_offset: 50.0,
            value_scale: 0.3,
        }
    }
}

impl SearchConfig {
    /// For evaluators that know something: halving at the root, decisions by the improved policy.
    /// Measured in `experiments/0004-learning`: worth about 35 Elo over the plain search at 32
    /// simulations, 20 at 128.
    pub fn guided() -> Self {
        Self {
            root: RootRule::Halving { considered: 16 },
            decision: Decision::Improved(Improvement::default()),
            ..Self::default()
        }
    }

    /// The same search as textbooks have it: PUCT at the root too, decisions by visits.
    #[must_use]
    pub const fn plain(self) -> Self {
        Self {
            root: RootRule::Puct,
            decision: Decision::Visits,
            ..self
        }
    }
}
