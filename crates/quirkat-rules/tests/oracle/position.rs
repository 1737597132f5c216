//! Points, directions, pieces and positions.

use std::collections::{BTreeMap, BTreeSet};

/// A point: file 0..5 for a..e, rank 0..5 for 1..5.
pub type Point = (i32, i32);

/// One point along a line: the change of file and of rank.
pub type Direction = (i32, i32);

pub const ALL_DIRECTIONS: [Direction; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    pub fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }

    /// "White moves up, Black moves down."
    pub fn is_forward_or_sideways(self, direction: Direction) -> bool {
        match self {
            Side::White => direction.1 >= 0,
            Side::Black => direction.1 <= 0,
        }
    }

    /// The row at which this side's men can go no further forward.
    pub fn last_row(self) -> i32 {
        match self {
            Side::White => 4,
            Side::Black => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub side: Side,
    pub king: bool,
    /// Where the piece's own previous move began, if that was a step and the rules forbid going back. "The ban
    /// belongs to the piece", so it is kept here and goes where the piece goes.
    pub ban: Option<Point>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub board: BTreeMap<Point, Piece>,
    pub to_move: Side,
    /// The opponent's pieces that the side to move may huff now.
    pub huffable: BTreeSet<Point>,
}

impl Position {
    pub fn count(&self, side: Side) -> usize {
        self.board
            .values()
            .filter(|piece| piece.side == side)
            .count()
    }
}

pub fn on_board(point: Point) -> bool {
    (0..5).contains(&point.0) && (0..5).contains(&point.1)
}

/// "Neighbours along ranks and files are always joined; diagonals join points whose file index + rank is even" (with
/// file and rank both counted from 0, or both from 1, the parity is the same).
pub fn joined(from: Point, direction: Direction) -> bool {
    let diagonal = direction.0 != 0 && direction.1 != 0;
    on_board(from) && on_board(add(from, direction)) && (!diagonal || (from.0 + from.1) % 2 == 0)
}

pub fn add(point: Point, direction: Direction) -> Point {
    (point.0 + direction.0, point.1 + direction.1)
}

/// A line without its sense: a direction and its opposite are one axis.
pub fn axis(direction: Direction) -> Direction {
    direction.max((-direction.0, -direction.1))
}

/// The name of a point, such as `c3`.
pub fn name(point: Point) -> String {
    let file = ["a", "b", "c", "d", "e"][usize::try_from(point.0).expect("a file on the board")];
    format!("{file}{}", point.1 + 1)
}

/// The point of a name such as `c3`.
pub fn point(name: &str) -> Result<Point, String> {
    for rank in 0..5 {
        for file in 0..5 {
            if self::name((file, rank)) == name {
                return Ok((file, rank));
            }
        }
    }
    Err(format!("`{name}` is not a point"))
}
