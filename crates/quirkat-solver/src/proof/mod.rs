//! Proof search. `search` looks for an answer with bounded memory; `win_graph` and `closed_set`
//! turn it into a proof that stands without the search; `solve` asks the questions.

mod closed_set;
mod large_stack;
mod proof_numbers;
mod saved_search;
mod search;
mod solve;
mod transposition;
mod win_graph;

pub use large_stack::on_large_stack;
pub use solve::{Solution, SolveOptions, solve};
