use super::error::AgentError;
use super::kind::{Agent, EvaluatorKind, SearchAgent};
use super::spec::AgentSpec;
use crate::external::{ExternalAgent, ExternalBudget, Restarts};
use quirkat_mcts::SearchConfig;
use quirkat_net::{NetDevice, Network, load_network};
use quirkat_solver::{Control, ExactSource};
use quirkat_tables::MovePolicy;
use quirkat_variant::Variant;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Makes agents of specifications, for one rule set.
#[derive(Clone, Copy, Debug)]
pub struct AgentFactory<'a> {
    /// The rule set that will be played.
    pub variant: &'a Variant,
    /// Simulations of agents that name none.
    pub simulations: u32,
    /// Constants of the searches that a network guides; others search the same way but
    /// [plainly](SearchConfig::plain).
    pub search: SearchConfig,
    /// How searches become moves. A policy that samples makes all searches
    /// [plain](SearchConfig::plain).
    pub move_policy: MovePolicy,
    /// Where networks run.
    pub device: NetDevice,
    /// What `net=PATH` means where the path is a run's.
    pub find_checkpoint: FindCheckpoint,
    /// How external engines are played with; `None` where they must not play, since their moves
    /// follow from no seed.
    pub external: Option<ExternalTerms<'a>>,
}

/// How external engines are played with.
#[derive(Clone, Copy, Debug)]
pub struct ExternalTerms<'a> {
    /// The rule set as an engine is told: a name or a path.
    pub rules: &'a str,
    /// How long an engine may keep an answer waiting, beyond its time for a move.
    pub patience: Duration,
    /// How often each engine may fail: it loses the game and is started again.
    pub restarts: u32,
}

/// The folder of a run's checkpoint for a variant, or why there is none.
pub type FindCheckpoint = fn(run: &Path, variant: &str) -> Result<PathBuf, String>;

impl AgentFactory<'_> {
    /// The agent of a specification.
    ///
    /// # Errors
    /// When its checkpoint or tables cannot be found or read, it has no simulations, or it is an
    /// external engine where none may play.
    pub fn of(&self, spec: &AgentSpec) -> Result<Agent, AgentError> {
        let (evaluator, written) = match spec {
            AgentSpec::Random => return Ok(Agent::Random),
            AgentSpec::External(engine) => {
                let terms = self
                    .external
                    .ok_or_else(|| AgentError::ExternalOnly(spec.to_string()))?;
                return Ok(Agent::External(ExternalAgent {
                    budget: engine
                        .budget
                        .unwrap_or(ExternalBudget::Nodes(self.simulations)),
                    spec: engine.clone(),
                    rules: terms.rules.to_owned(),
                    patience: terms.patience,
                    restarts: Restarts::new(terms.restarts),
                }));
            }
            AgentSpec::Perfect { folder, fallback } => {
                let fallback = fallback
                    .as_deref()
                    .map(|agent| self.of(agent))
                    .transpose()?;
                return Ok(Agent::Perfect {
                    source: self.exact(spec, folder)?,
                    fallback: fallback.map(Box::new),
                });
            }
            AgentSpec::Uniform { simulations } => (EvaluatorKind::Uniform, simulations),
            AgentSpec::Rollout { simulations } => (EvaluatorKind::Rollout, simulations),
            AgentSpec::Net { path, simulations } => (
                EvaluatorKind::Net(Box::new(self.network(spec, path)?), self.device),
                simulations,
            ),
        };
        let simulations = written.unwrap_or(self.simulations);
        // Without a network there is nothing to improve on, and yardsticks are to stay what they are.
        let config = match evaluator {
            EvaluatorKind::Net(..) => self.search,
            EvaluatorKind::Uniform | EvaluatorKind::Rollout if simulations == 0 => {
                return Err(AgentError::NoSimulations(spec.to_string()));
            }
            EvaluatorKind::Uniform | EvaluatorKind::Rollout => self.search.plain(),
        };
        Ok(Agent::Search(SearchAgent {
            simulations,
            config,
            move_policy: self.move_policy,
            evaluator,
        }))
    }

    fn exact(&self, spec: &AgentSpec, folder: &Path) -> Result<Arc<ExactSource>, AgentError> {
        let control = Control {
            stop: &AtomicBool::new(false),
            report: &|_| {},
        };
        ExactSource::open(folder, self.variant.rules(), &control)
            .map(Arc::new)
            .map_err(|source| AgentError::Exact {
                agent: spec.to_string(),
                source,
            })
    }

    fn network(&self, spec: &AgentSpec, path: &Path) -> Result<Network, AgentError> {
        let agent = || spec.to_string();
        let folder = if path.join("config.toml").is_file() {
            (self.find_checkpoint)(path, &self.variant.name).map_err(|reason| {
                AgentError::NoCheckpoint {
                    agent: agent(),
                    reason,
                }
            })?
        } else {
            path.to_owned()
        };
        let (network, _) =
            load_network(&folder, self.device).map_err(|source| AgentError::Checkpoint {
                agent: agent(),
                source,
            })?;
        Ok(network)
    }
}
