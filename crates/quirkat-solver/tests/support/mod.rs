//! A slow and obvious solver to compare with.

// Each test file uses a part of it.
#![allow(dead_code)]

use quirkat_rules::{Color, Geometry, Position, RawPosition, Rules};
use quirkat_solver::{BuildOptions, Control, Tables, Value, build_tables};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// Values of positions and of all that can be reached from them, by sweeping until nothing
/// changes.
pub(crate) struct Oracle {
    pub(crate) positions: Vec<Position>,
    values: Vec<Option<Value>>,
    numbers: HashMap<Position, usize>,
}

impl Oracle {
    pub(crate) fn new(geometry: &Geometry, roots: Vec<Position>) -> Self {
        let mut positions = roots;
        let mut numbers: HashMap<Position, usize> = HashMap::new();
        positions.retain(|position| {
            let fresh = numbers.len();
            numbers.insert(*position, fresh).is_none()
        });
        for (number, position) in positions.iter().enumerate() {
            numbers.insert(*position, number);
        }
        let mut children: Vec<Vec<usize>> = Vec::new();
        while children.len() < positions.len() {
            let position = positions[children.len()];
            let moves = position.moves(geometry);
            let mut list = Vec::new();
            for (_, next) in moves {
                let number = *numbers.entry(next).or_insert_with(|| {
                    positions.push(next);
                    positions.len() - 1
                });
                list.push(number);
            }
            children.push(list);
        }
        let mut values = vec![None; positions.len()];
        loop {
            let mut changed = false;
            for at in 0..positions.len() {
                if values[at].is_some() {
                    continue;
                }
                let seen = |child: &usize| {
                    let value: Option<Value> = values[*child];
                    if positions[*child].turn() == positions[at].turn() {
                        value
                    } else {
                        value.map(Value::flipped)
                    }
                };
                let raw = positions[at].raw().unwrap();
                let value = if raw.own == 0 {
                    Some(Value::Loss)
                } else if raw.opp == 0 || children[at].iter().any(|c| seen(c) == Some(Value::Win)) {
                    Some(Value::Win)
                } else if children[at].iter().all(|c| seen(c) == Some(Value::Loss)) {
                    Some(Value::Loss)
                } else {
                    None
                };
                changed |= value.is_some();
                values[at] = value;
            }
            if !changed {
                break;
            }
        }
        Self {
            positions,
            values,
            numbers,
        }
    }

    /// What can never be decided is a draw.
    pub(crate) fn value(&self, position: &Position) -> Value {
        self.values[self.numbers[position]].unwrap_or(Value::Draw)
    }
}

/// All placements of exactly `men` pieces with White to move, none of them bare; kings too if
/// asked for.
pub(crate) fn placements(men: u32, kings: bool) -> Vec<Position> {
    let mut all = Vec::new();
    let mut points = Vec::new();
    choose(0, men, &mut points, &mut |chosen| {
        let kinds: u32 = if kings { 4 } else { 2 };
        for code in 0..kinds.pow(men) {
            let mut raw = RawPosition::default();
            for (i, &point) in chosen.iter().enumerate() {
                let kind = code / kinds.pow(i as u32) % kinds;
                if kind & 1 == 0 {
                    raw.own |= 1 << point;
                } else {
                    raw.opp |= 1 << point;
                }
                if kind >= 2 {
                    raw.kings |= 1 << point;
                }
            }
            if raw.own != 0 && raw.opp != 0 {
                all.push(Position::from_raw(&raw, Color::White).unwrap());
            }
        }
    });
    all
}

fn choose(from: u32, left: u32, points: &mut Vec<u32>, visit: &mut impl FnMut(&[u32])) {
    if left == 0 {
        visit(points);
        return;
    }
    for point in from..25 {
        points.push(point);
        choose(point + 1, left - 1, points, visit);
        points.pop();
    }
}

/// Calls `work` with a control that reports nothing and never stops.
pub(crate) fn quietly<T>(work: impl FnOnce(&Control<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&Control {
        stop: &stop,
        report: &|_| {},
    })
}

/// Tables in a folder that goes away with the returned guard.
pub(crate) fn tables(rules: Rules, men: u8, distances: bool) -> (tempfile::TempDir, Tables) {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions {
        rules,
        men,
        folder: folder.path().to_owned(),
        distances,
    };
    let tables = quietly(|control| build_tables(&options, control)).unwrap();
    (folder, tables)
}
