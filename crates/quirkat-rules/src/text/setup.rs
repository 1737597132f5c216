use crate::board::color::Color;
use crate::board::lines::between;
use crate::board::point::Point;
use crate::board::stones::Board;
use crate::play::position::{Bans, Position};
use crate::rules::geometry::{Geometry, KING};

/// Anything that a position string can say, in absolute points, playable or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The stones.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// Steps that are forbidden because they lead back.
    pub bans: Vec<Ban>,
    /// Pieces that may be huffed now.
    pub marks: Vec<Point>,
}

/// "The piece on `piece` may not step to `target`."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ban {
    /// Where the piece stands.
    pub piece: Point,
    /// One point away along a line, where its previous move began.
    pub target: Point,
}

/// What can be wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    /// The syntax asks for something else here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A rank has more or fewer than five points.
    #[error("rank {rank} has {points} points, not 5")]
    RankLength {
        /// 1 to 5.
        rank: usize,
        /// As given.
        points: usize,
    },
    /// A side starts with 12 pieces and gains none.
    #[error("{color} has {count} men and kings, more than 12")]
    TooMany {
        /// Whose.
        color: Color,
        /// How many.
        count: u32,
    },
    /// The board is empty.
    #[error("there are no pieces")]
    NoPieces,
    /// Kings under promotion = "none".
    #[error("kings, but the rules have no promotion")]
    NoKings,
    /// `n:` without no-step-back.
    #[error("field `n:`, but the rules do not ban stepping back")]
    NoBans,
    /// `h:` without huffing.
    #[error("field `h:`, but the rules have no huffing")]
    NoMarks,
    /// An entry about an empty point.
    #[error("there is no piece on {0}")]
    Empty(Point),
    /// A huff mark on a piece of the side to move.
    #[error("the piece on {0} belongs to the side to move, which cannot huff it")]
    OwnPiece(Point),
    /// A ban whose points are not neighbours on a line.
    #[error("{b} is not one step along a line from {a}", a = .0.piece, b = .0.target)]
    NotOneStep(Ban),
    /// Two entries about one piece.
    #[error("a second entry for {0}")]
    Twice(Point),
}

/// The part of a set-up that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Board,
    Ban(usize),
    Mark(usize),
}

impl Setup {
    /// The playable position of this set-up.
    ///
    /// # Errors
    /// The first thing that the rules do not allow.
    pub fn position(&self, geometry: &Geometry) -> Result<Position, PositionFault> {
        self.check(geometry).map_err(|(_, fault)| fault)
    }

    pub(crate) fn check(&self, geometry: &Geometry) -> Result<Position, (Part, PositionFault)> {
        let board = &self.board;
        for color in [Color::White, Color::Black] {
            let count = board.pieces(color).count_ones();
            if count > 12 {
                return Err((Part::Board, PositionFault::TooMany { color, count }));
            }
        }
        if board.white | board.black == 0 {
            return Err((Part::Board, PositionFault::NoPieces));
        }
        if board.kings != 0 && !geometry.promotion {
            return Err((Part::Board, PositionFault::NoKings));
        }
        let mut white = Position {
            own: board.white,
            opp: board.black,
            kings: board.kings,
            marks: 0,
            bans: Bans::default(),
            chain: None,
            turn: Color::White,
        };
        let mut banned = 0;
        for (i, ban) in self.bans.iter().enumerate() {
            let direction = self
                .check_ban(geometry, *ban)
                .map_err(|fault| (Part::Ban(i), fault))?;
            if banned & ban.piece.bit() != 0 {
                return Err((Part::Ban(i), PositionFault::Twice(ban.piece)));
            }
            banned |= ban.piece.bit();
            if let Some(direction) = direction {
                white.bans.insert(ban.piece.bit(), direction);
            }
        }
        for (i, &mark) in self.marks.iter().enumerate() {
            self.check_mark(geometry, mark)
                .map_err(|fault| (Part::Mark(i), fault))?;
            if white.marks & mark.bit() != 0 {
                return Err((Part::Mark(i), PositionFault::Twice(mark)));
            }
            white.marks |= mark.bit();
        }
        Ok(white.with_turn(self.turn))
    }

    /// The direction of the ban as White sees it, `None` when the piece never steps there.
    fn check_ban(&self, geometry: &Geometry, ban: Ban) -> Result<Option<usize>, PositionFault> {
        if !geometry.no_step_back {
            return Err(PositionFault::NoBans);
        }
        let Some((color, king)) = self.board.piece(ban.piece) else {
            return Err(PositionFault::Empty(ban.piece));
        };
        let Some((direction, 1)) = between(ban.piece.index(), ban.target.index()) else {
            return Err(PositionFault::NotOneStep(ban));
        };
        let (seen, along) = match color {
            Color::White => (ban.piece, direction),
            Color::Black => (ban.piece.seen_by(Color::Black), (direction + 4) % 8),
        };
        let kind = if king { KING } else { 0 };
        let steps_there = geometry.step_from[kind][along] & seen.bit() != 0;
        Ok(steps_there.then_some(direction))
    }

    fn check_mark(&self, geometry: &Geometry, mark: Point) -> Result<(), PositionFault> {
        if !geometry.huffing {
            return Err(PositionFault::NoMarks);
        }
        match self.board.piece(mark) {
            None => Err(PositionFault::Empty(mark)),
            Some((color, _)) if color == self.turn => Err(PositionFault::OwnPiece(mark)),
            Some(_) => Ok(()),
        }
    }
}

impl From<&Position> for Setup {
    /// A capture in progress is shown as it stands.
    fn from(position: &Position) -> Self {
        let white = position.with_turn(Color::White);
        let mut bans = Vec::new();
        for direction in 0..8 {
            for piece in crate::board::points::points(white.bans.in_direction(direction)) {
                let target = (piece as i8 + crate::board::points::OFFSET[direction]) as u8;
                bans.push(Ban {
                    piece: Point::at(piece),
                    target: Point::at(target),
                });
            }
        }
        bans.sort_unstable_by_key(|ban| (ban.piece.to_string(), ban.target.to_string()));
        let mut marks: Vec<Point> = crate::board::points::points(white.marks)
            .map(Point::at)
            .collect();
        marks.sort_unstable_by_key(std::string::ToString::to_string);
        Self {
            board: position.board(),
            turn: position.turn,
            bans,
            marks,
        }
    }
}
