use crate::board::color::Color;
use crate::board::point::Point;
use std::fmt;

/// The stones on the board and nothing else, in absolute points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// Bit `i` is set when White has a piece on the point with index `i`.
    pub white: u32,
    /// The same for Black.
    pub black: u32,
    /// The pieces of both sides that are kings.
    pub kings: u32,
}

impl Board {
    /// The set-up of the game: White on ranks 1, 2 and d3 e3; Black on ranks 5, 4 and a3 b3.
    pub const START: Self = Self {
        white: 0x0000_63ff,
        black: 0x01ff_8c00,
        kings: 0,
    };

    /// The owner of the piece on a point and whether it is a king.
    pub const fn piece(&self, point: Point) -> Option<(Color, bool)> {
        let king = self.kings & point.bit() != 0;
        if self.white & point.bit() != 0 {
            Some((Color::White, king))
        } else if self.black & point.bit() != 0 {
            Some((Color::Black, king))
        } else {
            None
        }
    }

    /// The pieces of one side.
    pub const fn pieces(&self, color: Color) -> u32 {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// Ranks 5 to 1 separated by `/`; `w` `b` men, `W` `B` kings, digits for runs of empty points.
/// With `{:#}` a drawing with lines, file letters and rank digits.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            self.draw(f)
        } else {
            self.write_ranks(f)
        }
    }
}

impl Board {
    fn letter(&self, point: Point) -> Option<char> {
        let (color, king) = self.piece(point)?;
        Some(if king {
            color.letter().to_ascii_uppercase()
        } else {
            color.letter()
        })
    }

    fn write_ranks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..5).rev() {
            let mut empty = 0;
            for file in 0..5 {
                let Some(letter) = self.letter(Point::at(rank * 5 + file)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{letter}")?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..5).rev() {
            write!(f, "{}  ", rank + 1)?;
            for file in 0..5 {
                write!(
                    f,
                    "{}",
                    self.letter(Point::at(rank * 5 + file)).unwrap_or('·')
                )?;
                f.write_str(if file < 4 { "---" } else { "\n" })?;
            }
            if rank > 0 {
                // The lines between ranks 5 and 4 are those between 3 and 2.
                f.write_str(if rank % 2 == 0 {
                    "   | \\ | / | \\ | / |\n"
                } else {
                    "   | / | \\ | / | \\ |\n"
                })?;
            }
        }
        f.write_str("   a   b   c   d   e")
    }
}
