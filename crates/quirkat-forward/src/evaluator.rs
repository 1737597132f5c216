use crate::cache::Cache;
use quirkat_mcts::{Evaluations, Evaluator, Leaf, Wdl};
use quirkat_rules::{Action, PLANES, Planes, write_planes};

/// A network's forward pass over a batch of positions.
pub trait ForwardPass {
    /// Runs the network on positions. [`Self::policy_logits`] and [`Self::wdl_logits`] then answer
    /// for each of them. The numbers of a position do not depend on the others.
    fn run<'p>(&mut self, positions: impl ExactSizeIterator<Item = &'p Planes>);

    /// Logits of some actions for the position with this index in the last run.
    ///
    /// # Panics
    /// When there was no such position, or the slices differ in length.
    fn policy_logits(&self, index: usize, actions: &[Action], logits: &mut [f32]);

    /// Win, draw and loss logits for the position with this index in the last run, as its side to
    /// move sees them.
    ///
    /// # Panics
    /// When there was no such position.
    fn wdl_logits(&self, index: usize) -> [f32; 3];
}

/// Evaluates the leaves of searches by a [`ForwardPass`], and keeps evaluations that are likely to
/// be asked for again.
#[derive(Clone, Debug)]
pub struct LeafEvaluator<P> {
    pass: P,
    /// None where every leaf is computed.
    cache: Option<Box<Cache>>,
    /// Of all leaves of a batch.
    planes: Vec<Planes>,
    /// Which of them the network has to compute.
    misses: Vec<usize>,
}

impl<P: ForwardPass> LeafEvaluator<P> {
    /// An evaluator with an empty cache.
    pub fn new(pass: P) -> Self {
        Self {
            pass,
            cache: Some(Box::default()),
            planes: Vec::new(),
            misses: Vec::new(),
        }
    }

    /// The same without a cache: it computes every leaf.
    #[must_use]
    pub fn without_cache(mut self) -> Self {
        self.cache = None;
        self
    }

    /// How many results so far came from the cache.
    pub fn cache_hits(&self) -> u64 {
        self.cache.as_ref().map_or(0, |cache| cache.hits())
    }
}

impl<P: ForwardPass> Evaluator for LeafEvaluator<P> {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        let Self {
            pass,
            cache,
            planes,
            misses,
        } = self;
        out.clear();
        planes.resize(leaves.len(), [0; PLANES]);
        misses.clear();
        for (i, (leaf, planes)) in leaves.iter().zip(planes.iter_mut()).enumerate() {
            write_planes(leaf.game, planes);
            let count = leaf.actions.len();
            let known = cache.as_mut().and_then(|cache| cache.find(planes, count));
            if let Some((wdl, known)) = known {
                out.push(wdl, count, |priors| priors.copy_from_slice(known));
            } else {
                misses.push(i);
                out.push(Wdl::UNKNOWN, count, |_| {});
            }
        }
        pass.run(misses.iter().map(|&i| &planes[i]));
        for (row, &i) in misses.iter().enumerate() {
            let wdl = probabilities(pass.wdl_logits(row));
            out.replace(i, wdl, |priors| {
                pass.policy_logits(row, leaves[i].actions, priors);
                softmax(priors);
                if let Some(cache) = cache {
                    cache.keep(&planes[i], wdl, priors);
                }
            });
        }
    }
}

fn probabilities(mut logits: [f32; 3]) -> Wdl {
    softmax(&mut logits);
    let [win, draw, loss] = logits;
    Wdl { win, draw, loss }
}

fn softmax(values: &mut [f32]) {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for value in values.iter_mut() {
        *value = (*value - most).exp();
        total += *value;
    }
    for value in values {
        *value /= total;
    }
}
