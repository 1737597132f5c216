//! Positions as plain point sets, for code that packs or numbers them.

use crate::board::color::Color;
use crate::board::points::ALL;
use crate::play::position::{Bans, Position};

/// What a position holds, as point sets seen from the side to move (bit `i` is the point with
/// index `i` from its side). For code that indexes or packs positions; see [`Position::raw`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RawPosition {
    /// Pieces of the side to move.
    pub own: u32,
    /// Pieces of its opponent.
    pub opp: u32,
    /// The pieces of both that are kings.
    pub kings: u32,
    /// Pieces of the opponent that may be huffed now.
    pub marks: u32,
    /// Pieces of both that may not step in one direction.
    pub banned: u32,
    /// The number of that [direction](crate::Direction), bit by bit, for the pieces in `banned`.
    pub ban_direction: [u32; 3],
}

impl Position {
    /// The position as point sets, `None` inside a capture. Everything but the colour of the side
    /// to move is in it.
    pub fn raw(&self) -> Option<RawPosition> {
        self.chain.is_none().then_some(RawPosition {
            own: self.own,
            opp: self.opp,
            kings: self.kings,
            marks: self.marks,
            banned: self.bans.set,
            ban_direction: self.bans.directions(),
        })
    }

    /// The position of these sets, `None` when they contradict each other. Whether the rules know
    /// kings, marks and bans is not asked; [`crate::Setup::position`] does.
    pub fn from_raw(raw: &RawPosition, turn: Color) -> Option<Self> {
        let pieces = raw.own | raw.opp;
        let sound = raw.own & raw.opp == 0
            && pieces & !ALL == 0
            && raw.kings & !pieces == 0
            && raw.marks & !raw.opp == 0
            && raw.banned & !pieces == 0
            && raw.ban_direction.iter().all(|set| set & !raw.banned == 0);
        sound.then(|| Self {
            own: raw.own,
            opp: raw.opp,
            kings: raw.kings,
            marks: raw.marks,
            bans: Bans::of(raw.banned, raw.ban_direction),
            chain: None,
            turn,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::geometry::Geometry;
    use crate::rules::switches::Rules;

    #[test]
    fn raw_sets_give_the_position_back() {
        let cases = [
            (Rules::BELL, "2b1w/4b/4w/4w/1ww1w b n:c1d1+c5d5"),
            (Rules::PROMOTION, "5/b3b/B4/3ww/5 w"),
            (Rules::HUFFING, "4w/b4/5/5/5 w h:a4"),
        ];
        for (rules, text) in cases {
            let position = Position::parse(text, &Geometry::new(rules)).unwrap();
            let raw = position.raw().unwrap();
            assert_eq!(Position::from_raw(&raw, position.turn()), Some(position));
        }
    }

    #[test]
    fn sets_that_contradict_each_other_are_no_position() {
        let sound = RawPosition {
            own: 1,
            opp: 2,
            ..RawPosition::default()
        };
        assert!(Position::from_raw(&sound, Color::White).is_some());
        let edits: [fn(&mut RawPosition); 6] = [
            |raw| raw.opp |= 1,
            |raw| raw.own |= 1 << 25,
            |raw| raw.kings = 4,
            |raw| raw.marks = 1,
            |raw| raw.banned = 4,
            |raw| raw.ban_direction[1] = 1,
        ];
        for edit in edits {
            let mut raw = sound;
            edit(&mut raw);
            assert_eq!(Position::from_raw(&raw, Color::White), None);
        }
    }
}
