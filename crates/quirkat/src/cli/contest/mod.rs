//! `match`: games between two agents, and the sequential test on them.

mod arguments;
mod command;
mod games;
mod match_file;
mod result;
mod sequential;
mod summary;

pub(super) use arguments::MatchArguments;
pub(super) use command::run;
