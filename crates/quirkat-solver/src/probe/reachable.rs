//! Exact values of a position and of all that can be reached from it, solved backwards.

use crate::probe::terminal::winner_now;
use crate::tables::Tables;
use crate::value::Value;
use quirkat_rules::{Color, Geometry, Position};
use std::collections::HashMap;

/// Everything that can be reached from a position, solved.
pub(crate) struct Reachable {
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

impl Reachable {
    /// Explores and solves. Positions that the tables hold are leaves. `None` when there are more
    /// than `limit` positions.
    pub(crate) fn explore(
        geometry: &Geometry,
        tables: Option<&Tables>,
        root: &Position,
        limit: usize,
    ) -> Option<Self> {
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
                    return None;
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
        Some(Self { numbers, winners })
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
