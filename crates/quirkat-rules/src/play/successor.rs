//! Which pieces can move, what a whole move makes of a position, and how a position ends a game.

use crate::board::points::{LAST_ROW, looking_at, points};
use crate::play::capture_search::CaptureSearch;
use crate::play::outcome::{Outcome, Reason};
use crate::play::position::Position;
use crate::rules::geometry::{Geometry, KING, MAN};

impl Position {
    /// Whether the side to move has a capture.
    pub fn can_capture(&self, geometry: &Geometry) -> bool {
        self.chain.is_some() || self.capturers(geometry) != 0
    }

    /// How the position ends the game by itself: a side without pieces has lost, else a side to
    /// move without a legal move has lost. Draws need history: see [`crate::Game`].
    pub fn outcome(&self, geometry: &Geometry) -> Option<Outcome> {
        let (winner, reason) = if self.own == 0 {
            (!self.turn, Reason::Bare)
        } else if self.opp == 0 {
            (self.turn, Reason::Bare)
        } else if self.has_move(geometry) {
            return None;
        } else {
            (!self.turn, Reason::Blocked)
        };
        Some(Outcome {
            winner: Some(winner),
            reason,
        })
    }

    /// Pieces that may step in a direction and whose neighbour there is free.
    #[inline]
    pub(crate) fn steppers(&self, geometry: &Geometry, direction: usize) -> u32 {
        let mut from = self.own & !self.kings & geometry.step_from[MAN][direction];
        if geometry.promotion {
            from |= self.own & self.kings & geometry.step_from[KING][direction];
        }
        from &= looking_at(self.empty(), direction, 1);
        if geometry.no_step_back {
            from & !self.bans.in_direction(direction)
        } else {
            from
        }
    }

    /// Own pieces that can begin a capture.
    #[inline]
    pub(crate) fn capturers(&self, geometry: &Geometry) -> u32 {
        let (opp, empty) = (self.opp, self.empty());
        let men = self.own & !self.kings;
        let mut found = 0;
        for direction in 0..8 {
            let target = looking_at(opp, direction, 1) & looking_at(empty, direction, 2);
            found |= men & geometry.first_jump_from[MAN][direction] & target;
        }
        if geometry.promotion && self.own & self.kings != 0 {
            found |= self.capturing_kings(geometry);
        }
        found
    }

    fn has_move(&self, geometry: &Geometry) -> bool {
        self.marks != 0
            || (0..8).any(|direction| self.steppers(geometry, direction) != 0)
            || self.capturers(geometry) != 0
    }

    /// The position after a step; `direction` is the line from `from` to `to`.
    #[inline]
    pub(crate) fn after_step(
        &self,
        geometry: &Geometry,
        from: u8,
        to: u8,
        direction: usize,
    ) -> Self {
        let (from, to) = (1u32 << from, 1u32 << to);
        let mut next = *self;
        let mut marks = 0;
        if geometry.huffing {
            marks = self.capturers(geometry);
            if marks & from != 0 {
                marks ^= from | to;
            }
        }
        next.own ^= from | to;
        next.land(geometry, from, to);
        if geometry.no_step_back {
            next.bans.remove(from);
            let kind = usize::from(next.kings & to != 0);
            let back = (direction + 4) % 8;
            if geometry.step_from[kind][back] & to != 0 {
                next.bans.insert(to, back);
            }
        }
        next.marks = marks;
        next.hold_from_other_side();
        next
    }

    /// The position after a whole capture from `from`, ending on `to`.
    #[inline]
    pub(crate) fn after_capture(&self, geometry: &Geometry, from: u8, to: u8, jumped: u32) -> Self {
        let (from, to) = (1u32 << from, 1u32 << to);
        let mut next = *self;
        next.own = (next.own & !from) | to;
        next.opp &= !jumped;
        next.kings &= !jumped;
        next.land(geometry, from, to);
        next.bans.remove(from | jumped);
        next.marks = 0;
        next.chain = None;
        next.hold_from_other_side();
        next
    }

    /// The position after huffing: the same side is to move.
    pub(crate) fn after_huff(&self, piece: u8) -> Self {
        let piece = 1u32 << piece;
        let mut next = *self;
        next.opp &= !piece;
        next.kings &= !piece;
        next.bans.remove(piece);
        next.marks = 0;
        next
    }

    /// Takes the moving piece's crown along, or crowns it when its move ends on the last row.
    #[inline]
    fn land(&mut self, geometry: &Geometry, from: u32, to: u32) {
        if geometry.promotion {
            if self.kings & from != 0 {
                self.kings = (self.kings & !from) | to;
            } else {
                self.kings |= to & LAST_ROW;
            }
        }
    }

    /// Kings of the side to move that can begin a capture.
    fn capturing_kings(&self, geometry: &Geometry) -> u32 {
        points(self.own & self.kings)
            .filter(|&from| CaptureSearch::begin(geometry, self, from).can_jump(false))
            .fold(0, |set, from| set | 1 << from)
    }
}
