use crate::board::color::Color;
use std::fmt;

/// A point of the board, `a1` to `e5`; index = 5 · (rank − 1) + file, so a1 = 0, b1 = 1, e5 = 24.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// Number of points.
    pub const COUNT: usize = 25;

    /// The point with this index, `None` from 25 on.
    pub const fn new(index: u8) -> Option<Self> {
        if index < 25 { Some(Self(index)) } else { None }
    }

    /// The point of an index known to be below 25.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!(index < 25);
        Self(index)
    }

    /// Reads a file letter and a rank digit, `None` for anything else.
    pub const fn from_ascii(file: u8, rank: u8) -> Option<Self> {
        if matches!(file, b'a'..=b'e') && matches!(rank, b'1'..=b'5') {
            Some(Self((rank - b'1') * 5 + (file - b'a')))
        } else {
            None
        }
    }

    /// 0 (a1) to 24 (e5).
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 0 (file a) to 4 (file e).
    pub const fn file(self) -> u8 {
        self.0 % 5
    }

    /// 0 (rank 1) to 4 (rank 5).
    pub const fn rank(self) -> u8 {
        self.0 / 5
    }

    /// The same point seen by a player: unchanged for White, turned by half a turn for Black.
    /// It is its own inverse.
    pub const fn seen_by(self, player: Color) -> Self {
        match player {
            Color::White => self,
            Color::Black => Self(24 - self.0),
        }
    }

    /// All points from a1 to e5.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..25).map(Self)
    }

    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            char::from(b'a' + self.file()),
            char::from(b'1' + self.rank())
        )
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
