use crate::board::color::Color;
use crate::board::point::Point;
use crate::board::points::{ALL, half_turn};
use crate::board::stones::Board;

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
    pub(crate) chain: Option<CaptureInProgress>,
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
pub(crate) struct CaptureInProgress {
    pub(crate) start: u8,
    pub(crate) at: u8,
    /// Pieces that may not be jumped again along each axis.
    pub(crate) jumped: [u32; 4],
}

impl CaptureInProgress {
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

    pub(crate) const fn is_bare(&self) -> bool {
        self.own == 0 || self.opp == 0
    }

    pub(crate) const fn empty(&self) -> u32 {
        ALL & !(self.own | self.opp)
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
    /// The same stones and state, held as if `turn` were to move and saw them.
    pub(crate) fn with_turn(&self, turn: Color) -> Self {
        if turn == self.turn {
            return *self;
        }
        let mut other = *self;
        other.hold_from_other_side();
        other
    }
}
