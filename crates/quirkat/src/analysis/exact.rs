use crate::certificates::read_strategy;
use anyhow::{Context, Result, ensure};
use quirkat_lab::progress::say;
use quirkat_play::Agent;
use quirkat_rules::{Move, Position};
use quirkat_solver::{Bounds, Error, ExactPlayer, ExactSource, Strategy, Tables, Value};
use quirkat_variant::Variant;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where exact values come from: tables, certificates, and the rules. Draws by repetition and
/// without a capture in the game at hand are not part of them.
#[derive(Default)]
pub struct ExactValues {
    sources: Vec<Arc<ExactSource>>,
    players: Vec<ExactPlayer>,
    strategies: Vec<Strategy>,
}

/// What is known of a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactPosition {
    /// For the side to move.
    pub value: Bounds,
    /// For the same side, after each legal move.
    pub moves: Vec<(Move, Bounds)>,
}

impl ExactValues {
    /// From a folder of tables, certificates (checked first), and what a perfect player has. Rules
    /// that no tables can serve are looked ahead in, where play always ends.
    ///
    /// # Errors
    /// A missing or damaged file, a certificate of other rules or one that does not hold.
    pub fn open(
        variant: &Variant,
        agent: &Agent,
        tables: Option<&Path>,
        certificates: &[PathBuf],
    ) -> Result<Self> {
        let rules = variant.rules();
        let mut sources = Vec::new();
        let mut opened = None;
        if let Some(folder) = tables {
            ensure!(
                folder.is_dir(),
                "--tables: {} is no folder",
                folder.display()
            );
            opened = match Tables::open(folder, rules, None) {
                Ok(tables) => Some(tables),
                Err(Error::Unsupported(why)) => {
                    say(&format!(
                        "{}: {why}; exact values come from looking ahead, where play always ends",
                        variant.name
                    ));
                    sources.push(Arc::new(ExactSource::new(rules, None, Vec::new())));
                    None
                }
                Err(error) => {
                    let place = format!("--tables, rule set `{}`", variant.name);
                    return Err(error).context(place);
                }
            };
        }
        let read = |path: &PathBuf| read_strategy(path, variant, opened.as_ref());
        let strategies = certificates.iter().map(read).collect::<Result<_>>()?;
        if opened.is_some() {
            sources.push(Arc::new(ExactSource::new(rules, opened, Vec::new())));
        }
        sources.extend(agent.exact_source().map(Arc::clone));
        let players = sources
            .iter()
            .map(|source| ExactPlayer::new(Arc::clone(source)));
        Ok(Self {
            players: players.collect(),
            sources,
            strategies,
        })
    }

    /// Whether there is any source.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty() && self.strategies.is_empty()
    }

    /// What is known of a position that no capture is in progress in; `None` without a source.
    pub fn of(&mut self, variant: &Variant, position: &Position) -> Option<ExactPosition> {
        if self.is_empty() {
            return None;
        }
        let known = self
            .players
            .iter_mut()
            .find_map(|player| player.move_values(position));
        let mut value = Bounds::OPEN;
        let moves: Vec<(Move, Bounds)> = if let Some(values) = known {
            let values = values.into_iter();
            values
                .map(|(played, value)| (played, exactly(value)))
                .collect()
        } else {
            for strategy in &self.strategies {
                value = meet(value, strategy.bounds(position));
            }
            let moves = position.moves(&variant.geometry).into_iter();
            moves
                .map(|(played, next)| {
                    let theirs = self.bounds(variant, &next);
                    let same = next.turn() == position.turn();
                    (played, if same { theirs } else { flipped(theirs) })
                })
                .collect()
        };
        // The mover has the best of them.
        let least = moves.iter().map(|(_, bounds)| bounds.least).max();
        let most = moves.iter().map(|(_, bounds)| bounds.most).max();
        if let (Some(least), Some(most)) = (least, most) {
            value = meet(value, Bounds { least, most });
        }
        Some(ExactPosition { value, moves })
    }

    fn bounds(&self, variant: &Variant, position: &Position) -> Bounds {
        if let Some(outcome) = position.outcome(&variant.geometry) {
            return match outcome.winner {
                Some(winner) if winner == position.turn() => exactly(Value::Win),
                Some(_) => exactly(Value::Loss),
                None => exactly(Value::Draw),
            };
        }
        let mut tables = self.sources.iter().filter_map(|source| source.tables());
        if let Some(value) = tables.find_map(|tables| tables.value(position)) {
            return exactly(value);
        }
        let strategies = self.strategies.iter();
        strategies.fold(Bounds::OPEN, |bounds, strategy| {
            meet(bounds, strategy.bounds(position))
        })
    }
}

const fn exactly(value: Value) -> Bounds {
    Bounds {
        least: value,
        most: value,
    }
}

/// What both say.
fn meet(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        least: a.least.max(b.least),
        most: a.most.min(b.most),
    }
}

const fn flipped(bounds: Bounds) -> Bounds {
    Bounds {
        least: bounds.most.flipped(),
        most: bounds.least.flipped(),
    }
}

impl std::fmt::Debug for ExactValues {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExactValues")
            .field("sources", &self.sources)
            .field("strategies", &self.strategies.len())
            .finish_non_exhaustive()
    }
}
