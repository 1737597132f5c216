use crate::external::ExternalSpec;
use std::fmt;
use std::path::PathBuf;

/// An agent as it is written: `random`, `uniform@SIMS`, `rollout@SIMS`, `net=PATH@SIMS`,
/// `perfect=TABLES`, `perfect=TABLES+AGENT`, and in matches `ugi=COMMAND@NODES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentSpec {
    /// Moves drawn uniformly over move strings.
    Random,
    /// Search with equal priors and unknown values.
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
    External(ExternalSpec),
}

impl AgentSpec {
    /// Whether simulations mean anything to it.
    pub fn searches(&self) -> bool {
        match self {
            Self::Random | Self::External(_) => false,
            Self::Uniform { .. } | Self::Rollout { .. } | Self::Net { .. } => true,
            Self::Perfect { fallback, .. } => {
                fallback.as_ref().is_some_and(|agent| agent.searches())
            }
        }
    }

    /// Whether it is a program of others, whose moves follow from no seed of ours.
    pub const fn is_external(&self) -> bool {
        matches!(self, Self::External(_))
    }

    /// Whether it is a perfect player, with a fallback or without.
    pub const fn is_perfect(&self) -> bool {
        matches!(self, Self::Perfect { .. })
    }

    /// Whether it can play without simulations.
    pub fn has_policy(&self) -> bool {
        match self {
            Self::Random | Self::Net { .. } | Self::External(_) => true,
            Self::Uniform { .. } | Self::Rollout { .. } => false,
            Self::Perfect { fallback, .. } => {
                fallback.as_ref().is_none_or(|agent| agent.has_policy())
            }
        }
    }

    /// The simulations that are written.
    pub fn simulations(&self) -> Option<u32> {
        match self {
            Self::Random | Self::External(_) => None,
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
            Self::Random | Self::External(_) => {}
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

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let simulations = match self {
            Self::Random => return f.write_str("random"),
            Self::External(engine) => return write!(f, "ugi={engine}"),
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
