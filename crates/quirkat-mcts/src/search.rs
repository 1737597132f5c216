use crate::halving::Halving;
use crate::noise::mix_noise;
use crate::root::Root;
use crate::tree::{NO_NODE, Node, Tree};
use crate::{
    Decision, Evaluations, Evaluator, Improvement, Leaf, Proven, RootRule, SearchConfig, Wdl,
};
use quirkat_rules::{Action, ActionMask, Color, Game, Mark};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A search of one decision, whose leaves somebody else evaluates:
/// [`start`](Self::start), then while [`next_leaf`](Self::next_leaf) finds a leaf, evaluate
/// [`leaf`](Self::leaf) and [`apply`](Self::apply) the result; then read [`root`](Self::root).
///
/// The root's own evaluation comes first and is not a simulation: after a budget of `n` the visits
/// of the root's actions sum to `n`, or fewer when the root's result was proven before.
#[derive(Clone, Debug)]
pub struct Search {
    config: SearchConfig,
    tree: Tree,
    game: Option<Game>,
    root: Option<Mark>,
    /// Nodes and the edges taken from them.
    path: Vec<(u32, usize)>,
    actions: Vec<Action>,
    priors: Vec<f32>,
    /// Steps from the last node of the path to the leaf.
    step_count: usize,
    rng: Xoshiro256PlusPlus,
    leaf_seed: u64,
    pending: bool,
    simulations: u32,
    budget: u32,
    /// It waits at so many simulations.
    pause: u32,
    /// The root's own value for its side to move.
    evaluated: f32,
    /// In use where the root is searched by it.
    halving: Option<Halving>,
}

impl Search {
    /// A search that has not started.
    pub fn new(config: SearchConfig) -> Self {
        Self {
            config,
            tree: Tree::default(),
            game: None,
            root: None,
            path: Vec::new(),
            actions: Vec::new(),
            priors: Vec::new(),
            step_count: 0,
            rng: Xoshiro256PlusPlus::seed_from_u64(0),
            leaf_seed: 0,
            pending: false,
            simulations: 0,
            budget: 0,
            pause: u32::MAX,
            evaluated: 0.0,
            halving: None,
        }
    }

    /// Changes its constants, from the next start on.
    pub const fn configure(&mut self, config: SearchConfig) {
        self.config = config;
    }

    /// Begins to search the game's present position with a fresh tree. A game that is over or has
    /// one legal action needs no search: then no leaf will come. With an [`OPEN_BUDGET`] the root is
    /// searched by PUCT whatever its rule, for halving needs to know when it will end.
    pub fn start(&mut self, game: &Game, budget: u32, seed: u64) {
        let game = match &mut self.game {
            Some(own) if std::sync::Arc::ptr_eq(own.geometry(), game.geometry()) => {
                own.copy_from(game);
                own
            }
            slot => slot.insert(game.clone()),
        };
        self.root = Some(game.mark());
        self.tree.clear();
        self.path.clear();
        list(&game.legal_actions(), &mut self.actions);
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.leaf_seed = self.rng.next_u64();
        self.simulations = 0;
        self.budget = budget;
        self.pause = u32::MAX;
        self.halving = None;
        self.pending = self.actions.len() > 1;
    }

    /// Simulates until a leaf needs an evaluation (`true`) or the search is done or waits (`false`):
    /// the budget is spent, the root's result is proven, or it is to [pause](Self::pause_at).
    pub fn next_leaf(&mut self) -> bool {
        while !self.pending && self.goes_on() {
            self.simulate();
        }
        self.pending
    }

    /// Lets the search wait once it has made so many simulations, until it may make more. Pauses
    /// make no difference to what is searched.
    pub const fn pause_at(&mut self, simulations: u32) {
        self.pause = simulations;
    }

    fn goes_on(&self) -> bool {
        self.simulations < self.budget.min(self.pause)
            && self
                .tree
                .nodes
                .first()
                .is_some_and(|root| root.proven.is_none())
    }

    /// The leaf to evaluate.
    ///
    /// # Panics
    /// When [`Self::next_leaf`] did not return `true`.
    pub fn leaf(&self) -> Leaf<'_> {
        assert!(self.pending, "no leaf is waiting");
        let game = self.game.as_ref().expect("a pending leaf has a game");
        Leaf {
            game,
            actions: &self.actions,
            seed: self.leaf_seed,
        }
    }

    /// Expand and backup with the evaluation of the waiting leaf: priors over its legal actions,
    /// W/D/L for its side to move.
    ///
    /// # Panics
    /// When no leaf is waiting or the number of priors is not that of the leaf's actions.
    pub fn apply(&mut self, priors: &[f32], wdl: Wdl) {
        assert!(
            self.pending && priors.len() == self.actions.len(),
            "not the evaluation of the leaf"
        );
        self.pending = false;
        let game = self.game.as_ref().expect("a pending leaf has a game");
        let player = game.turn();
        if let Some(&(_, edge)) = self.path.last() {
            let node = self
                .tree
                .push(player, self.step_count, &self.actions, priors, wdl);
            self.tree.set_child(edge, node);
            self.tree.backup(&self.path, wdl.for_white(player));
            self.simulations += 1;
        } else {
            self.priors.clear();
            self.priors.extend_from_slice(priors);
            if let Some(noise) = self.config.noise {
                mix_noise(noise, &mut self.priors, &mut self.rng);
            }
            self.tree.push(player, 0, &self.actions, &self.priors, wdl);
            self.evaluated = wdl.value();
            if let RootRule::Halving { .. } = self.config.root
                && self.budget < OPEN_BUDGET
            {
                self.halving = Some(Halving::default());
                self.begin_halving();
            }
        }
        self.rewind();
    }

    /// One simulation, up to a result that is known or a leaf to evaluate.
    fn simulate(&mut self) {
        let SearchConfig {
            exploration,
            first_play,
            ..
        } = self.config;
        let mut node = 0;
        let edge = loop {
            let edge = if node == 0 {
                self.select_at_root()
            } else {
                self.tree.select(node, exploration, first_play)
            };
            self.path.push((node, edge));
            node = self.tree.child(edge);
            if node == NO_NODE {
                break edge;
            }
            if let Some(proven) = self.tree.nodes[node as usize].proven {
                self.finish(proven);
                return;
            }
        };
        self.expand(edge);
    }

    /// By halving, where it is in use and has an action left whose result is open.
    fn select_at_root(&mut self) -> usize {
        let SearchConfig {
            exploration,
            first_play,
            ..
        } = self.config;
        let improvement = self.improvement();
        let left = self.budget - self.simulations;
        for _ in 0..2 {
            let Some(halving) = &mut self.halving else {
                break;
            };
            let scores = || improvement.scores(&self.tree, self.evaluated);
            if let Some(edge) = halving.next(&self.tree, left, scores) {
                return edge;
            }
            // All that were left are proven, the root is not: the others have their turn.
            self.begin_halving();
        }
        self.tree.select(0, exploration, first_play)
    }

    fn begin_halving(&mut self) {
        let improvement = self.improvement();
        if let (Some(halving), RootRule::Halving { considered }) =
            (&mut self.halving, self.config.root)
        {
            let scores = improvement.scores(&self.tree, self.evaluated);
            let left = self.budget - self.simulations;
            halving.begin(&self.tree, usize::from(considered), left, &scores);
        }
    }

    /// What halving goes by; decisions need not.
    fn improvement(&self) -> Improvement {
        match self.config.decision {
            Decision::Improved(improvement) => improvement,
            Decision::Visits => Improvement::default(),
        }
    }

    /// Plays the path, whose last edge was never tried, and from there on as far as actions are
    /// forced: these need no evaluation.
    fn expand(&mut self, edge: usize) {
        let game = self
            .game
            .as_mut()
            .expect("a search that goes on has a game");
        // Where play became fresh, nothing before is needed.
        let fresh = |&(node, _): &(u32, usize)| self.tree.nodes[node as usize].fresh;
        let from = match self.path.iter().rposition(fresh) {
            Some(at) => {
                let (node, _) = self.path[at];
                let steps = self.tree.steps_to(node);
                game.retrace(&steps[steps.len() - 1].moment);
                at + 1
            }
            None => 1,
        };
        for &(node, _) in &self.path[from..] {
            for step in self.tree.steps_to(node) {
                game.retrace(&step.moment);
            }
        }
        let mut action = self.tree.edge(edge).action;
        self.step_count = 0;
        loop {
            let legal = game.play_legal_and_list(action);
            self.tree.step(action, game);
            self.step_count += 1;
            if let Some(outcome) = game.outcome() {
                let proven = Proven::from(outcome);
                let end = self.tree.push_end(game.turn(), self.step_count, proven);
                self.tree.set_child(edge, end);
                self.tree.prove(&self.path, proven);
                self.finish(proven);
                return;
            }
            list(&legal, &mut self.actions);
            if let [only] = self.actions[..] {
                action = only;
                continue;
            }
            self.leaf_seed = self.rng.next_u64();
            self.pending = true;
            return;
        }
    }

    fn finish(&mut self, proven: Proven) {
        self.tree.backup(&self.path, proven.wdl());
        self.simulations += 1;
        self.rewind();
    }

    fn rewind(&mut self) {
        self.path.clear();
        if let (Some(game), Some(mark)) = (&mut self.game, &self.root) {
            game.rewind(mark);
        }
    }

    /// What the search knows of the root now.
    pub fn root(&self) -> Root {
        let root = self.tree.nodes.first().map(|root| root.player);
        // Nothing searched: the game stands at the root.
        let player = root
            .or(self.game.as_ref().map(Game::turn))
            .unwrap_or(Color::White);
        let improved = match self.config.decision {
            Decision::Improved(improvement) if root.is_some() => {
                Some(improvement.policy(&self.tree, self.evaluated))
            }
            _ => None,
        };
        Root::of(&self.tree, player, improved.as_deref())
    }

    /// The root's action with the largest share of those with visits, then the most visited actions
    /// among those that the players may choose (see [`Root::policy`]).
    pub fn principal_variation(&self) -> Vec<Action> {
        let mut line = Vec::new();
        let Some(best) = self.best_at_root() else {
            return line;
        };
        let mut node = self.tree.child(best);
        line.extend(self.tree.steps_to(node).iter().map(|step| step.action));
        while (node as usize) < self.tree.nodes.len() {
            let Node { player, proven, .. } = self.tree.nodes[node as usize];
            let tree = &self.tree;
            let allowed = tree.edges_of(node).filter(|&edge| {
                tree.visits(edge) > 0 && Proven::allows(proven, tree.edge(edge).proven, player)
            });
            let Some(best) = allowed.rev().max_by_key(|&edge| tree.visits(edge)) else {
                break;
            };
            node = tree.child(best);
            line.extend(tree.steps_to(node).iter().map(|step| step.action));
        }
        line
    }

    fn best_at_root(&self) -> Option<usize> {
        let root = self.root();
        let first = self
            .tree
            .nodes
            .first()
            .map(|_| self.tree.edges_of(0).start)?;
        let shares = root.policy();
        let tried = (0..shares.len()).filter(|&place| root.edges[place].visits > 0);
        let best = tried
            .rev()
            .max_by(|&a, &b| shares[a].total_cmp(&shares[b]))?;
        Some(first + best)
    }

    /// Simulations made.
    pub const fn simulations(&self) -> u32 {
        self.simulations
    }
}

/// The budget of a search that somebody else will end.
pub const OPEN_BUDGET: u32 = u32::MAX;

/// Lists the actions of a set by ascending id.
#[inline]
fn list(mask: &ActionMask, actions: &mut Vec<Action>) {
    actions.clear();
    for (first, &word) in (0..).step_by(64).zip(&mask.0) {
        let mut left = word;
        while left != 0 {
            actions.extend(Action::new(first + left.trailing_zeros() as u16));
            left &= left - 1;
        }
    }
}

/// Runs a search to its end with an evaluator, one leaf at a time.
pub fn run(search: &mut Search, evaluator: &mut impl Evaluator) {
    let mut out = Evaluations::default();
    while search.next_leaf() {
        evaluator.evaluate(&[search.leaf()], &mut out);
        let (priors, wdl) = out.get(0);
        search.apply(priors, wdl);
    }
}
