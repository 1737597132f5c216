use crate::Wdl;
use quirkat_rules::{Action, Game};

/// A position to evaluate: the game as it stands there, with at least two legal actions.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a> {
    /// History included, so that draw rules can be seen.
    pub game: &'a Game,
    /// Its legal actions by ascending id.
    pub actions: &'a [Action],
    /// Random bits of this leaf alone, so that randomised evaluators do not depend on how leaves
    /// are batched.
    pub seed: u64,
}

/// Results of a batch, in buffers that the caller keeps and reuses.
#[derive(Clone, Debug, Default)]
pub struct Evaluations {
    priors: Vec<f32>,
    ends: Vec<usize>,
    wdl: Vec<Wdl>,
}

impl Evaluations {
    /// Empties the buffers.
    pub fn clear(&mut self) {
        self.priors.clear();
        self.ends.clear();
        self.wdl.clear();
    }

    /// Adds the result of the next leaf: `count` priors, which `write` fills, and the value.
    pub fn push(&mut self, wdl: Wdl, count: usize, write: impl FnOnce(&mut [f32])) {
        let start = self.priors.len();
        self.priors.resize(start + count, 0.0);
        write(&mut self.priors[start..]);
        self.ends.push(self.priors.len());
        self.wdl.push(wdl);
    }

    /// Adds the result of the next leaf: `count` equal priors, and the value.
    #[inline]
    pub fn push_equal(&mut self, wdl: Wdl, count: usize) {
        let end = self.priors.len() + count;
        self.priors.resize(end, 1.0 / count as f32);
        self.ends.push(end);
        self.wdl.push(wdl);
    }

    /// Writes the result of a leaf again: its priors, which `write` fills, and the value.
    ///
    /// # Panics
    /// When there is no such result.
    pub fn replace(&mut self, leaf: usize, wdl: Wdl, write: impl FnOnce(&mut [f32])) {
        let start = if leaf == 0 { 0 } else { self.ends[leaf - 1] };
        write(&mut self.priors[start..self.ends[leaf]]);
        self.wdl[leaf] = wdl;
    }

    /// The number of results.
    pub fn len(&self) -> usize {
        self.wdl.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.wdl.is_empty()
    }

    /// Priors over the legal actions (sum 1, same order as [`Leaf::actions`]) and W/D/L for the
    /// side to move.
    ///
    /// # Panics
    /// When there is no such result.
    #[inline]
    pub fn get(&self, leaf: usize) -> (&[f32], Wdl) {
        let start = if leaf == 0 { 0 } else { self.ends[leaf - 1] };
        (&self.priors[start..self.ends[leaf]], self.wdl[leaf])
    }
}

/// Evaluates positions: a batch in, priors over the legal actions and W/D/L out.
///
/// The result of a leaf must not depend on the other leaves of its batch.
pub trait Evaluator {
    /// Clears `out` and pushes one result for each leaf, in order.
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations);
}

/// Equal priors and nothing known of the value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Evaluator for Uniform {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for leaf in leaves {
            out.push_equal(Wdl::UNKNOWN, leaf.actions.len());
        }
    }
}
