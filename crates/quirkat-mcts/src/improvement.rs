use crate::tree::Tree;
use crate::{Improvement, Proven};

impl Improvement {
    /// Each root action's probability by the improved policy, in the order of the edges, up to a
    /// common factor.
    pub(crate) fn policy(self, tree: &Tree, evaluated: f32) -> Vec<f32> {
        let mut scores = self.scores(tree, evaluated);
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for score in &mut scores {
            *score = (*score - most).exp();
        }
        scores
    }

    /// Each root action's score, `ln prior + σ(completed q)`, in the order of the edges;
    /// `evaluated` is the root's own evaluation for its side to move.
    pub(crate) fn scores(self, tree: &Tree, evaluated: f32) -> Vec<f32> {
        let player = tree.nodes[0].player;
        let known = |edge| match tree.edge(edge).proven {
            Some(Proven::Draw) => Some(0.0),
            Some(Proven::Win(winner)) => Some(if winner == player { 1.0 } else { -1.0 }),
            None => tree.mean(0, edge),
        };
        let (mut most, mut visits) = (0, 0);
        let (mut mass, mut sum) = (0.0, 0.0);
        for edge in tree.edges_of(0) {
            most = most.max(tree.visits(edge));
            visits += tree.visits(edge);
            if let Some(value) = known(edge) {
                mass += tree.prior(edge);
                sum += tree.prior(edge) * value;
            }
        }
        let visits = visits as f32;
        let rest = if mass > 0.0 {
            (evaluated + visits * sum / mass) / (1.0 + visits)
        } else {
            evaluated
        };
        let weight = (self.visit_offset + most as f32) * self.value_scale;
        let score =
            |edge| tree.prior(edge).max(SMALLEST_PRIOR).ln() + weight * known(edge).unwrap_or(rest);
        tree.edges_of(0).map(score).collect()
    }
}

/// Stands for priors that underflowed.
const SMALLEST_PRIOR: f32 = 1e-9;
