use super::points::Points;
use quirkat_stats::Verdict;
use quirkat_tables::{GameCounts, Inference, Setting};

/// With fewer training seeds a run speaks about its agents only.
pub const SEEDS_FOR_VARIANTS: u64 = 3;

/// With fewer training seeds nothing should be published.
pub const SEEDS_FOR_PUBLICATION: u64 = 6;

/// Half the width of the band that counts as balance where a run does not say, in percentage
/// points.
pub(crate) const DEFAULT_MARGIN: f64 = 2.0;

/// What was measured of a variant in one setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The variant's name, as written in the table.
    pub variant: String,
    /// The name of its switches.
    pub rules_hash: String,
    /// What is held fixed.
    pub setting: Setting,
    /// The games behind it.
    pub games: GameTotals,
    /// What they say of the first player.
    pub advantage: Advantage,
    /// How strong the agents are.
    pub strength: Strength,
    /// What the row is about and where it comes from.
    pub provenance: Provenance,
}

/// The games behind a row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameTotals {
    /// Games of all seeds.
    pub games: u64,
    /// Different games among them, summed over seeds.
    pub unique: Option<u64>,
    /// How they ended, `None` when the table has shares only.
    pub outcomes: Option<GameCounts>,
    /// Mean length, in plies.
    pub mean_plies: Option<f64>,
    /// Searches with a choice, a ply.
    pub decisions_per_ply: Option<f64>,
}

/// White's advantage, in percentage points; the mover's for the start set `tempo`.
#[derive(Clone, Debug, PartialEq)]
pub struct Advantage {
    /// The score less 50 %; `None` when no game ended.
    pub points: Option<Points>,
    /// That of each training seed.
    pub by_seed: Vec<f64>,
    /// Level of the interval, 0 to 1.
    pub level: Option<f64>,
    /// How the interval was computed, as the table names it.
    pub method: String,
    /// What the interval speaks about.
    pub inference: Inference,
    /// The verdict, where one was reached.
    pub verdict: Option<Verdict>,
    /// Half the width of the band that counts as balance.
    pub margin: f64,
    /// p-value against no advantage, after Holm.
    pub p_holm: Option<f64>,
    /// The advantage if Black, and if White, had won all games that were cut; `None` when unknown.
    pub capped_bounds: Option<(f64, f64)>,
}

/// How strong the agents of a row are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strength {
    /// Who the proxy of strength is measured against.
    pub opponent: String,
    /// The agent's score against it, 0 to 1.
    pub score: Option<f64>,
    /// Games of the proxy.
    pub games: Option<u64>,
    /// Share of moves that keep the exact value, 0 to 1.
    pub grade: Option<f64>,
}

/// What a row is about and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Training seeds, one for a training run.
    pub seeds: u64,
    /// Iterations of training behind it.
    pub iteration: u64,
    /// Whether the agents were trained on this variant, and do not only play it.
    pub trained: bool,
    /// Whether the run reports on it in the first place.
    pub primary: bool,
    /// White's proven result from the start; `None` where it is open or games do not begin at the
    /// start.
    pub exact: Option<ExactValue>,
}

/// White's proven result under best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactValue {
    /// White wins.
    Win,
    /// Neither wins.
    Draw,
    /// White loses.
    Loss,
}

impl ExactValue {
    /// The value with this name; `None` for bounds and values that nobody has proved.
    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Win, Self::Draw, Self::Loss]
            .into_iter()
            .find(|value| value.name() == name)
    }

    /// The word of the tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl Measured {
    /// Whether it says something about the variant and may stand in print.
    pub fn is_publishable(&self) -> bool {
        self.advantage.inference == Inference::Variants
            && self.provenance.seeds >= SEEDS_FOR_PUBLICATION
    }

    /// The level of its interval, of one at 95 % where the table does not say.
    pub(crate) fn level(&self) -> f64 {
        self.advantage.level.unwrap_or(DEFAULT_LEVEL)
    }
}

/// The level of intervals where no table says another.
pub(crate) const DEFAULT_LEVEL: f64 = 0.95;
