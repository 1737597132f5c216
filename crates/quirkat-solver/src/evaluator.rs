use crate::{ExactPlayer, ExactSource, Value};
use quirkat_mcts::{Evaluations, Evaluator, Leaf, Wdl};
use std::sync::Arc;

/// Exact values as an evaluator: the value is the exact result, and the priors are equal over the
/// actions that begin a move that keeps it. Where nothing is known, priors are equal and the value
/// is unknown.
#[derive(Debug)]
pub struct ExactEvaluator(ExactPlayer);

impl ExactEvaluator {
    /// An evaluator with a memory of its own.
    pub fn new(source: Arc<ExactSource>) -> Self {
        Self(ExactPlayer::new(source))
    }

    fn look(&mut self, leaf: &Leaf<'_>) -> Option<(Wdl, Vec<bool>)> {
        let position = leaf.game.position();
        let geometry = leaf.game.geometry();
        let values = self.0.move_values(position)?;
        let best = values.iter().map(|(_, value)| *value).max()?;
        let mut keeps = vec![false; leaf.actions.len()];
        for (played, _) in values.iter().filter(|(_, value)| *value == best) {
            let first = *position.actions_of(geometry, *played).first()?;
            keeps[leaf.actions.binary_search(&first).ok()?] = true;
        }
        let sure = |value| f32::from(u8::from(best == value));
        let wdl = Wdl {
            win: sure(Value::Win),
            draw: sure(Value::Draw),
            loss: sure(Value::Loss),
        };
        Some((wdl, keeps))
    }
}

impl Evaluator for ExactEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for leaf in leaves {
            let count = leaf.actions.len();
            let known = self.look(leaf);
            let (wdl, keeps) = known.unwrap_or_else(|| (Wdl::UNKNOWN, vec![true; count]));
            let share = 1.0 / keeps.iter().filter(|keeps| **keeps).count() as f32;
            out.push(wdl, count, |priors| {
                for (prior, keeps) in priors.iter_mut().zip(keeps) {
                    *prior = if keeps { share } else { 0.0 };
                }
            });
        }
    }
}
