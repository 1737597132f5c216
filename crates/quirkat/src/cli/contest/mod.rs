//! `match`: games between two agents, and the sequential test on them.

mod command;
mod games;
mod sequential;
mod summary;

pub(super) use command::{MatchArguments, run};
