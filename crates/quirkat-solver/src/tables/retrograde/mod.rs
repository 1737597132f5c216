//! One pair of levels solved backwards: first every position whose captures and promotions decide
//! it, then, from each decided position, the quiet moves that lead to it.

mod level_states;
mod pair;
mod seed;
mod solve;
mod spread;

pub(super) use level_states::SolvedLevel;
pub(super) use pair::LevelPair;
pub(super) use solve::solve_pair;
