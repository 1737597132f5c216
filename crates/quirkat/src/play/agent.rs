use super::evaluator::AgentEvaluator;
use super::outside::{OutsideMind, OutsideSpec};
use crate::run::last_checkpoint;
use crate::variant::Variant;
use quirkat_mcts::{SearchConfig, Uniform};
use quirkat_net::{CheckpointError, NetDevice, NetEvaluator, Network, load_network};
use quirkat_solver::{Control, ExactSource};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An agent as it is written: `random`, `uniform@SIMS`, `rollout@SIMS`, `net=PATH@SIMS`,
/// `perfect=TABLES`, `perfect=TABLES+AGENT`, and in matches `ugi=COMMAND@NODES`.
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
    /// The perfect player.
    Perfect {
        /// The folder of tables and certificates.
        folder: PathBuf,
        /// Who moves where the perfect player is not defined.
        fallback: Option<Box<Self>>,
    },
    /// A program that speaks UGI.
    Outside(OutsideSpec),
}

impl AgentSpec {
    /// Whether simulations mean anything to it.
    pub fn searches(&self) -> bool {
        match self {
            Self::Random | Self::Outside(_) => false,
            Self::Uniform { .. } | Self::Rollout { .. } | Self::Net { .. } => true,
            Self::Perfect { fallback, .. } => {
                fallback.as_ref().is_some_and(|agent| agent.searches())
            }
        }
    }

    /// Whether it can play without simulations.
    pub fn has_policy(&self) -> bool {
        match self {
            Self::Random | Self::Net { .. } | Self::Outside(_) => true,
            Self::Uniform { .. } | Self::Rollout { .. } => false,
            Self::Perfect { fallback, .. } => {
                fallback.as_ref().is_none_or(|agent| agent.has_policy())
            }
        }
    }

    /// The simulations that are written.
    pub fn simulations(&self) -> Option<u32> {
        match self {
            Self::Random | Self::Outside(_) => None,
            Self::Uniform { simulations }
            | Self::Rollout { simulations }
            | Self::Net { simulations, .. } => *simulations,
            Self::Perfect { fallback, .. } => fallback.as_ref()?.simulations(),
        }
    }

    /// The same agent with so many simulations.
    pub fn with_simulations(&self, count: u32) -> Self {
        self.budgeted(Some(count))
    }

    /// The same agent without simulations named.
    pub fn unbudgeted(&self) -> Self {
        self.budgeted(None)
    }

    fn budgeted(&self, count: Option<u32>) -> Self {
        let mut agent = self.clone();
        match &mut agent {
            Self::Random | Self::Outside(_) => {}
            Self::Uniform { simulations }
            | Self::Rollout { simulations }
            | Self::Net { simulations, .. } => *simulations = count,
            Self::Perfect { fallback, .. } => {
                if let Some(inner) = fallback {
                    **inner = inner.budgeted(count);
                }
            }
        }
        agent
    }
}

/// Why an agent cannot play.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// Not the way agents are written.
    #[error(
        "unknown agent `{0}`; agents are random, uniform@SIMS, rollout@SIMS, net=PATH@SIMS, perfect=TABLES, \
         perfect=TABLES+AGENT, and in `match` ugi=COMMAND@NODES"
    )]
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
    /// Tables or certificates cannot be used.
    #[error("agent `{agent}`: {source}")]
    Exact {
        /// As written.
        agent: String,
        /// Why.
        source: quirkat_solver::Error,
    },
    /// Not the way outside engines are written.
    #[error("agent `{agent}`: {reason}")]
    Command {
        /// As written.
        agent: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// Other work needs an agent whose play follows from a seed.
    #[error("agent `{0}`: outside engines play in `match` only")]
    OutsideOnly(String),
}

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        if let Some(rest) = text.strip_prefix("perfect=") {
            return perfect(text, rest);
        }
        if let Some(rest) = text.strip_prefix("ugi=") {
            let refused = |reason| AgentError::Command {
                agent: text.to_owned(),
                reason,
            };
            return rest.parse().map(Self::Outside).map_err(refused);
        }
        let (name, simulations) = match text.rsplit_once('@') {
            Some((name, digits)) => {
                let count = digits
                    .parse()
                    .ok()
                    .filter(|&count: &u32| count <= 1_000_000);
                (
                    name,
                    Some(count.ok_or_else(|| AgentError::Simulations(text.to_owned()))?),
                )
            }
            None => (text, None),
        };
        let spec = match name {
            "random" if simulations.is_none() => Self::Random,
            "uniform" => Self::Uniform { simulations },
            "rollout" => Self::Rollout { simulations },
            _ => match name.strip_prefix("net=") {
                Some(path) if !path.is_empty() => Self::Net {
                    path: PathBuf::from(path),
                    simulations,
                },
                _ => return Err(AgentError::Unknown(text.to_owned())),
            },
        };
        match spec {
            Self::Uniform {
                simulations: Some(0),
            }
            | Self::Rollout {
                simulations: Some(0),
            } => Err(AgentError::NoSimulations(text.to_owned())),
            _ => Ok(spec),
        }
    }
}

/// The folder ends at the first `+` that an agent follows.
fn perfect(text: &str, rest: &str) -> Result<AgentSpec, AgentError> {
    let (folder, fallback) = match rest.split_once('+') {
        None => (rest, None),
        Some((_, first)) => {
            let split = rest.match_indices('+').find_map(|(at, _)| {
                let agent = rest[at + 1..].parse::<AgentSpec>().ok()?;
                Some((&rest[..at], Some(Box::new(agent))))
            });
            match split {
                Some(split) => split,
                None => {
                    return Err(first
                        .parse::<AgentSpec>()
                        .map_or_else(|error| error, |_| AgentError::Unknown(text.to_owned())));
                }
            }
        }
    };
    let twice = matches!(
        fallback.as_deref(),
        Some(AgentSpec::Perfect { .. } | AgentSpec::Outside(_))
    );
    if folder.is_empty() || twice {
        return Err(AgentError::Unknown(text.to_owned()));
    }
    Ok(AgentSpec::Perfect {
        folder: PathBuf::from(folder),
        fallback,
    })
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let simulations = match self {
            Self::Random => return f.write_str("random"),
            Self::Outside(outside) => return write!(f, "ugi={outside}"),
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
            Self::Perfect { folder, fallback } => {
                write!(f, "perfect={}", folder.display())?;
                return match fallback {
                    Some(agent) => write!(f, "+{agent}"),
                    None => Ok(()),
                };
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
    /// Plays exactly where it can.
    Perfect {
        /// What it knows.
        source: Arc<ExactSource>,
        /// Who moves elsewhere: no perfect mind.
        fallback: Option<Box<Self>>,
    },
    /// Asks another program.
    Outside(OutsideMind),
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
    pub fn net(
        network: Network,
        device: NetDevice,
        simulations: u32,
        config: SearchConfig,
    ) -> Self {
        Self::Search {
            simulations,
            config,
            guide: Guide::Net(Box::new(network), device),
        }
    }

    /// The mind that moves where nothing exact is known.
    pub(crate) fn inexact(&self) -> Option<&Self> {
        match self {
            Self::Perfect { fallback, .. } => fallback.as_deref(),
            mind => Some(mind),
        }
    }

    pub(crate) fn evaluator(&self, width: usize) -> Option<AgentEvaluator> {
        match self {
            Self::Random | Self::Outside(_) => None,
            Self::Perfect { fallback, .. } => fallback.as_ref()?.evaluator(width),
            Self::Search {
                guide: Guide::Uniform,
                ..
            } => Some(AgentEvaluator::Uniform(Uniform)),
            Self::Search {
                guide: Guide::Rollout,
                ..
            } => Some(AgentEvaluator::Rollout(Box::default())),
            Self::Search {
                guide: Guide::Net(network, device),
                ..
            } => Some(AgentEvaluator::Net(NetEvaluator::new(
                network, *device, width,
            ))),
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
    /// Constants of the searches that a network guides; others search the same way but
    /// [plainly](SearchConfig::plain).
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
            AgentSpec::Outside(_) => return Err(AgentError::OutsideOnly(spec.to_string())),
            AgentSpec::Uniform { simulations } => (Guide::Uniform, simulations),
            AgentSpec::Rollout { simulations } => (Guide::Rollout, simulations),
            AgentSpec::Net { path, simulations } => (
                Guide::Net(Box::new(self.network(spec, path)?), self.device),
                simulations,
            ),
            AgentSpec::Perfect { folder, fallback } => {
                let fallback = fallback
                    .as_deref()
                    .map(|agent| self.of(agent))
                    .transpose()?;
                return Ok(Mind::Perfect {
                    source: self.exact(spec, folder)?,
                    fallback: fallback.map(Box::new),
                });
            }
        };
        let simulations = written.unwrap_or(self.simulations);
        if simulations == 0 && !matches!(guide, Guide::Net(..)) {
            return Err(AgentError::NoSimulations(spec.to_string()));
        }
        // Without a network there is nothing to improve on, and yardsticks are to stay what they are.
        let config = match guide {
            Guide::Net(..) => self.search,
            Guide::Uniform | Guide::Rollout => self.search.plain(),
        };
        Ok(Mind::Search {
            simulations,
            config,
            guide,
        })
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
            last_checkpoint(path, &self.variant.name).map_err(|error| AgentError::NoCheckpoint {
                agent: agent(),
                reason: format!("{error:#}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_read_back_as_they_print_and_others_are_refused() {
        for text in [
            "random",
            "uniform@32",
            "rollout@128",
            "net=runs/quick@0",
            "net=a@b/c@8",
            "rollout",
            "perfect=tables",
            "perfect=tables+random",
            "perfect=a+b/tables+net=runs/c+d@8",
            "ugi=engine",
            "ugi=quirkat engine --agent net=a@b/c@64",
            "ugi='my engine' --level 3@250ms",
            "ugi=engine \"a@3\"",
        ] {
            assert_eq!(text.parse::<AgentSpec>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "random@3",
            "rollout@0",
            "rollout@x",
            "net=@3",
            "stockfish",
            "net=runs/a@-1",
            "perfect=",
            "perfect=+random",
            "perfect=tables+rolout@3",
            "perfect=tables+perfect=tables",
            "perfect=tables+ugi=engine",
            "ugi=",
            "ugi=@3",
            "ugi='engine",
            "ugi=engine@2000000",
            "ugi=engine@0ms",
        ] {
            assert!(text.parse::<AgentSpec>().is_err(), "{text}");
        }
    }
}
