use super::evaluator::AgentEvaluator;
use crate::external::ExternalAgent;
use crate::policy::search_for;
use quirkat_mcts::{SearchConfig, Uniform};
use quirkat_net::{NetDevice, NetEvaluator, Network};
use quirkat_solver::ExactSource;
use quirkat_tables::MovePolicy;
use std::sync::Arc;

/// An agent ready to play, to be copied for each thread. A [`Decider`](crate::Decider) decides for
/// it.
#[derive(Clone, Debug)]
pub enum Agent {
    /// Draws moves uniformly.
    Random,
    /// Searches with a budget per decision.
    Search(SearchAgent),
    /// Plays exactly where it can.
    Perfect {
        /// What it knows.
        source: Arc<ExactSource>,
        /// Who moves elsewhere: no perfect player.
        fallback: Option<Box<Self>>,
    },
    /// Asks another program.
    External(ExternalAgent),
}

/// An agent that searches.
#[derive(Clone, Debug)]
pub struct SearchAgent {
    /// Simulations per decision with more than one legal action.
    pub simulations: u32,
    /// Constants of the search of a greedy agent. Under other move policies they hold as far as
    /// [`Self::search_config`] says.
    pub config: SearchConfig,
    /// How a search becomes a move.
    pub move_policy: MovePolicy,
    /// Where priors and values come from.
    pub evaluator: EvaluatorKind,
}

/// Where priors and values come from.
#[derive(Clone, Debug)]
pub enum EvaluatorKind {
    /// Equal priors and unknown values.
    Uniform,
    /// Random playouts.
    Rollout,
    /// A network.
    Net(Box<Network>, NetDevice),
}

impl Agent {
    /// A search guided by a network, whose root becomes a move by a policy. A policy that samples is
    /// defined by visits: its search is [plain](SearchConfig::plain), whatever `config` says of roots
    /// and decisions.
    pub fn net(
        network: Network,
        device: NetDevice,
        simulations: u32,
        config: SearchConfig,
        move_policy: MovePolicy,
    ) -> Self {
        Self::Search(SearchAgent {
            simulations,
            config,
            move_policy,
            evaluator: EvaluatorKind::Net(Box::new(network), device),
        })
    }

    /// The same agent with another move policy.
    #[must_use]
    pub fn with_move_policy(mut self, policy: MovePolicy) -> Self {
        match &mut self {
            Self::Search(search) => search.move_policy = policy,
            Self::Perfect { fallback, .. } => {
                *fallback = fallback
                    .take()
                    .map(|fallback| Box::new(fallback.with_move_policy(policy)));
            }
            Self::Random | Self::External(_) => {}
        }
        self
    }

    /// Whether it draws every move uniformly.
    pub const fn is_random(&self) -> bool {
        matches!(self, Self::Random)
    }

    /// What it knows exactly, of a perfect player.
    pub const fn exact_source(&self) -> Option<&Arc<ExactSource>> {
        match self {
            Self::Perfect { source, .. } => Some(source),
            Self::Random | Self::Search(_) | Self::External(_) => None,
        }
    }
}

impl SearchAgent {
    /// The constants of its searches: [plain](SearchConfig::plain) ones where its move policy
    /// samples.
    pub const fn search_config(&self) -> SearchConfig {
        search_for(self.move_policy, self.config)
    }
}

impl EvaluatorKind {
    /// An evaluator for batches of at most `width` leaves.
    pub fn evaluator(&self, width: usize) -> AgentEvaluator {
        match self {
            Self::Uniform => AgentEvaluator::Uniform(Uniform),
            Self::Rollout => AgentEvaluator::Rollout(Box::default()),
            Self::Net(network, device) => {
                AgentEvaluator::Net(NetEvaluator::new(network, *device, width))
            }
        }
    }
}
