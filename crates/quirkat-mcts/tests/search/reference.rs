//! Textbook PUCT, slow and obvious: recursion over nodes, a map of branches in each, values kept
//! for both players by name. It shares with the crate the evaluator and the wording of the
//! formula, so that rounding and ties fall alike; results are worked out anew at each question.

use quirkat_mcts::{Evaluations, Evaluator, FirstPlay, Leaf, Proven, SearchConfig};
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
    node.add(&worth);
    worth
}

fn simulate(
    node: &mut Node,
    mut game: Game,
    config: &SearchConfig,
    evaluator: &mut dyn Evaluator,
) -> Worth {
    let id = node.choose(config);
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
    while simulations < budget && root.result().is_none() {
        simulate(&mut root, game.clone(), config, evaluator);
        simulations += 1;
    }
    (root, simulations)
}
