use crate::bits::{ALL, half_turn};
use crate::direction::looking_at;
use crate::geometry::{KING, LAST_ROW, MAN};
use crate::{Board, Color, Geometry, Outcome, Point, Reason};

/// A playable position: stones, side to move, and the state that the rules add to it (bans on
/// stepping back, pieces that may be huffed, a capture in progress).
///
/// Two positions are equal when nothing that the rules can see tells them apart; this is the
/// equality that repetition counts. History and counters live in [`crate::Game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    // All sets are seen from the side to move, whose men go up.
    pub(crate) own: u32,
    pub(crate) opp: u32,
    pub(crate) kings: u32,
    /// Pieces of the opponent that may be huffed now.
    pub(crate) marks: u32,
    pub(crate) bans: Bans,
    pub(crate) chain: Option<Capturing>,
    pub(crate) turn: Color,
}

/// Steps that pieces of either side may not make, at most one a piece. Bits 0 to 2 of the
/// direction are held as sets, so that "banned in this direction" is three ands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bans {
    pub(crate) set: u32,
    code: [u32; 3],
}

/// A capture in progress. The moving piece stands on `at`; jumped pieces are still on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Capturing {
    pub(crate) start: u8,
    pub(crate) at: u8,
    /// Pieces that may not be jumped again along each axis.
    pub(crate) jumped: [u32; 4],
}

impl Capturing {
    pub(crate) const fn jumped_pieces(&self) -> u32 {
        self.jumped[0] | self.jumped[1] | self.jumped[2] | self.jumped[3]
    }
}

impl Bans {
    /// `directions` must hold nothing outside `set`.
    pub(crate) const fn of(set: u32, directions: [u32; 3]) -> Self {
        Self {
            set,
            code: directions,
        }
    }

    pub(crate) const fn directions(&self) -> [u32; 3] {
        self.code
    }

    #[inline]
    pub(crate) const fn in_direction(&self, direction: usize) -> u32 {
        let mut set = self.set;
        let mut bit = 0;
        while bit < 3 {
            set &= if direction >> bit & 1 == 1 {
                self.code[bit]
            } else {
                !self.code[bit]
            };
            bit += 1;
        }
        set
    }

    pub(crate) fn insert(&mut self, piece: u32, direction: usize) {
        self.remove(piece);
        self.set |= piece;
        for bit in 0..3 {
            if direction >> bit & 1 == 1 {
                self.code[bit] |= piece;
            }
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, pieces: u32) {
        if self.set & pieces != 0 {
            self.set &= !pieces;
            self.code = self.code.map(|code| code & !pieces);
        }
    }

    /// The opposite direction differs in bit 2.
    fn half_turned(&self) -> Self {
        let Self { set, code } = *self;
        Self {
            set: half_turn(set),
            code: [
                half_turn(code[0]),
                half_turn(code[1]),
                half_turn(set & !code[2]),
            ],
        }
    }
}

impl Position {
    /// The start position, White to move.
    pub const START: Self = Self {
        own: Board::START.white,
        opp: Board::START.black,
        kings: 0,
        marks: 0,
        bans: Bans {
            set: 0,
            code: [0; 3],
        },
        chain: None,
        turn: Color::White,
    };

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The stones in absolute points. Inside a capture the jumped pieces are still there and the
    /// moving piece stands where its last jump landed.
    pub const fn board(&self) -> Board {
        match self.turn {
            Color::White => Board {
                white: self.own,
                black: self.opp,
                kings: self.kings,
            },
            Color::Black => Board {
                white: half_turn(self.opp),
                black: half_turn(self.own),
                kings: half_turn(self.kings),
            },
        }
    }

    /// Whether a capture is in progress, so that the next hop continues it.
    pub const fn is_capturing(&self) -> bool {
        self.chain.is_some()
    }

    /// The point of the moving piece while a capture is in progress.
    pub fn capturing_from(&self) -> Option<Point> {
        self.chain
            .map(|chain| Point::at(chain.at).seen_by(self.turn))
    }

    /// Men and kings of the side to move and of its opponent.
    pub const fn counts(&self) -> (u32, u32) {
        (self.own.count_ones(), self.opp.count_ones())
    }

    /// Whether the side to move may huff a piece.
    pub const fn has_huff_marks(&self) -> bool {
        self.marks != 0
    }

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

    pub(crate) const fn is_bare(&self) -> bool {
        self.own == 0 || self.opp == 0
    }

    pub(crate) const fn empty(&self) -> u32 {
        ALL & !(self.own | self.opp)
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

    #[inline]
    pub(crate) fn hold_from_other_side(&mut self) {
        (self.own, self.opp) = (half_turn(self.opp), half_turn(self.own));
        if self.kings != 0 {
            self.kings = half_turn(self.kings);
        }
        if self.marks != 0 {
            self.marks = half_turn(self.marks);
        }
        if self.bans.set != 0 {
            self.bans = self.bans.half_turned();
        }
        self.turn = !self.turn;
    }
}
