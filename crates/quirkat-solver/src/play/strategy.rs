use crate::bounds::Bounds;
use crate::certificate::Certificate;
use crate::error::Error;
use crate::key_map::KeyMap;
use crate::packer::Packer;
use crate::value::Value;
use quirkat_rules::{Color, Geometry, Move, Position};

/// The moves of a certificate, to be played. Following it wins every won position and loses no held
/// one. It knows the positions that the certificate lists; where those end in
/// tables, [`crate::Perfect`] goes on.
pub struct Strategy {
    geometry: Geometry,
    packer: Packer,
    wins: KeyMap<u8>,
    holds: KeyMap<u8>,
}

impl Strategy {
    /// The strategies of a certificate, which should have been verified.
    ///
    /// # Errors
    /// When the rules are not those of any search.
    pub fn new(certificate: &Certificate) -> Result<Self, Error> {
        let wins = certificate.wins.iter();
        let holds = certificate.holds.iter();
        let packer = Packer::new(&certificate.rules)?;
        Ok(Self {
            geometry: Geometry::new(certificate.rules),
            packer,
            wins: wins.map(|(key, step)| (*key, step.choice)).collect(),
            holds: holds.map(|hold| (hold.key, hold.choice)).collect(),
        })
    }

    /// The move that the certificate gives the side to move, and the least value that it keeps:
    /// a win, or a draw. `None` where it says nothing, as inside a capture.
    pub fn choose(&self, position: &Position) -> Option<(Value, Move)> {
        if position.is_capturing() {
            return None;
        }
        let seen_as = |color: Color| {
            if position.turn() == color {
                *position
            } else {
                position.color_swapped()
            }
        };
        // In a certificate White attacks and Black defends.
        let win = self.wins.get(&self.packer.pack(&seen_as(Color::White)));
        let hold = self.holds.get(&self.packer.pack(&seen_as(Color::Black)));
        let (least, choice) = match (win, hold) {
            (Some(choice), _) => (Value::Win, *choice),
            (None, Some(choice)) => (Value::Draw, *choice),
            (None, None) => return None,
        };
        let moves = position.moves(&self.geometry);
        moves
            .get(usize::from(choice))
            .map(|(played, _)| (least, *played))
    }

    /// What the certificate proves of a position for its side to move: at least and at most.
    pub fn bounds(&self, position: &Position) -> Bounds {
        if position.is_capturing() {
            return Bounds::OPEN;
        }
        let swapped = position.color_swapped();
        let (white, black) = match position.turn() {
            Color::White => (*position, swapped),
            Color::Black => (swapped, *position),
        };
        let mover = self.packer.pack(&white);
        let opponent = self.packer.pack(&black);
        let mut bounds = Bounds::OPEN;
        if self.wins.contains_key(&mover) {
            bounds.least = Value::Win;
        } else if self.holds.contains_key(&opponent) {
            bounds.least = Value::Draw;
        }
        if self.wins.contains_key(&opponent) {
            bounds.most = Value::Loss;
        } else if self.holds.contains_key(&mover) {
            bounds.most = Value::Draw;
        }
        bounds
    }

    /// Positions of the certificate, each with either side to move as attacker, in no particular
    /// but a fixed order; [`Self::bounds`] tells what is proven of them.
    pub fn positions(&self) -> Vec<Position> {
        let mut keys: Vec<u128> = self.wins.keys().chain(self.holds.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter()
            .filter_map(|key| self.packer.unpack(key))
            .collect()
    }
}
