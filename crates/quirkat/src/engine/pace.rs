use quirkat_mcts::OPEN_BUDGET;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Simulations of one decision at most: about as many as the sums of single precision in the tree
/// can tell apart, and a few hundred megabytes.
pub(super) const MAX_SIMULATIONS: u32 = 1_000_000;

/// The moves that a game is still expected to take, where nobody says how many are to go.
const EXPECTED_MOVES: u32 = 30;

/// No search is shorter.
const SHORTEST: Duration = Duration::from_millis(1);

/// What is left on the clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// Time left.
    pub(super) left: Duration,
    /// Added with every move.
    pub(super) increment: Duration,
    /// Moves until more time is given.
    pub(super) moves_to_go: Option<u32>,
}

impl Clock {
    /// The time for the next move: an equal share of what is left and the increment, never more than
    /// what is left; the overhead, which is lost between the programs, is set aside first.
    pub(super) fn share(&self, overhead: Duration) -> Duration {
        let left = self.left.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(EXPECTED_MOVES).max(1);
        (left / moves)
            .saturating_add(self.increment)
            .min(left)
            .max(SHORTEST)
    }
}

/// When a search ends: at the first limit reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    /// Simulations per decision.
    pub(super) nodes: Option<u32>,
    /// Time for the move.
    pub(super) move_time: Option<Duration>,
    /// The clocks of White and Black.
    pub(super) clocks: [Option<Clock>; 2],
    /// Only `stop` ends it.
    pub(super) infinite: bool,
}

/// What `depth N` stands for: the search has no depth, and whoever asks for one wants a move.
const NODES_OF_A_DEPTH: u32 = 100;

impl Limits {
    /// Sets a limit of depth, in nodes.
    pub(super) fn depth(&mut self, depth: u32) {
        let nodes = depth.max(1).saturating_mul(NODES_OF_A_DEPTH);
        self.nodes = Some(self.nodes.map_or(nodes, |others| others.min(nodes)));
    }

    /// The time that a side may take for the move, `None` without a limit of time.
    pub(super) fn time(
        &self,
        player: quirkat_rules::Color,
        overhead: Duration,
    ) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        let own = usize::from(player == quirkat_rules::Color::Black);
        let share = self.clocks[own].map(|clock| clock.share(overhead));
        let fixed = self
            .move_time
            .map(|time| time.saturating_sub(overhead).max(SHORTEST));
        share.into_iter().chain(fixed).min()
    }
}

/// How long a search goes on: shared by the thread that searches and the one that listens.
#[derive(Debug)]
pub(super) struct Pace {
    /// When the search was asked for.
    pub(super) started: Instant,
    /// Raised when it is to end at once.
    pub(super) stop: AtomicBool,
    nodes: AtomicU32,
    deadline: Mutex<Option<Instant>>,
}

impl Pace {
    /// A search without limits but the size of the tree.
    pub(super) fn unlimited() -> Self {
        Self {
            started: Instant::now(),
            stop: AtomicBool::new(false),
            nodes: AtomicU32::new(MAX_SIMULATIONS),
            deadline: Mutex::new(None),
        }
    }

    /// Sets limits, from now on.
    pub(super) fn limit(&self, nodes: Option<u32>, time: Option<Duration>) {
        let nodes = nodes.unwrap_or(MAX_SIMULATIONS).min(MAX_SIMULATIONS);
        self.nodes.store(nodes, Ordering::Relaxed);
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        *self.locked() = deadline;
    }

    /// The budget that a search begins with: open where no nodes were named.
    pub(super) fn budget(&self) -> u32 {
        match self.nodes() {
            MAX_SIMULATIONS => OPEN_BUDGET,
            nodes => nodes,
        }
    }

    pub(super) fn nodes(&self) -> u32 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(super) fn deadline(&self) -> Option<Instant> {
        *self.locked()
    }

    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.deadline
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Color;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn a_share_of_the_clock_keeps_the_overhead_and_never_exceeds_what_is_left() {
        let clock = |left, increment, moves_to_go| Clock {
            left: ms(left),
            increment: ms(increment),
            moves_to_go,
        };
        for (clock, expected) in [
            (clock(30_020, 0, None), 1000),
            (clock(30_020, 500, None), 1500),
            (clock(1020, 0, Some(4)), 250),
            (clock(1020, 0, Some(1)), 1000),
            (clock(1020, 0, Some(0)), 1000),
            (clock(100, 5000, None), 80),
            (clock(10, 0, None), 1),
            (clock(0, 0, Some(3)), 1),
        ] {
            assert_eq!(clock.share(ms(20)), ms(expected), "{clock:?}");
        }
        let most = Clock {
            left: Duration::MAX,
            increment: Duration::MAX,
            moves_to_go: None,
        };
        assert_eq!(most.share(Duration::ZERO), Duration::MAX);
    }

    #[test]
    fn each_side_has_its_own_clock_and_the_shortest_limit_counts() {
        let clock = |left| {
            Some(Clock {
                left: ms(left),
                ..Clock::default()
            })
        };
        let limits = Limits {
            clocks: [clock(3000), clock(6000)],
            move_time: Some(ms(150)),
            ..Limits::default()
        };
        assert_eq!(limits.time(Color::White, ms(0)), Some(ms(100)));
        assert_eq!(limits.time(Color::Black, ms(0)), Some(ms(150)));
        let infinite = Limits {
            infinite: true,
            ..limits
        };
        assert_eq!(infinite.time(Color::White, ms(0)), None);
    }
}
