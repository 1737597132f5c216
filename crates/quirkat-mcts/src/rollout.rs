use crate::{Evaluations, Evaluator, Leaf, WhiteWdl};
use quirkat_rules::{Game, Move, Playout};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Equal priors; the value is the result of one game played out uniformly at random over the moves
/// of the notation.
#[derive(Clone, Debug, Default)]
pub struct Rollout {
    playout: Playout,
}

impl Evaluator for Rollout {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for leaf in leaves {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(leaf.seed);
            let draw = |count| rng.random_range(0..count);
            let outcome = self.playout.play(leaf.game, draw).outcome;
            let result = WhiteWdl::from(outcome).for_mover(leaf.game.turn());
            out.push_equal(result, leaf.actions.len());
        }
    }
}

/// A legal move drawn uniformly over move strings; inside a capture uniformly over the ways to
/// complete it, so that sampling anew at each hop is the same as sampling once. `None` when the
/// game is over.
pub fn random_move(game: &Game, rng: &mut impl Rng) -> Option<Move> {
    if game.outcome().is_some() {
        return None;
    }
    let moves = game.position().moves(game.geometry());
    (!moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())].0)
}
