use quirkat_net::CheckpointError;

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
    /// The agent behind `+` is none that can stand in for a perfect player.
    #[error(
        "agent `{0}`: the agent after `+` moves where the perfect player cannot; it is one of random, \
         uniform@SIMS, rollout@SIMS, net=PATH@SIMS"
    )]
    Fallback(String),
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
    /// Not the way external engines are written.
    #[error("agent `{agent}`: {reason}")]
    Command {
        /// As written.
        agent: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// Other work needs an agent whose play follows from a seed.
    #[error("agent `{0}`: external engines play in `match` only")]
    ExternalOnly(String),
}
