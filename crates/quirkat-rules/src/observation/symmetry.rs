//! The two symmetries of the rules: mirroring files, and half turn + colour swap.

use crate::board::direction::Direction;
use crate::board::point::Point;
use crate::board::points::mirror_files;
use crate::play::action::{Action, Hop};
use crate::play::position::{Bans, Position};

impl Point {
    /// The point on the mirrored file of the same rank.
    pub const fn mirrored(self) -> Self {
        Self::at(self.index() - self.file() + 4 - self.file())
    }
}

impl Action {
    /// The same action on the board with its files mirrored.
    pub fn mirrored(self) -> Self {
        match self.hop() {
            Hop::Go(from, to) => Self::pair(from.mirrored().index(), to.mirrored().index()),
            Hop::Huff(point) => Self::huff(point.mirrored()),
            Hop::Stop => self,
        }
    }
}

impl Position {
    /// The board turned by half a turn with colours swapped, the other side to move. Because a
    /// position is held from the side to move, nothing changes but the colour of that side.
    pub fn color_swapped(&self) -> Self {
        Self {
            turn: !self.turn,
            ..*self
        }
    }

    /// The same stones with the other side to move and no capture in progress. Bans stay, huff
    /// marks lapse.
    pub fn other_to_move(&self) -> Self {
        let mut other = Self {
            chain: None,
            marks: 0,
            ..*self
        };
        other.hold_from_other_side();
        other
    }

    /// The position with files mirrored. (The start position is not its own mirror image.)
    pub fn mirrored(&self) -> Self {
        let mut bans = Bans::default();
        for direction in Direction::ALL {
            for piece in crate::board::points::points(self.bans.in_direction(direction as usize)) {
                bans.insert(
                    Point::at(piece).mirrored().bit(),
                    direction.mirrored() as usize,
                );
            }
        }
        let chain = self.chain.map(|mut chain| {
            chain.start = Point::at(chain.start).mirrored().index();
            chain.at = Point::at(chain.at).mirrored().index();
            // The two diagonal axes change places.
            let [up, rising, across, falling] = chain.jumped.map(mirror_files);
            chain.jumped = [up, falling, across, rising];
            chain
        });
        Self {
            own: mirror_files(self.own),
            opp: mirror_files(self.opp),
            kings: mirror_files(self.kings),
            marks: mirror_files(self.marks),
            bans,
            chain,
            turn: self.turn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::color::Color;

    #[test]
    fn mirroring_an_action_twice_gives_it_back() {
        for id in 0..290 {
            let action = Action::new(id).unwrap();
            assert_eq!(action.mirrored().mirrored(), action);
        }
    }

    #[test]
    fn the_start_position_is_its_own_colour_swapped_half_turn_but_not_its_mirror_image() {
        let swapped = Position::START.color_swapped();
        assert_eq!(swapped.board(), Position::START.board());
        assert_eq!(swapped.turn(), Color::Black);
        assert_ne!(Position::START.mirrored().board(), Position::START.board());
    }
}
