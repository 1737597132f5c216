use crate::bounds::Bounds;
use crate::control::Control;
use crate::error::Error;
use crate::play::conversion::shortest_conversion;
use crate::play::exact_source::ExactSource;
use crate::play::perfect::{by_distance, value_after};
use crate::play::strategy::Strategy;
use crate::probe::{Prober, winner_now};
use crate::proof::{SolveOptions, on_large_stack, solve};
use crate::scope::is_acyclic;
use crate::value::Value;
use quirkat_rules::{Move, Position};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Positions that the search for progress in a won position looks at.
const CONVERSION_LIMIT: usize = 200_000;

/// Positions that looking ahead remembers where play always ends, and the most men for which it
/// is tried.
const AHEAD_LIMIT: usize = 200_000;
const AHEAD_MEN: u32 = 9;

/// What a proof search from a position outside tables and certificates may spend.
const SEARCH_NODES: u64 = 20_000;
const SEARCH_MEMORY: u64 = 4 << 20;

/// Proofs found in play that are kept.
const FOUND: usize = 64;

/// A player that never gives away value, over everything that an [`ExactSource`] holds. In a won
/// position it makes progress: by distances, by a search for the next conversion, by the measure of
/// a certificate, or because play must end. It has no answer where none of its sources has.
pub struct ExactPlayer {
    source: Arc<ExactSource>,
    /// Where play always ends.
    prober: Option<Prober>,
    /// Proofs found in play: they are followed to their end.
    found: VecDeque<Strategy>,
}

/// What an [`ExactPlayer`] knows of a position and would play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactMoves {
    /// What is proven of the value for the side to move. Where only "at least draw" is known, the
    /// moves keep the draw.
    pub bounds: Bounds,
    /// Equally good moves, never empty.
    pub moves: Vec<Move>,
}

impl ExactMoves {
    const fn exact(value: Value, moves: Vec<Move>) -> Self {
        Self {
            bounds: Bounds {
                least: value,
                most: value,
            },
            moves,
        }
    }
}

impl ExactPlayer {
    /// A player with a memory of its own.
    pub fn new(source: Arc<ExactSource>) -> Self {
        let rules = source.geometry.rules();
        let prober = if is_acyclic(rules) {
            Prober::new(rules, None, AHEAD_LIMIT).ok()
        } else {
            None
        };
        Self {
            source,
            prober,
            found: VecDeque::new(),
        }
    }

    /// The moves to choose from. `None` where no source has an answer, and when the game is over.
    pub fn choose(&mut self, position: &Position) -> Option<ExactMoves> {
        self.choose_until(position, &AtomicBool::new(false))
    }

    /// As [`Self::choose`], but searches end when `stop` is raised. A win known from tables is then
    /// kept without progress, and there is no answer where only a search would have found one.
    pub fn choose_until(&mut self, position: &Position, stop: &AtomicBool) -> Option<ExactMoves> {
        if winner_now(&self.source.geometry, position).is_some() {
            return None;
        }
        if let Some(answer) = self.by_distance(position) {
            return Some(answer);
        }
        if let Some(values) = self.move_values(position) {
            return self.by_values(position, &values, stop);
        }
        if position.is_capturing() {
            return None;
        }
        let known = self.by_strategies(position);
        match known {
            Some(answer) if answer.bounds.value().is_some() => Some(answer),
            _ => self.by_search(position, stop).or(known),
        }
    }

    /// The value of each move for the side that makes it, from tables, or by looking ahead where
    /// play always ends; `None` outside.
    pub fn move_values(&mut self, position: &Position) -> Option<Vec<(Move, Value)>> {
        if winner_now(&self.source.geometry, position).is_some() {
            return None;
        }
        if let Some(tables) = &self.source.tables {
            let moves = position.moves(&self.source.geometry).into_iter();
            return moves
                .map(|(played, next)| Some((played, value_after(tables, position, &next)?)))
                .collect();
        }
        let prober = self.prober.as_mut()?;
        let (own, opp) = position.counts();
        if own + opp > AHEAD_MEN {
            return None;
        }
        prober.move_values(position).ok()
    }

    fn by_distance(&self, position: &Position) -> Option<ExactMoves> {
        let best = by_distance(
            &self.source.geometry,
            self.source.tables.as_ref()?,
            position,
        )?;
        Some(ExactMoves::exact(best.value, best.moves))
    }

    fn by_values(
        &self,
        position: &Position,
        values: &[(Move, Value)],
        stop: &AtomicBool,
    ) -> Option<ExactMoves> {
        let value = values.iter().map(|(_, value)| *value).max()?;
        if value == Value::Win && self.prober.is_none() {
            let tables = self.source.tables.as_ref()?;
            let geometry = &self.source.geometry;
            let progress = shortest_conversion(geometry, tables, position, CONVERSION_LIMIT, stop);
            if let Some(progress) = progress {
                return Some(ExactMoves::exact(value, vec![progress]));
            }
            if !stop.load(Ordering::Relaxed) {
                return None;
            }
            // No time for progress: any move that keeps the win.
        }
        let keeping = values.iter().filter(|(_, other)| *other == value);
        let moves = keeping.map(|(played, _)| *played).collect();
        Some(ExactMoves::exact(value, moves))
    }

    fn by_strategies(&self, position: &Position) -> Option<ExactMoves> {
        let mut answer = None;
        let mut most = Value::Win;
        for strategy in self.source.strategies.iter().chain(&self.found) {
            most = most.min(strategy.bounds(position).most);
            match strategy.choose(position) {
                Some((Value::Win, played)) => {
                    return Some(ExactMoves::exact(Value::Win, vec![played]));
                }
                Some((_, played)) => answer = answer.or(Some(played)),
                None => {}
            }
        }
        if most == Value::Loss {
            // Nothing is given away by any move.
            let moves = position.moves(&self.source.geometry).into_iter();
            let moves = moves.map(|(played, _)| played).collect();
            return Some(ExactMoves::exact(most, moves));
        }
        let least = Value::Draw;
        Some(ExactMoves {
            bounds: Bounds { least, most },
            moves: vec![answer?],
        })
    }

    /// A bounded proof search, whose proof is then followed.
    fn by_search(&mut self, position: &Position, stop: &AtomicBool) -> Option<ExactMoves> {
        let options = SolveOptions {
            position: *position,
            memory: SEARCH_MEMORY,
            first_moves: false,
            nodes: SEARCH_NODES,
            saved_search: None,
        };
        let source = &self.source;
        let search = || -> Result<_, Error> {
            let control = Control {
                stop,
                report: &|_| {},
            };
            solve(&source.geometry, source.tables.as_ref(), &options, &control)
        };
        let solution = on_large_stack(search).ok()?.ok()?;
        solution.value.value()?;
        if self.found.len() == FOUND {
            self.found.pop_front();
        }
        self.found
            .push_back(Strategy::new(&solution.certificate).ok()?);
        self.by_strategies(position)
    }
}

impl std::fmt::Debug for ExactPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExactPlayer")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}
