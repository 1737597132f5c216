use super::Analyst;
use super::position::{PositionAnalysis, score};
use quirkat_mcts::Wdl;
use quirkat_play::{Seed, Stopped};
use quirkat_record::{RecordFault, RecordedGame};
use quirkat_rules::{Color, Game, Move};
use quirkat_solver::Value;
use std::sync::Arc;

/// What an agent thinks of a whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameAnalysis {
    /// Every move.
    pub plies: Vec<PlyAnalysis>,
}

/// What an agent thinks of a move that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyAnalysis {
    /// Its number in the notation.
    pub number: usize,
    /// Who made it.
    pub side: Color,
    /// The move.
    pub played: Move,
    /// The number of legal moves.
    pub legal: usize,
    /// What the agent would have played.
    pub best: Option<Move>,
    /// The expected score of its maker after `best` and after the move: each by a search of its own
    /// from the position after it, so that both are measured alike.
    pub scores: Option<(f64, f64)>,
    /// The chances of its maker after the move, by that search.
    pub value: Option<Wdl>,
    /// The exact values before and after it, for its maker, where both are known.
    pub exact: Option<(Value, Value)>,
}

/// One side's play in a game, over its moves with a choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideSummary {
    /// Moves.
    pub moves: usize,
    /// Those with another legal move beside them.
    pub choices: usize,
    /// Those of them where the agent has a choice of its own.
    pub asked: usize,
    /// Those of them that it would have made.
    pub agreed: usize,
    /// Their mean loss of expected score; `None` without any.
    pub mean_loss: Option<f64>,
    /// Those whose exact values are known.
    pub exact: usize,
    /// Those of them that give exact value away.
    pub exact_errors: usize,
}

impl PlyAnalysis {
    /// The expected score that it gives away, at least 0.
    pub fn loss(&self) -> Option<f64> {
        self.scores.map(|(best, played)| (best - played).max(0.0))
    }

    /// How much better it turned out than `best`: noise of the search, or a better move than the
    /// agent found.
    pub fn gain(&self) -> Option<f64> {
        self.scores.map(|(best, played)| (played - best).max(0.0))
    }

    /// Whether it gives exact value away.
    pub fn is_exact_error(&self) -> bool {
        self.exact.is_some_and(|(before, after)| after < before)
    }
}

impl GameAnalysis {
    /// Analyses a game that was checked.
    ///
    /// # Errors
    /// When it is stopped. A move that is not legal: [`RecordFault`].
    pub fn of(
        analyst: &mut Analyst<'_>,
        recorded: &RecordedGame,
        seed: &Seed,
    ) -> anyhow::Result<Self> {
        let variant = analyst.variant();
        let start = recorded.start_position(variant)?;
        let mut game = Game::from_position(Arc::clone(&variant.geometry), start);
        let mut plies = Vec::with_capacity(recorded.moves.len());
        let mut now = analyst.position(&game, &seed.numbered(0))?;
        for (ply, (recorded, (number, side))) in
            (1u64..).zip(recorded.moves.iter().zip(recorded.numbering()))
        {
            let before = game.clone();
            let played = recorded.played;
            game.play_move(played)
                .map_err(|source| RecordFault::Illegal {
                    source,
                    position: before.position().to_string(),
                })?;
            let next = analyst.position(&game, &seed.numbered(ply))?;
            let value = for_side(&next, side);
            let best_value = match now.choice {
                // Nothing to compare with.
                None => None,
                Some(best) if best != played => {
                    analyst.after(&before, best, &seed.numbered(ply).named("best"))?
                }
                Some(_) => value,
            };
            plies.push(PlyAnalysis {
                number,
                side,
                played,
                legal: now.moves.len(),
                best: now.choice,
                scores: best_value.zip(value).map(|(a, b)| (score(a), score(b))),
                value,
                exact: exact(&now, played),
            });
            now = next;
        }
        Ok(Self { plies })
    }

    /// One side's play.
    pub fn summary(&self, side: Color) -> SideSummary {
        let moves = || self.plies.iter().filter(move |ply| ply.side == side);
        let choices: Vec<&PlyAnalysis> = moves().filter(|ply| ply.legal > 1).collect();
        let losses: Vec<f64> = choices.iter().filter_map(|ply| ply.loss()).collect();
        let count =
            |wanted: fn(&PlyAnalysis) -> bool| choices.iter().filter(|ply| wanted(ply)).count();
        SideSummary {
            moves: moves().count(),
            choices: choices.len(),
            asked: count(|ply| ply.best.is_some()),
            agreed: count(|ply| ply.best == Some(ply.played)),
            mean_loss: (!losses.is_empty())
                .then(|| losses.iter().sum::<f64>() / losses.len() as f64),
            exact: count(|ply| ply.exact.is_some()),
            exact_errors: count(PlyAnalysis::is_exact_error),
        }
    }

    /// The moves that give most away, worst first: by exact value, then by expected score.
    pub fn worst(&self, count: usize) -> Vec<&PlyAnalysis> {
        let mut worst: Vec<&PlyAnalysis> = self
            .plies
            .iter()
            .filter(|ply| ply.is_exact_error() || ply.loss().is_some_and(|loss| loss >= 0.005))
            .collect();
        let exact_loss = |ply: &PlyAnalysis| {
            ply.exact
                .map_or(0, |(before, after)| before as i32 - after as i32)
                .max(0)
        };
        worst.sort_by(|a, b| {
            let loss = |ply: &PlyAnalysis| ply.loss().unwrap_or(0.0);
            exact_loss(b)
                .cmp(&exact_loss(a))
                .then(loss(b).total_cmp(&loss(a)))
        });
        worst.truncate(count);
        worst
    }
}

impl Analyst<'_> {
    /// The chances of the side to move after a legal move of its own.
    fn after(&mut self, game: &Game, played: Move, seed: &Seed) -> Result<Option<Wdl>, Stopped> {
        let side = game.turn();
        let mut game = game.clone();
        if game.play_move(played).is_err() {
            return Ok(None);
        }
        let value = self.value(game, seed)?;
        Ok(value.map(|value| value.for_mover(side)))
    }
}

/// The value of a position for one of the sides.
fn for_side(analysis: &PositionAnalysis, side: Color) -> Option<Wdl> {
    let turn = analysis.position.turn();
    let value = analysis.value?;
    Some(value.for_white(turn).for_mover(side))
}

fn exact(before: &PositionAnalysis, played: Move) -> Option<(Value, Value)> {
    let after = before.of_move(played)?.exact?.value()?;
    Some((before.exact?.value()?, after))
}
