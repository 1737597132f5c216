use crate::key_map::KeyMap;
use crate::packer::Packer;
use crate::probe::terminal::winner_now;
use crate::value::Value;
use quirkat_rules::{Geometry, Position};

/// Values by looking ahead to the end of the game, for rules under which play always ends
/// ([`crate::scope::is_acyclic`]): there are no draws. Remembers every position that it decided.
pub(crate) struct LookAhead {
    packer: Packer,
    mover_wins: KeyMap<bool>,
}

impl LookAhead {
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

    /// The value for the side to move, `None` when that takes more than `limit` positions.
    pub(crate) fn value(
        &mut self,
        geometry: &Geometry,
        position: &Position,
        limit: usize,
    ) -> Option<Value> {
        Some(if self.wins(geometry, position, limit)? {
            Value::Win
        } else {
            Value::Loss
        })
    }

    fn wins(&mut self, geometry: &Geometry, position: &Position, limit: usize) -> Option<bool> {
        // The colour of the side to move does not matter: it is left out of the key.
        let key = self.packer.pack(position) >> 1;
        if let Some(&known) = self.mover_wins.get(&key) {
            return Some(known);
        }
        if let Some(winner) = winner_now(geometry, position) {
            return Some(winner == position.turn());
        }
        if self.mover_wins.len() >= limit {
            return None;
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
        Some(found)
    }
}
