use crate::{Evaluations, Evaluator, Leaf, WhiteWdl};
use quirkat_rules::{Game, Move, Position};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Equal priors; the value is the result of one game played out uniformly at random over the moves
/// of the notation.
#[derive(Clone, Debug, Default)]
pub struct Rollout {
    scratch: Option<Game>,
}

impl Evaluator for Rollout {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for leaf in leaves {
            let game = self.scratch.get_or_insert_with(|| leaf.game.clone());
            if std::sync::Arc::ptr_eq(game.geometry(), leaf.game.geometry()) {
                game.copy_from(leaf.game);
            } else {
                *game = leaf.game.clone();
            }
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(leaf.seed);
            let result = random_playout(game, &mut rng).for_mover(leaf.game.turn());
            let count = leaf.actions.len();
            out.push(result, count, |priors| priors.fill(1.0 / count as f32));
        }
    }
}

/// Plays moves drawn uniformly until the game ends by its own rules; returns the result.
pub fn random_playout(game: &mut Game, rng: &mut impl Rng) -> WhiteWdl {
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.into();
        }
        let position = *game.position();
        let count = position.count_moves(game.geometry());
        let nth = if count > 1 {
            rng.random_range(0..count)
        } else {
            0
        };
        let next = nth_successor(&position, game, nth);
        game.play_successor(next);
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

fn nth_successor(position: &Position, game: &Game, nth: u64) -> Position {
    let mut seen = 0;
    let mut chosen = *position;
    position.each_successor(game.geometry(), |next| {
        if seen == nth {
            chosen = next;
        }
        seen += 1;
    });
    debug_assert!(seen > nth, "count_moves and each_successor disagree");
    chosen
}
