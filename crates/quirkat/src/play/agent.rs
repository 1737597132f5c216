use crate::run::last_checkpoint;
use crate::variant::Variant;
use quirkat_mcts::{Evaluator, Rollout, SearchConfig, Uniform};
use quirkat_net::{CheckpointError, NetDevice, NetEvaluator, Network, load_network};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// An agent as it is written: `random`, `uniform@SIMS`, `rollout@SIMS`, `net=PATH@SIMS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentSpec {
    /// Moves drawn uniformly over move strings.
    Random,
    /// Search with equal priors and no idea of values.
    Uniform {
        /// Simulations per decision, where written.
        simulations: Option<u32>,
    },
    /// Search with random playouts.
    Rollout {
        /// Simulations per decision, where written.
        simulations: Option<u32>,
    },
    /// Search guided by a network: a checkpoint folder, or a run's last checkpoint for the rules.
    Net {
        /// The folder.
        path: PathBuf,
        /// Simulations per decision, where written; 0 plays the raw policy.
        simulations: Option<u32>,
    },
}

/// Why an agent cannot play.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// Not the way agents are written.
    #[error("unknown agent `{0}`; agents are random, uniform@SIMS, rollout@SIMS, net=PATH@SIMS")]
    Unknown(String),
    /// The part after `@` is no number of simulations.
    #[error("agent `{0}`: the simulations after `@` must be a number from 0 to 1000000")]
    Simulations(String),
    /// A search without a network needs simulations.
    #[error("agent `{0}`: without a network at least 1 simulation is needed")]
    NoSimulations(String),
    /// The checkpoint cannot be read.
    #[error("agent `{agent}`: {source}")]
    Checkpoint {
        /// As written.
        agent: String,
        /// Why.
        source: CheckpointError,
    },
    /// Neither a checkpoint nor a run with one for these rules.
    #[error("agent `{agent}`: {reason}")]
    NoCheckpoint {
        /// As written.
        agent: String,
        /// What is missing.
        reason: String,
    },
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        let (name, simulations) = match text.rsplit_once('@') {
            Some((name, digits)) => {
                let count = digits.parse().ok().filter(|&count: &u32| count <= 1_000_000);
                (name, Some(count.ok_or_else(|| AgentError::Simulations(text.to_owned()))?))
            }
            None => (text, None),
        };
        let spec = match name {
            "random" if simulations.is_none() => Self::Random,
            "uniform" => Self::Uniform { simulations },
            "rollout" => Self::Rollout { simulations },
            _ => match name.strip_prefix("net=") {
                Some(path) if !path.is_empty() => Self::Net { path: PathBuf::from(path), simulations },
                _ => return Err(AgentError::Unknown(text.to_owned())),
            },
        };
        match spec {
            Self::Uniform { simulations: Some(0) } | Self::Rollout { simulations: Some(0) } => {
                Err(AgentError::NoSimulations(text.to_owned()))
            }
            _ => Ok(spec),
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let simulations = match self {
            Self::Random => return f.write_str("random"),
            Self::Uniform { simulations } => {
                f.write_str("uniform")?;
                simulations
            }
            Self::Rollout { simulations } => {
                f.write_str("rollout")?;
                simulations
            }
            Self::Net { path, simulations } => {
                write!(f, "net={}", path.display())?;
                simulations
            }
        };
        simulations.map_or(Ok(()), |simulations| write!(f, "@{simulations}"))
    }
}

/// What an agent thinks with, ready to be copied for each task.
#[derive(Clone, Debug)]
pub enum Mind {
    /// Draws moves uniformly.
    Random,
    /// Searches with a budget per decision.
    Search {
        /// Simulations per decision with more than one legal action.
        simulations: u32,
        /// Constants of the search.
        config: SearchConfig,
        /// Where priors and values come from.
        guide: Guide,
    },
}

/// Where priors and values come from.
#[derive(Clone, Debug)]
pub enum Guide {
    /// Nowhere.
    Uniform,
    /// Random playouts.
    Rollout,
    /// A network.
    Net(Box<Network>, NetDevice),
}

impl Mind {
    /// A search guided by a network.
    pub fn net(network: Network, device: NetDevice, simulations: u32, config: SearchConfig) -> Self {
        Self::Search { simulations, config, guide: Guide::Net(Box::new(network), device) }
    }

    pub(crate) fn evaluator(&self, width: usize) -> Option<Box<dyn Evaluator>> {
        match self {
            Self::Random => None,
            Self::Search { guide: Guide::Uniform, .. } => Some(Box::new(Uniform)),
            Self::Search { guide: Guide::Rollout, .. } => Some(Box::<Rollout>::default()),
            Self::Search { guide: Guide::Net(network, device), .. } => {
                Some(Box::new(NetEvaluator::new(network, *device, width)))
            }
        }
    }
}

/// Builds minds from specifications for one rule set.
#[derive(Clone, Copy, Debug)]
pub struct Minds<'a> {
    /// The rule set that will be played.
    pub variant: &'a Variant,
    /// Simulations of agents that name none.
    pub simulations: u32,
    /// Constants of their searches.
    pub search: SearchConfig,
    /// Where networks run.
    pub device: NetDevice,
}

impl Minds<'_> {
    /// The mind of an agent.
    ///
    /// # Errors
    /// When its checkpoint cannot be found or read, or it has no simulations.
    pub fn of(&self, spec: &AgentSpec) -> Result<Mind, AgentError> {
        let (guide, written) = match spec {
            AgentSpec::Random => return Ok(Mind::Random),
            AgentSpec::Uniform { simulations } => (Guide::Uniform, simulations),
            AgentSpec::Rollout { simulations } => (Guide::Rollout, simulations),
            AgentSpec::Net { path, simulations } => {
                (Guide::Net(Box::new(self.network(spec, path)?), self.device), simulations)
            }
        };
        let simulations = written.unwrap_or(self.simulations);
        if simulations == 0 && !matches!(guide, Guide::Net(..)) {
            return Err(AgentError::NoSimulations(spec.to_string()));
        }
        Ok(Mind::Search { simulations, config: self.search, guide })
    }

    fn network(&self, spec: &AgentSpec, path: &Path) -> Result<Network, AgentError> {
        let agent = || spec.to_string();
        let folder = if path.join("config.toml").is_file() {
            last_checkpoint(path, &self.variant.name)
                .map_err(|error| AgentError::NoCheckpoint { agent: agent(), reason: format!("{error:#}") })?
        } else {
            path.to_owned()
        };
        let (network, _) = load_network(&folder, self.device)
            .map_err(|source| AgentError::Checkpoint { agent: agent(), source })?;
        Ok(network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_read_back_as_they_print_and_others_are_refused() {
        for text in ["random", "uniform@32", "rollout@128", "net=runs/quick@0", "net=a@b/c@8", "rollout"] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
        for text in ["", "random@3", "rollout@0", "rollout@x", "net=@3", "stockfish", "net=runs/a@-1"] {
            assert!(text.parse::<AgentSpec>().is_err(), "{text}");
        }
    }
}
