use crate::board::color::Color;
use crate::board::point::Point;
use std::fmt;

/// The longest capture: a short piece's jumps run over a graph in which each (piece, axis) is used
/// at most once; the largest class of points has 16 midpoints, four of them with two axes, and 12
/// pieces stand on at most 12 of these, so at most 4 · 2 + 8 = 16 jumps.
pub const MAX_HOPS: usize = 16;

/// A move of the notation: a step, a whole capture with every landing point, or a huff, in
/// absolute points and packed in one word. Legality is another question:
/// [`Position::after_move`](crate::Position::after_move).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u128);

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// A move along a line without capture: `a2-a3`.
    Step,
    /// A capture: `b2xd4xd2`.
    Capture,
    /// The removal of a piece that failed to capture: `huff c4`.
    Huff,
}

// Bits 0-1 the kind, 2-6 the number of points, then five bits a point.
const POINTS_AT: u32 = 7;

impl Move {
    /// A move from its points: one for a huff, two for a step, two or more for a capture. `None`
    /// for other numbers of points or more than [`MAX_HOPS`] jumps.
    pub fn new(kind: MoveKind, points: &[Point]) -> Option<Self> {
        let fits = match kind {
            MoveKind::Huff => points.len() == 1,
            MoveKind::Step => points.len() == 2,
            MoveKind::Capture => (2..=MAX_HOPS + 1).contains(&points.len()),
        };
        fits.then(|| Self::pack(kind, points.iter().map(|point| point.index())))
    }

    fn pack(kind: MoveKind, points: impl ExactSizeIterator<Item = u8>) -> Self {
        let mut word = kind as u128 | (points.len() as u128) << 2;
        for (i, point) in points.enumerate() {
            word |= u128::from(point) << (POINTS_AT + 5 * i as u32);
        }
        Self(word)
    }

    /// A move of the side to move, from points as that side sees them.
    pub(crate) fn of(turn: Color, kind: MoveKind, path: &[u8]) -> Self {
        Self::pack(
            kind,
            path.iter()
                .map(|&point| Point::at(point).seen_by(turn).index()),
        )
    }

    /// What it does.
    pub const fn kind(self) -> MoveKind {
        match self.0 & 3 {
            0 => MoveKind::Step,
            1 => MoveKind::Capture,
            _ => MoveKind::Huff,
        }
    }

    /// Its points: start and landing points, or the huffed piece.
    pub fn points(self) -> impl ExactSizeIterator<Item = Point> {
        let count = (self.0 >> 2 & 31) as u32;
        (0..count).map(move |i| Point::at((self.0 >> (POINTS_AT + 5 * i) & 31) as u8))
    }

    /// Where it starts (the huffed piece for a huff).
    pub const fn from(self) -> Point {
        Point::at((self.0 >> POINTS_AT & 31) as u8)
    }

    /// The notation for lists separated by spaces, in which a huff is one token: `huff:c4`.
    pub fn token(self) -> String {
        self.to_string().replace(' ', ":")
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.kind() {
            MoveKind::Huff => return write!(f, "huff {}", self.from()),
            MoveKind::Step => "-",
            MoveKind::Capture => "x",
        };
        for (i, point) in self.points().enumerate() {
            if i > 0 {
                f.write_str(mark)?;
            }
            write!(f, "{point}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
