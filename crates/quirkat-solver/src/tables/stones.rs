use quirkat_rules::{Color, Position, RawPosition, points};

/// Stones seen from the side to move: a position without bans and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stones {
    pub(crate) own: u32,
    pub(crate) opp: u32,
    pub(crate) kings: u32,
}

impl Stones {
    pub(crate) const fn of(raw: &RawPosition) -> Self {
        Self {
            own: raw.own,
            opp: raw.opp,
            kings: raw.kings,
        }
    }

    pub(crate) fn position(&self) -> Position {
        let raw = RawPosition {
            own: self.own,
            opp: self.opp,
            kings: self.kings,
            ..RawPosition::default()
        };
        Position::from_raw(&raw, Color::White).expect("disjoint sets")
    }

    #[inline]
    pub(crate) fn mirrored(&self) -> Self {
        Self {
            own: points::mirror_files(self.own),
            opp: points::mirror_files(self.opp),
            kings: points::mirror_files(self.kings),
        }
    }
}

/// The stones after the piece on `piece` was huffed; the same side is to move.
pub(crate) const fn huffed(stones: &Stones, piece: u8) -> Stones {
    Stones {
        own: stones.own,
        opp: stones.opp & !(1 << piece),
        kings: stones.kings & !(1 << piece),
    }
}
