/// One of the eight directions, seen from the side to move (its own men move up).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Straight forward.
    Up = 0,
    /// Forward and to higher files.
    UpRight = 1,
    /// To higher files.
    Right = 2,
    /// Backward and to higher files.
    DownRight = 3,
    /// Straight backward.
    Down = 4,
    /// Backward and to lower files.
    DownLeft = 5,
    /// To lower files.
    Left = 6,
    /// Forward and to lower files.
    UpLeft = 7,
}

impl Direction {
    /// All eight, clockwise from straight forward.
    pub const ALL: [Self; 8] = [
        Self::Up,
        Self::UpRight,
        Self::Right,
        Self::DownRight,
        Self::Down,
        Self::DownLeft,
        Self::Left,
        Self::UpLeft,
    ];

    /// Forward or sideways: the directions of a man's ordinary step.
    pub const fn is_forward_or_sideways(self) -> bool {
        !matches!(self, Self::DownRight | Self::Down | Self::DownLeft)
    }

    /// The same direction on the mirrored board.
    pub const fn mirrored(self) -> Self {
        Self::ALL[(8 - self as usize) % 8]
    }

    /// The other way along the same axis.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// The line's axis, 0 to 3: vertical, rising diagonal, horizontal, falling diagonal.
    pub const fn axis(self) -> usize {
        self as usize % 4
    }
}
