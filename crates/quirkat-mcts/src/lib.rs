//! Monte Carlo tree search for the games of `quirkat-rules`: select, expand, evaluate, backup, with
//! priors and W/D/L values from an [`Evaluator`] that works on batches.
//!
//! * Values go up by player, never by depth: a side may act several times in a row, in chains of
//!   jumps and after a huff.
//! * Draw rules inside the tree are the game's own, applied to history and path; nodes of different
//!   paths are never merged.
//! * The root is searched by PUCT or by sequential halving, and its policy rests on visits or on
//!   priors improved by values ([`RootRule`], [`Decision`]).
//! * Proven results stand beside estimates as [`Proven`], not as extreme values.
//! * Forced actions cost no evaluation and no simulation.
//! * [`Search::next_leaf`] and [`Search::apply`] split a simulation, so that leaves of many games
//!   can be evaluated as one batch.
//!
//! ```
//! use quirkat_mcts::{Search, SearchConfig, Uniform, run};
//! use quirkat_rules::{Game, Geometry, Rules};
//! use std::sync::Arc;
//!
//! let game = Game::new(Arc::new(Geometry::new(Rules::STANDARD)));
//! let mut search = Search::new(SearchConfig::default());
//! search.start(&game, 100, 7);
//! run(&mut search, &mut Uniform);
//! let visits: u32 = search.root().edges.iter().map(|edge| edge.visits).sum();
//! assert_eq!(visits, 100);
//! ```

/// Version of what a configuration makes of an evaluator and a seed: a search of another version may
/// decide otherwise, so a run is not continued with it.
pub const SEARCH_VERSION: u32 = 2;

mod config;
mod evaluator;
mod halving;
mod hash;
mod improvement;
mod noise;
mod proven;
mod rollout;
mod root;
mod search;
mod tree;
mod wdl;

pub use config::{Decision, FirstPlay, Improvement, RootNoise, RootRule, SearchConfig};
pub use evaluator::{Evaluations, Evaluator, Leaf, Uniform};
pub use hash::HashEvaluator;
pub use proven::Proven;
pub use rollout::{Rollout, random_move};
pub use root::{Root, RootEdge};
pub use search::{OPEN_BUDGET, Search, run};
pub use wdl::{Wdl, WhiteWdl};
