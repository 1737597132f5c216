use crate::tree::Tree;
use crate::{Proven, Wdl, WhiteWdl};
use quirkat_rules::{Action, Color};
use rand::{Rng, RngExt};

/// The root of a finished search: what the players' decision and the training target rest on.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// The side to move.
    pub player: Color,
    /// Its legal actions by ascending id. Empty when nothing was searched.
    pub edges: Vec<RootEdge>,
    /// The root's result, when proven.
    pub proven: Option<Proven>,
}

/// One action of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootEdge {
    /// The action, seen from the side to move.
    pub action: Action,
    /// Its prior, noise included.
    pub prior: f32,
    /// Simulations through it.
    pub visits: u32,
    /// Mean result for White over these; nothing known without visits.
    pub mean: Option<WhiteWdl>,
    /// Its result, when proven.
    pub proven: Option<Proven>,
    /// What its share of the decision is in proportion to: its visits, or its probability by the
    /// improved policy.
    pub weight: f32,
}

impl Root {
    /// The root of a tree, where `player` is to move; `improved` are the shares of the improved
    /// policy, where decisions rest on it.
    pub(crate) fn of(tree: &Tree, player: Color, improved: Option<&[f32]>) -> Self {
        let Some(root) = tree.nodes.first() else {
            return Self {
                player,
                edges: Vec::new(),
                proven: None,
            };
        };
        let edges = tree.edges_of(0).enumerate().map(|(place, edge)| {
            let (prior, visits, edge) = (tree.prior(edge), tree.visits(edge), tree.edge(edge));
            RootEdge {
                action: edge.action,
                prior,
                visits,
                mean: (visits > 0).then(|| {
                    let n = visits as f32;
                    let (draw, value) = (edge.draws / n, edge.white / n);
                    WhiteWdl {
                        white: f32::midpoint(1.0 - draw, value),
                        draw,
                        black: f32::midpoint(1.0 - draw, -value),
                    }
                }),
                proven: edge.proven,
                weight: improved.map_or(visits as f32, |improved| improved[place]),
            }
        });
        Self {
            player,
            edges: edges.collect(),
            proven: root.proven,
        }
    }

    /// The share of each action in the decision, in the order of `edges`, sum 1: in proportion to
    /// weights, or to priors where all weights are zero, over the actions that keep the root's result
    /// where that is proven, and never over actions proven lost while another is left.
    pub fn policy(&self) -> Vec<f32> {
        // The last for priors that underflowed to zero.
        let weights: [fn(&RootEdge) -> f32; 3] = [|edge| edge.weight, |edge| edge.prior, |_| 1.0];
        let shares = |weight: fn(&RootEdge) -> f32| -> Vec<f32> {
            let share = |edge| {
                if self.may_play(edge) {
                    weight(edge)
                } else {
                    0.0
                }
            };
            self.edges.iter().map(share).collect()
        };
        let found = weights
            .into_iter()
            .map(shares)
            .find(|shares| shares.iter().any(|&share| share > 0.0));
        let mut shares = found.unwrap_or_default();
        let total: f32 = shares.iter().sum();
        for share in &mut shares {
            *share /= total;
        }
        shares
    }

    fn may_play(&self, edge: &RootEdge) -> bool {
        Proven::allows(self.proven, edge.proven, self.player)
    }

    /// The action with the largest share; equals are broken at random. `None` without a search.
    pub fn best(&self, rng: &mut impl Rng) -> Option<Action> {
        let policy = self.policy();
        let most = policy.iter().copied().fold(0.0, f32::max);
        let equal: Vec<usize> = (0..policy.len()).filter(|&i| policy[i] >= most).collect();
        let choice = match equal.len() {
            0 => return None,
            1 => equal[0],
            n => equal[rng.random_range(0..n)],
        };
        Some(self.edges[choice].action)
    }

    /// An action drawn in proportion to share^(1/temperature). `None` without a search.
    pub fn sample(&self, temperature: f32, rng: &mut impl Rng) -> Option<Action> {
        let mut weights: Vec<f64> = self.policy().into_iter().map(f64::from).collect();
        if (temperature - 1.0).abs() > f32::EPSILON {
            let most = weights.iter().copied().fold(0.0, f64::max);
            let power = 1.0 / f64::from(temperature);
            for weight in &mut weights {
                *weight = (*weight / most).powf(power);
            }
        }
        let total: f64 = weights.iter().sum();
        let mut left = rng.random::<f64>() * total;
        for (edge, weight) in self.edges.iter().zip(&weights) {
            if left < *weight {
                return Some(edge.action);
            }
            left -= weight;
        }
        // Rounding can leave a crumb: then the last action that has any weight.
        let last = weights.iter().rposition(|&weight| weight > 0.0)?;
        Some(self.edges[last].action)
    }

    /// The root's value for the side to move: proven, or the mean of its actions' by their shares in
    /// the decision; nothing known without visits.
    pub fn value(&self) -> Option<Wdl> {
        if let Some(proven) = self.proven {
            return Some(proven.wdl().for_mover(self.player));
        }
        let (mut sum, mut total) = (WhiteWdl::default(), 0.0);
        for (edge, share) in self.edges.iter().zip(self.policy()) {
            if let Some(mean) = edge.mean {
                sum.white += share * mean.white;
                sum.draw += share * mean.draw;
                sum.black += share * mean.black;
                total += share;
            }
        }
        if total <= 0.0 {
            return None;
        }
        let sum = WhiteWdl {
            white: sum.white / total,
            draw: sum.draw / total,
            black: sum.black / total,
        };
        Some(sum.for_mover(self.player))
    }
}
