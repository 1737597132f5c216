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
        }
    }
}
