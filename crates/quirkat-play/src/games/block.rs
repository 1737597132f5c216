use crate::agent::Agent;
use crate::seed::Seed;
use quirkat_rules::{Geometry, Position};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A game to play.
#[derive(Clone, Copy, Debug)]
pub struct PlannedGame {
    /// Its number; its random stream derives from it.
    pub number: u64,
    /// Where it begins.
    pub start: Position,
    /// The agents of White and Black, as indices into [`GameBlock::agents`].
    pub seats: [usize; 2],
}

impl PlannedGame {
    /// Two games from each start with the seats exchanged: the agent with index 0 has White in those
    /// with even numbers.
    pub fn pairs(starts: impl IntoIterator<Item = Position>) -> Vec<Self> {
        let pair = |(index, start): (u64, Position)| {
            let game = move |number, seats| Self {
                number,
                start,
                seats,
            };
            [game(2 * index, [0, 1]), game(2 * index + 1, [1, 0])]
        };
        (0u64..).zip(starts).flat_map(pair).collect()
    }
}

/// Games that one thread plays in lockstep.
#[derive(Clone, Copy, Debug)]
pub struct GameBlock<'a> {
    /// The rules.
    pub geometry: &'a Arc<Geometry>,
    /// Who plays.
    pub agents: &'a [Agent],
    /// The games, numbered before they start.
    pub games: &'a [PlannedGame],
    /// Games longer than this many plies are cut.
    pub max_plies: u32,
    /// Games in play at a time, which is the width of network batches.
    pub in_play: usize,
    /// Whether to keep every search's result.
    pub keep_targets: bool,
    /// The place of the games' random streams.
    pub seed: &'a Seed,
}

/// What is being done, for progress displays.
#[derive(Debug, Default)]
pub struct Counters {
    /// Games finished.
    pub games: AtomicU64,
    /// Positions played.
    pub positions: AtomicU64,
    /// Leaves evaluated.
    pub evaluations: AtomicU64,
    /// Those among them whose evaluation came from a cache.
    pub cache_hits: AtomicU64,
}
