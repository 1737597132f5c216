use crate::tree::Tree;

/// The state of sequential halving among the root's actions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halving {
    /// Places of the actions left, among the root's edges.
    left: Vec<u16>,
    /// Visits that each of them has at the end of the round.
    quota: u32,
    /// Rounds left, this one included.
    rounds: u32,
}

impl Halving {
    /// Begins with the best actions by `scores` among those whose results are open, with a budget
    /// of so many simulations.
    pub(crate) fn begin(&mut self, tree: &Tree, considered: usize, budget: u32, scores: &[f32]) {
        self.left.clear();
        let open = (0..).zip(tree.edges_of(0));
        self.left.extend(
            open.filter(|&(_, edge)| tree.edge(edge).proven.is_none())
                .map(|(place, _)| place),
        );
        self.keep_best(considered.max(1), scores);
        self.rounds = self.left.len().next_power_of_two().trailing_zeros().max(1);
        self.next_quota(tree, budget);
    }

    /// The edge to simulate: of those left the first with the fewest visits. `None` when the results
    /// of all of them are proven. `budget` is what is left of the simulations; `scores` is asked at
    /// the end of a round.
    pub(crate) fn next(
        &mut self,
        tree: &Tree,
        budget: u32,
        scores: impl Fn() -> Vec<f32>,
    ) -> Option<usize> {
        let first = tree.edges_of(0).start;
        let edge = |place: u16| first + usize::from(place);
        loop {
            let open = |&&place: &&u16| tree.edge(edge(place)).proven.is_none();
            let fewest = |&&place: &&u16| tree.visits(edge(place));
            let place = *self.left.iter().filter(open).min_by_key(fewest)?;
            if tree.visits(edge(place)) < self.quota || self.left.len() == 1 {
                return Some(edge(place));
            }
            // The round is over: every action left has its quota.
            let half = self.left.len().div_ceil(2);
            self.keep_best(half, &scores());
            self.rounds = self.rounds.saturating_sub(1).max(1);
            self.next_quota(tree, budget);
        }
    }

    /// Proven results count as they are, and are not simulated again.
    fn keep_best(&mut self, count: usize, scores: &[f32]) {
        let score = |place: &u16| scores[usize::from(*place)];
        self.left.sort_by(|a, b| score(b).total_cmp(&score(a)));
        self.left.truncate(count);
    }

    fn next_quota(&mut self, tree: &Tree, budget: u32) {
        let first = tree.edges_of(0).start;
        let visits = |&place: &u16| tree.visits(first + usize::from(place));
        let most = self.left.iter().map(visits).max().unwrap_or(0);
        let share = budget / (self.rounds * self.left.len().max(1) as u32);
        self.quota = most + share.max(1);
    }
}
