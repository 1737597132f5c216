//! Exact values without tables for the position asked about: all positions that can be reached
//! from it, solved backwards, or, where no position can come back, by looking ahead.

use crate::pack::{KeyMap, Packer};
use crate::{Tables, Value};
use quirkat_rules::{Color, Directions, Geometry, Position, Promotion, Rules, StepBack};
use std::collections::HashMap;

/// Whether play under these rules always ends by itself, so that no position can repeat: a row
/// is only ever walked one way, and nothing moves back but by capture.
pub(crate) fn is_acyclic(rules: &Rules) -> bool {
    rules.no_step_back == StepBack::Forbidden
        && rules.step == Directions::ForwardSideways
        && rules.promotion == Promotion::None
}

/// The positions looked at were more than the limit.
pub(crate) struct TooMany;

/// The winner that ends the game at a position, if it is over.
#[inline]
pub(crate) fn winner_now(geometry: &Geometry, position: &Position) -> Option<Color> {
    if position.is_capturing() {
        return None;
    }
    position
        .outcome(geometry)
        .and_then(|outcome| outcome.winner)
}

/// Looking ahead where play always ends: there are no draws. Keeps what it learned.
pub(crate) struct Ahead {
    packer: Packer,
    mover_wins: KeyMap<bool>,
}

impl Ahead {
    pub(crate) fn new(packer: Packer) -> Self {
        Self {
            packer,
            mover_wins: KeyMap::default(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.mover_wins.clear();
    }

    /// The number of positions remembered.
    pub(crate) fn len(&self) -> usize {
        self.mover_wins.len()
    }

    pub(crate) fn value(
        &mut self,
        geometry: &Geometry,
        position: &Position,
        limit: usize,
    ) -> Result<Value, TooMany> {
        Ok(if self.wins(geometry, position, limit)? {
            Value::Win
        } else {
            Value::Loss
        })
    }

    fn wins(
        &mut self,
        geometry: &Geometry,
        position: &Position,
        limit: usize,
    ) -> Result<bool, TooMany> {
        // The colour of the side to move does not matter: it is left out of the key.
        let key = self.packer.pack(position) >> 1;
        if let Some(&known) = self.mover_wins.get(&key) {
            return Ok(known);
        }
        if let Some(winner) = winner_now(geometry, position) {
            return Ok(winner == position.turn());
        }
        if self.mover_wins.len() >= limit {
            return Err(TooMany);
        }
        let mut children = Vec::with_capacity(16);
        position.each_successor(geometry, |next| {
            // The fewer answers, the likelier a win and the smaller the tree.
            let answers = next.count_moves(geometry);
            children.push((answers, next));
        });
        children.sort_by_key(|(answers, _)| *answers);
        let mut found = false;
        for (_, next) in children {
            let theirs = self.wins(geometry, &next, limit)?;
            if theirs == (next.turn() == position.turn()) {
                found = true;
                break;
            }
        }
        self.mover_wins.insert(key, found);
        Ok(found)
    }
}

/// Everything that can be reached from a position, solved.
pub(crate) struct Reach {
    numbers: HashMap<Position, u32>,
    winners: Vec<Option<Color>>,
}

#[derive(Default)]
struct Graph {
    positions: Vec<Position>,
    parents: Vec<Vec<u32>>,
    /// Moves that are not known to lose.
    open: Vec<u32>,
}

impl Reach {
    /// Explores and solves; positions that the tables hold are leaves.
    pub(crate) fn explore(
        geometry: &Geometry,
        tables: Option<&Tables>,
        root: &Position,
        limit: usize,
    ) -> Result<Self, TooMany> {
        let mut numbers = HashMap::from([(*root, 0)]);
        let mut graph = Graph {
            positions: vec![*root],
            parents: vec![Vec::new()],
            open: vec![0],
        };
        let mut winners = vec![None];
        let mut decided = Vec::new();
        let mut at = 0;
        while at < graph.positions.len() {
            let position = graph.positions[at];
            let now = winner_now(geometry, &position);
            let value = tables.and_then(|tables| tables.value(&position));
            if let (None, None) = (now, value) {
                let mut moves = 0;
                position.each_successor(geometry, |next| {
                    let fresh = numbers.len() as u32;
                    let child = *numbers.entry(next).or_insert(fresh);
                    if child == fresh {
                        graph.positions.push(next);
                        graph.parents.push(Vec::new());
                        graph.open.push(0);
                        winners.push(None);
                    }
                    graph.parents[child as usize].push(at as u32);
                    moves += 1;
                });
                graph.open[at] = moves;
                if numbers.len() > limit {
                    return Err(TooMany);
                }
            }
            let by_value = match value {
                Some(Value::Win) => Some(position.turn()),
                Some(Value::Loss) => Some(!position.turn()),
                _ => None,
            };
            winners[at] = now.or(by_value);
            if winners[at].is_some() {
                decided.push(at as u32);
            }
            at += 1;
        }
        while let Some(child) = decided.pop() {
            let winner = winners[child as usize];
            for &parent in &graph.parents[child as usize] {
                let before = parent as usize;
                if winners[before].is_some() {
                    continue;
                }
                graph.open[before] -= 1;
                if winner == Some(graph.positions[before].turn()) || graph.open[before] == 0 {
                    winners[before] = winner;
                    decided.push(parent);
                }
            }
        }
        Ok(Self { numbers, winners })
    }

    /// The value of a position that was reached.
    pub(crate) fn value(&self, position: &Position) -> Option<Value> {
        let number = *self.numbers.get(position)?;
        Some(match self.winners[number as usize] {
            None => Value::Draw,
            Some(winner) if winner == position.turn() => Value::Win,
            Some(_) => Value::Loss,
        })
    }
}
