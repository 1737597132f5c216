use quirkat_mcts::{Evaluations, Evaluator, Leaf, Rollout, Uniform};
use quirkat_net::NetEvaluator;

/// Where the search of an agent has its priors and values from.
#[derive(Clone, Debug)]
pub enum AgentEvaluator {
    /// Nowhere.
    Uniform(Uniform),
    /// Random playouts.
    Rollout(Box<Rollout>),
    /// A network.
    Net(NetEvaluator),
}

impl AgentEvaluator {
    /// How many results so far came from a cache.
    pub fn cache_hits(&self) -> u64 {
        match self {
            Self::Net(evaluator) => evaluator.cache_hits(),
            Self::Uniform(_) | Self::Rollout(_) => 0,
        }
    }
}

impl Evaluator for AgentEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        match self {
            Self::Uniform(evaluator) => evaluator.evaluate(leaves, out),
            Self::Rollout(evaluator) => evaluator.evaluate(leaves, out),
            Self::Net(evaluator) => evaluator.evaluate(leaves, out),
        }
    }
}
