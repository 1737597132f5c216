use super::checks::{check_opponent, distinct, in_range};
use super::decision::DecisionConfig;
use anyhow::{Context, Result, ensure};
use quirkat_mcts::{FirstPlay, RootNoise, SearchConfig};
use quirkat_net::{NetworkConfig, TrainingConfig};
use quirkat_rules::{Color, Position};
use quirkat_tables::{MovePolicy, Setting, StartSet};
use quirkat_variant::Variant;
use serde::{Deserialize, Serialize};

/// Everything that decides a training run's results. Budgets are games and simulations, never
/// seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TrainConfig {
    /// Every random stream derives from it.
    pub seed: u64,
    /// Presets' names or paths to rule files (relative to the configuration's folder).
    pub variants: Vec<String>,
    /// One network for each variant, or one for all of them.
    pub network_scope: NetworkScope,
    /// Where games begin: `initial` or a position string with White to move.
    #[serde(skip_serializing_if = "is_initial")]
    pub start: String,
    /// Rounds of self-play and training.
    pub iterations: u32,
    /// Self-play games a variant and iteration.
    pub games_per_iteration: u32,
    /// Simulations per decision in self-play.
    pub simulations: u32,
    /// Longer games are cut and count as `capped`, never as draws.
    pub max_plies: u32,
    /// How self-play games are played.
    pub self_play: SelfPlayConfig,
    /// The size of the network.
    pub network: NetworkConfig,
    /// The optimiser.
    pub training: TrainingConfig,
    /// How strength is followed during training.
    pub strength: StrengthConfig,
    /// How agents decide outside self-play.
    pub decision: DecisionConfig,
    /// What is measured at the end.
    pub evaluation: EvaluationConfig,
}

/// Whose network it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NetworkScope {
    /// One network a variant.
    PerVariant,
    /// One network for all variants, told apart by the rule switches in its input.
    Shared,
}

/// How self-play games are played and what of them is learnt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SelfPlayConfig {
    /// Weight of the search's exploration term.
    pub exploration: f32,
    /// First-play urgency: reduction below the mean for actions not yet tried.
    pub first_play_reduction: f32,
    /// Total concentration of the Dirichlet noise at the root; 0 for none.
    pub noise_concentration: f32,
    /// Share of the noise in the root's priors.
    pub noise_fraction: f32,
    /// Actions of the first plies are drawn in proportion to visits^(1 / temperature).
    pub temperature: f32,
    /// How many plies are drawn so; later ones are the most visited.
    pub sampled_plies: u32,
    /// Share of the games that begin at a position drawn from a game of random moves, so that the
    /// network also sees what good play avoids.
    pub random_start_share: f64,
    /// Games a task: the unit of scheduling and of what a killed run loses.
    pub games_per_task: u32,
    /// Games of a task in play at a time: the width of network batches.
    pub games_in_play: usize,
    /// The last so many iterations are learnt from.
    pub window_iterations: u32,
    /// How often each new position is learnt from, on average.
    pub position_reuse: f32,
    /// Share of the search's own value, beside the game's result, in the value target.
    pub search_value_share: f32,
}

/// How strength is followed during training: Elo from games against checkpoints measured before,
/// and the share of exact values kept where they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct StrengthConfig {
    /// Measured at iterations that are multiples of this; 0 for never.
    pub every: u32,
    /// Games against each of the last two checkpoints measured before (the untrained one included),
    /// in pairs from one opening with colours swapped.
    pub games: u32,
    /// Simulations per decision of these games.
    pub simulations: u32,
    /// Simulations per decision of the grade, which is also taken of the raw policy.
    pub grade_simulations: u32,
}

/// What is measured of the last checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct EvaluationConfig {
    /// Start sets: `initial`, `openings`, `tempo`.
    pub start_sets: Vec<StartSet>,
    /// Move policies: `greedy`, `sampled:T:K`, `sampled:T:all`.
    pub move_policies: Vec<MovePolicy>,
    /// Budgets; 0 plays the raw policy.
    pub simulations: Vec<u32>,
    /// Games of each row (`greedy` plays each start once).
    pub games: u32,
    /// Positions of the start sets `openings` and `tempo`.
    pub openings: u32,
    /// Plies of random play behind each of them, an even number.
    pub opening_plies: u32,
    /// Level of the intervals.
    pub level: f64,
    /// The opponent of the strength proxy, the same in every row.
    pub proxy_opponent: String,
    /// Its games, in pairs from one opening with colours swapped.
    pub proxy_games: u32,
    /// Who moves first. `black` plays every game from the colour-swapped start, and then every
    /// game is the mirror image of that with `white`, or something is biased.
    pub first: Color,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            variants: vec!["standard".to_owned()],
            network_scope: NetworkScope::PerVariant,
            start: INITIAL.to_owned(),
            iterations: 10,
            games_per_iteration: 512,
            simulations: 64,
            max_plies: 400,
            self_play: SelfPlayConfig::default(),
            network: NetworkConfig::default(),
            training: TrainingConfig::default(),
            strength: StrengthConfig::default(),
            decision: DecisionConfig::default(),
            evaluation: EvaluationConfig::default(),
        }
    }
}

impl Default for SelfPlayConfig {
    fn default() -> Self {
        Self {
            exploration: 1.5,
            first_play_reduction: 0.25,
            noise_concentration: 8.0,
            noise_fraction: 0.25,
            temperature: 1.0,
            sampled_plies: 12,
            random_start_share: 0.5,
            games_per_task: 64,
            games_in_play: 32,
            window_iterations: 5,
            position_reuse: 3.0,
            search_value_share: 0.3,
        }
    }
}

impl Default for StrengthConfig {
    fn default() -> Self {
        Self {
            every: 5,
            games: 100,
            simulations: 32,
            grade_simulations: 128,
        }
    }
}

impl Default for EvaluationConfig {
    fn default() -> Self {
        Self {
            start_sets: vec![StartSet::Initial],
            move_policies: vec![MovePolicy::DEFAULT],
            simulations: vec![32],
            games: 400,
            openings: 200,
            opening_plies: 12,
            level: 0.95,
            proxy_opponent: "rollout@32".to_owned(),
            proxy_games: 200,
            first: Color::White,
        }
    }
}

impl EvaluationConfig {
    /// What rows are about: every start set with every move policy and budget, in this order.
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings = Vec::new();
        for &start_set in &self.start_sets {
            for &move_policy in &self.move_policies {
                for &simulations in &self.simulations {
                    settings.push(Setting {
                        start_set,
                        move_policy,
                        simulations,
                    });
                }
            }
        }
        settings
    }
}

impl SelfPlayConfig {
    /// The search of self-play, with noise.
    pub fn search(&self) -> SearchConfig {
        let noise = RootNoise {
            concentration: self.noise_concentration,
            fraction: self.noise_fraction,
        };
        SearchConfig {
            noise: (self.noise_concentration > 0.0).then_some(noise),
            ..self.quiet_search()
        }
    }

    /// The same search without noise.
    fn quiet_search(&self) -> SearchConfig {
        SearchConfig {
            exploration: self.exploration,
            first_play: FirstPlay::Reduction(self.first_play_reduction),
            ..SearchConfig::default()
        }
    }
}

/// The word for the game's own start.
pub(crate) const INITIAL: &str = "initial";

/// A run from the game's own start has no such key in its resolved configuration.
fn is_initial(start: &str) -> bool {
    start == INITIAL
}

impl TrainConfig {
    /// The search of agents outside self-play.
    pub fn search(&self) -> SearchConfig {
        self.decision.search(self.self_play.quiet_search())
    }

    /// Where games of a variant begin.
    ///
    /// # Errors
    /// One line with the key, when that is no position in which White may move.
    pub fn start_of(&self, variant: &Variant) -> Result<Position> {
        if self.start == INITIAL {
            return Ok(Position::START);
        }
        let position = Position::parse(&self.start, &variant.geometry)
            .with_context(|| format!("start: no position of `{}`", variant.name))?;
        ensure!(
            position.turn() == Color::White,
            "start: Black is to move; White is the first player"
        );
        ensure!(
            position.outcome(&variant.geometry).is_none(),
            "start: the game is over there by the rules of `{}`",
            variant.name
        );
        Ok(position)
    }

    /// Refuses values that make no run.
    ///
    /// # Errors
    /// One line with the key and the allowed values.
    pub fn check(&self) -> Result<()> {
        ensure!(
            !self.variants.is_empty(),
            "variants: the list is empty; name at least one rule set"
        );
        for (i, variant) in self.variants.iter().enumerate() {
            ensure!(
                !self.variants[..i].contains(variant),
                "variants: `{variant}` is named twice"
            );
        }
        in_range!("seed", self.seed, 0..=i64::MAX as u64);
        in_range!("iterations", self.iterations, 0..=100_000);
        in_range!(
            "games-per-iteration",
            self.games_per_iteration,
            1..=10_000_000
        );
        in_range!("simulations", self.simulations, 1..=1_000_000);
        in_range!("max-plies", self.max_plies, 1..=100_000);
        let play = &self.self_play;
        in_range!("self-play.exploration", play.exploration, 0.0..=100.0);
        in_range!(
            "self-play.first-play-reduction",
            play.first_play_reduction,
            0.0..=2.0
        );
        in_range!(
            "self-play.noise-concentration",
            play.noise_concentration,
            0.0..=1000.0
        );
        in_range!("self-play.noise-fraction", play.noise_fraction, 0.0..=1.0);
        in_range!("self-play.temperature", play.temperature, 0.01..=100.0);
        in_range!(
            "self-play.random-start-share",
            play.random_start_share,
            0.0..=1.0
        );
        in_range!("self-play.games-per-task", play.games_per_task, 1..=100_000);
        in_range!("self-play.games-in-play", play.games_in_play, 1..=4096);
        in_range!(
            "self-play.window-iterations",
            play.window_iterations,
            1..=100_000
        );
        in_range!(
            "self-play.position-reuse",
            play.position_reuse,
            0.0..=1000.0
        );
        in_range!(
            "self-play.search-value-share",
            play.search_value_share,
            0.0..=1.0
        );
        in_range!("network.width", self.network.width, 1..=8192);
        in_range!("network.blocks", self.network.blocks, 0..=64);
        let training = &self.training;
        in_range!("training.batch-size", training.batch_size, 1..=65_536);
        in_range!("training.learning-rate", training.learning_rate, 0.0..=1.0);
        in_range!(
            "training.learning-rate-half-life",
            training.learning_rate_half_life,
            1e-3..=1e9
        );
        in_range!("training.weight-decay", training.weight_decay, 0.0..=1.0);
        in_range!("training.value-weight", training.value_weight, 0.0..=1000.0);
        in_range!("training.gradient-norm", training.gradient_norm, 1e-6..=1e6);
        let strength = &self.strength;
        in_range!("strength.every", strength.every, 0..=100_000);
        in_range!("strength.games", strength.games, 2..=100_000);
        ensure!(
            strength.games.is_multiple_of(2),
            "strength.games: {} is odd; games come in pairs with colours swapped",
            strength.games
        );
        in_range!("strength.simulations", strength.simulations, 0..=1_000_000);
        in_range!(
            "strength.grade-simulations",
            strength.grade_simulations,
            1..=1_000_000
        );
        self.decision.check()?;
        self.evaluation.check()
    }
}

impl EvaluationConfig {
    fn check(&self) -> Result<()> {
        for (name, empty) in [
            ("evaluation.start-sets", self.start_sets.is_empty()),
            ("evaluation.move-policies", self.move_policies.is_empty()),
            ("evaluation.simulations", self.simulations.is_empty()),
        ] {
            ensure!(!empty, "{name}: the list is empty");
        }
        distinct("evaluation.start-sets", &self.start_sets)?;
        distinct("evaluation.move-policies", &self.move_policies)?;
        distinct("evaluation.simulations", &self.simulations)?;
        for &simulations in &self.simulations {
            in_range!("evaluation.simulations", simulations, 0..=1_000_000);
        }
        in_range!("evaluation.games", self.games, 1..=10_000_000);
        in_range!("evaluation.openings", self.openings, 1..=1_000_000);
        in_range!("evaluation.opening-plies", self.opening_plies, 0..=60);
        ensure!(
            self.opening_plies.is_multiple_of(2),
            "evaluation.opening-plies: {} is odd; allowed are even numbers, so that White is to move",
            self.opening_plies
        );
        in_range!("evaluation.level", self.level, 0.5..=0.9999);
        in_range!("evaluation.proxy-games", self.proxy_games, 0..=10_000_000);
        ensure!(
            self.proxy_games.is_multiple_of(2),
            "evaluation.proxy-games: {} is odd; games come in pairs with colours swapped",
            self.proxy_games
        );
        check_opponent("evaluation.proxy-opponent", &self.proxy_opponent)
    }
}
