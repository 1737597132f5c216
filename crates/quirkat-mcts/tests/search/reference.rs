//! Textbook PUCT, slow and obvious: recursion over nodes, a map of branches in each, values kept
//! for both players by name. It shares with the crate the evaluator and the wording of the
//! formula, so that rounding and ties fall alike; results are worked out anew at each question.

use quirkat_mcts::{
    Decision, Evaluations, Evaluator, FirstPlay, Improvement, Leaf, Proven, RootRule, SearchConfig,
};
use quirkat_rules::{Action, Color, Game};
use std::collections::{BTreeMap, HashMap};

/// What a simulation found, or the sum of many, for each player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worth {
    /// Wins less losses.
    pub(crate) value: HashMap<Color, f32>,
    pub(crate) wins: HashMap<Color, f32>,
    pub(crate) draws: f32,
}

impl Worth {
    fn new(player: Color, win: f32, draws: f32, loss: f32) -> Self {
        Self {
            value: HashMap::from([(player, win - loss), (!player, loss - win)]),
            wins: HashMap::from([(player, win), (!player, loss)]),
            draws,
        }
    }

    fn certain(result: Proven) -> Self {
        match result {
            Proven::Win(winner) => Self::new(winner, 1.0, 0.0, 0.0),
            Proven::Draw => Self::new(Color::White, 0.0, 1.0, 0.0),
        }
    }

    fn add(&mut self, other: &Self) {
        for color in [Color::White, Color::Black] {
            *self.value.entry(color).or_default() += other.value[&color];
            *self.wins.entry(color).or_default() += other.wins[&color];
        }
        self.draws += other.draws;
    }
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) player: Color,
    /// One branch for each action id.
    pub(crate) branches: BTreeMap<u16, Branch>,
    visits: u32,
    sum: Worth,
    /// Its own evaluation, for its player.
    evaluated: f32,
}

#[derive(Debug, Default)]
pub(crate) struct Branch {
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    pub(crate) sum: Worth,
    end: Option<Proven>,
    child: Option<Box<Node>>,
}

impl Branch {
    pub(crate) fn result(&self) -> Option<Proven> {
        self.end.or_else(|| self.child.as_ref()?.result())
    }

    /// Branches below at which the side to move stays the same.
    fn repeats(&self, mover: Color) -> usize {
        self.child.as_ref().map_or(0, |child| {
            usize::from(child.player == mover) + child.repeats()
        })
    }
}

impl Node {
    fn new(game: &Game) -> Self {
        let branches = game.legal_actions().iter().map(|action| {
            let branch = Branch {
                prior: 1.0,
                ..Branch::default()
            };
            (action.id(), branch)
        });
        Self {
            player: game.turn(),
            branches: branches.collect(),
            visits: 0,
            sum: Worth::default(),
            evaluated: 0.0,
        }
    }

    fn add(&mut self, worth: &Worth) {
        self.visits += 1;
        self.sum.add(worth);
    }

    /// A win where one is known; else the best of all, when all are known.
    pub(crate) fn result(&self) -> Option<Proven> {
        let results: Vec<_> = self.branches.values().map(Branch::result).collect();
        if results.contains(&Some(Proven::Win(self.player))) {
            Some(Proven::Win(self.player))
        } else if results.contains(&None) {
            None
        } else if results.contains(&Some(Proven::Draw)) {
            Some(Proven::Draw)
        } else {
            Some(Proven::Win(!self.player))
        }
    }

    pub(crate) fn repeats(&self) -> usize {
        let below = |branch: &Branch| branch.repeats(self.player);
        self.branches.values().map(below).sum()
    }

    /// ln prior + σ(completed q) of each branch.
    pub(crate) fn scores(&self, config: &SearchConfig) -> HashMap<u16, f32> {
        let Decision::Improved(Improvement {
            visit_offset,
            value_scale,
        }) = config.decision
        else {
            panic!("decisions rest on visits");
        };
        let known = |branch: &Branch| match branch.result() {
            Some(Proven::Win(winner)) if winner == self.player => Some(1.0),
            Some(Proven::Win(_)) => Some(-1.0),
            Some(Proven::Draw) => Some(0.0),
            None if branch.visits > 0 => {
                Some(branch.sum.value[&self.player] / branch.visits as f32)
            }
            None => None,
        };
        let tried = || {
            self.branches
                .values()
                .filter(|branch| known(branch).is_some())
        };
        let visits: u32 = self.branches.values().map(|branch| branch.visits).sum();
        let most = self.branches.values().map(|branch| branch.visits).max();
        let mass: f32 = tried().map(|branch| branch.prior).sum();
        let sum: f32 = tried()
            .map(|branch| branch.prior * known(branch).unwrap())
            .sum();
        let mixed = if mass > 0.0 {
            (self.evaluated + visits as f32 * sum / mass) / (1.0 + visits as f32)
        } else {
            self.evaluated
        };
        let sigma = (visit_offset + most.unwrap_or(0) as f32) * value_scale;
        let score =
            |branch: &Branch| branch.prior.max(1e-9).ln() + sigma * known(branch).unwrap_or(mixed);
        let scores = self
            .branches
            .iter()
            .map(|(&id, branch)| (id, score(branch)));
        scores.collect()
    }

    fn choose(&self, config: &SearchConfig) -> u16 {
        let mean = self.sum.value.get(&self.player).unwrap_or(&0.0) / self.visits.max(1) as f32;
        let tried = self.branches.values().filter(|branch| branch.visits > 0);
        let tried: f32 = tried.map(|branch| branch.prior).sum();
        let untried = match config.first_play {
            FirstPlay::Value(value) => value,
            FirstPlay::Reduction(reduction) => mean - reduction * tried.sqrt(),
        };
        let mut best: Option<(u16, f32)> = None;
        for (&id, branch) in &self.branches {
            if branch.result() == Some(Proven::Win(!self.player)) {
                continue;
            }
            let value = match branch.visits {
                0 => untried,
                n => branch.sum.value[&self.player] / n as f32,
            };
            let explore = config.exploration * (self.visits.max(1) as f32).sqrt();
            let score = value + explore * branch.prior / (branch.visits + 1) as f32;
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((id, score));
            }
        }
        best.expect("a node whose every branch is lost is not asked")
            .0
    }
}

/// Sequential halving, each round as a list of branches.
struct Rounds {
    left: Vec<u16>,
    until: u32,
    count: u32,
}

impl Rounds {
    fn new(root: &Node, config: &SearchConfig, considered: usize, budget: u32) -> Self {
        let open = |(_, branch): &(&u16, &Branch)| branch.result().is_none();
        let ids = root.branches.iter().filter(open).map(|(&id, _)| id);
        let mut rounds = Self {
            left: ids.collect(),
            until: 0,
            count: 1,
        };
        rounds.keep(root, config, considered);
        while 1 << rounds.count < rounds.left.len() {
            rounds.count += 1;
        }
        rounds.extend(root, budget);
        rounds
    }

    fn has_open(&self, root: &Node) -> bool {
        let open = |id: &u16| root.branches[id].result().is_none();
        self.left.iter().any(open)
    }

    fn keep(&mut self, root: &Node, config: &SearchConfig, count: usize) {
        let scores = root.scores(config);
        self.left.sort_by(|a, b| scores[b].total_cmp(&scores[a]));
        self.left.truncate(count);
    }

    fn extend(&mut self, root: &Node, budget: u32) {
        let visits = self.left.iter().map(|id| root.branches[id].visits);
        let each = budget / self.count / self.left.len() as u32;
        self.until = visits.max().unwrap() + each.max(1);
    }

    fn choose(&mut self, root: &Node, config: &SearchConfig, budget: u32) -> u16 {
        loop {
            let mut open: Vec<u16> = self.left.clone();
            open.retain(|id| root.branches[id].result().is_none());
            open.sort_by_key(|id| root.branches[id].visits);
            if self.left.len() == 1 || root.branches[&open[0]].visits < self.until {
                return open[0];
            }
            self.keep(root, config, self.left.len().div_ceil(2));
            self.count = (self.count - 1).max(1);
            self.extend(root, budget);
            if !self.has_open(root) {
                let considered = match config.root {
                    RootRule::Halving { considered } => considered,
                    RootRule::Puct => unreachable!("halving has begun"),
                };
                *self = Self::new(root, config, usize::from(considered), budget);
            }
        }
    }
}

fn evaluate(node: &mut Node, game: &Game, evaluator: &mut dyn Evaluator) -> Worth {
    let actions: Vec<Action> = game.legal_actions().iter().collect();
    let leaf = Leaf {
        game,
        actions: &actions,
        seed: 0,
    };
    let mut out = Evaluations::default();
    evaluator.evaluate(&[leaf], &mut out);
    let (priors, wdl) = out.get(0);
    for (branch, &prior) in node.branches.values_mut().zip(priors) {
        branch.prior = prior;
    }
    let worth = Worth::new(game.turn(), wdl.win, wdl.draw, wdl.loss);
    node.evaluated = worth.value[&node.player];
    node.add(&worth);
    worth
}

fn simulate(
    node: &mut Node,
    game: Game,
    config: &SearchConfig,
    evaluator: &mut dyn Evaluator,
) -> Worth {
    let id = node.choose(config);
    follow(node, id, game, config, evaluator)
}

fn follow(
    node: &mut Node,
    id: u16,
    mut game: Game,
    config: &SearchConfig,
    evaluator: &mut dyn Evaluator,
) -> Worth {
    let branch = node.branches.get_mut(&id).expect("chosen among them");
    let worth = if let Some(result) = branch.result() {
        Worth::certain(result)
    } else {
        game.play(Action::new(id).expect("an id of a legal action"))
            .expect("legal");
        if let Some(child) = &mut branch.child {
            simulate(child, game, config, evaluator)
        } else if let Some(outcome) = game.outcome() {
            let end = outcome.winner.map_or(Proven::Draw, Proven::Win);
            branch.end = Some(end);
            Worth::certain(end)
        } else {
            let child = branch.child.insert(Box::new(Node::new(&game)));
            if child.branches.len() == 1 {
                simulate(child, game, config, evaluator)
            } else {
                evaluate(child, &game, evaluator)
            }
        }
    };
    branch.visits += 1;
    branch.sum.add(&worth);
    node.add(&worth);
    worth
}

/// The searched root, and the simulations made. Noise is for others to draw: `root_priors` stand
/// in for the evaluator's at the root alone.
pub(crate) fn search(
    game: &Game,
    config: &SearchConfig,
    budget: u32,
    root_priors: Option<&[f32]>,
    evaluator: &mut dyn Evaluator,
) -> (Node, u32) {
    let mut root = Node::new(game);
    evaluate(&mut root, game, evaluator);
    for (branch, &prior) in root
        .branches
        .values_mut()
        .zip(root_priors.unwrap_or_default())
    {
        branch.prior = prior;
    }
    let mut simulations = 0;
    let mut rounds: Option<Rounds> = None;
    while simulations < budget && root.result().is_none() {
        let left = budget - simulations;
        let id = match config.root {
            RootRule::Puct => root.choose(config),
            RootRule::Halving { considered } => {
                let held = rounds.take().filter(|rounds| rounds.has_open(&root));
                let begun = || Rounds::new(&root, config, usize::from(considered), left);
                rounds
                    .insert(held.unwrap_or_else(begun))
                    .choose(&root, config, left)
            }
        };
        follow(&mut root, id, game.clone(), config, evaluator);
        simulations += 1;
    }
    (root, simulations)
}
