//! What the search promises, one module a promise.

mod batching;
mod color_neutrality;
mod draw_rules;
mod forced_actions;
mod golden_trees;
mod proven_results;
#[path = "../../../../tests/support/random_rules.rs"]
mod random_rules;
mod reference;
mod root_policy;
mod support;
mod values_by_player;
