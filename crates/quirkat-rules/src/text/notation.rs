//! Strings for positions and moves.

use crate::board::color::Color;
use crate::board::point::Point;
use crate::board::stones::Board;
use crate::play::game::Game;
use crate::play::moves::{Move, MoveKind};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;
use crate::text::setup::{Ban, Part, PositionFault, Setup};
use std::fmt;
use std::str::FromStr;

/// A position string that was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position `{text}`, column {column}: {fault}")]
pub struct PositionError {
    /// The string as given.
    pub text: String,
    /// Where, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: PositionFault,
}

/// A move string that was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move `{text}`, column {column}: expected {expected}")]
pub struct MoveSyntaxError {
    /// The string as given.
    pub text: String,
    /// Where, counted from 1.
    pub column: usize,
    /// What the notation asks for here.
    pub expected: &'static str,
}

const A_POINT: &str = "a point a1 to e5";

impl FromStr for Move {
    type Err = MoveSyntaxError;

    /// Reads `a2-a3`, `b2xd4xd2`, `huff c4`, `huff:c4`. Points need not be on a line: legality is
    /// the position's affair.
    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        let fail = |column: usize, expected| MoveSyntaxError {
            text: text.to_owned(),
            column: column + 1,
            expected,
        };
        let bytes = text.as_bytes();
        let point = |at: usize| match bytes.get(at..at + 2) {
            Some(&[file, rank]) => Point::from_ascii(file, rank).ok_or_else(|| fail(at, A_POINT)),
            _ => Err(fail(at, A_POINT)),
        };
        if text.starts_with("huff") {
            if !matches!(bytes.get(4), Some(b' ' | b':')) {
                return Err(fail(4, "a space or a colon after `huff`"));
            }
            let piece = point(5)?;
            if bytes.len() > 7 {
                return Err(fail(7, "the end"));
            }
            return Ok(Self::new(MoveKind::Huff, &[piece]).expect("one point"));
        }
        let mut points = vec![point(0)?];
        let kind = match bytes.get(2) {
            Some(b'-') => MoveKind::Step,
            Some(b'x') => MoveKind::Capture,
            _ => return Err(fail(2, "`-` or `x`")),
        };
        let mut at = 2;
        while at < bytes.len() {
            let mark = if kind == MoveKind::Step { b'-' } else { b'x' };
            if bytes[at] != mark || (kind == MoveKind::Step && at > 2) {
                return Err(fail(
                    at,
                    if kind == MoveKind::Step {
                        "the end"
                    } else {
                        "`x`"
                    },
                ));
            }
            points.push(point(at + 1)?);
            at += 3;
        }
        Self::new(kind, &points).ok_or_else(|| fail(bytes.len(), "at most 16 jumps"))
    }
}

impl Game {
    /// Plays a move given as text.
    ///
    /// # Errors
    /// Malformed or illegal; the game is unchanged.
    pub fn play_text(
        &mut self,
        text: &str,
    ) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Ok(self.play_move(text.parse()?)?)
    }
}

impl Position {
    /// Reads a position string: `bbbbb/bbbbb/bb1ww/wwwww/wwwww w`, then ` n:b3a3+c2d2` (bans) and
    /// ` h:c4+d3` (huff marks) where the rules have them. Bans on steps that the piece never makes
    /// are dropped: they forbid nothing.
    ///
    /// # Errors
    /// The reason and the column.
    pub fn parse(text: &str, geometry: &Geometry) -> Result<Self, PositionError> {
        let mut reader = Reader {
            text,
            at: 0,
            columns: Columns::default(),
        };
        let fail = |column, fault| PositionError {
            text: text.to_owned(),
            column: column + 1,
            fault,
        };
        let setup = reader.setup().map_err(|fault| fail(reader.at, fault))?;
        setup.check(geometry).map_err(|(part, fault)| {
            let column = match part {
                Part::Board => 0,
                Part::Ban(i) => reader.columns.bans[i],
                Part::Mark(i) => reader.columns.marks[i],
            };
            fail(column, fault)
        })
    }
}

/// The position string: see [`Position::parse`]. One position has one string. With `{:#}` a
/// drawing of the board. A capture in progress shows as the stones stand.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.board(), f)?;
        let setup = Setup::from(self);
        if f.alternate() {
            return write!(f, "\n{} to move", self.turn());
        }
        write!(f, " {}", self.turn().letter())?;
        for (i, ban) in setup.bans.iter().enumerate() {
            write!(
                f,
                "{}{}{}",
                if i == 0 { " n:" } else { "+" },
                ban.piece,
                ban.target
            )?;
        }
        for (i, mark) in setup.marks.iter().enumerate() {
            write!(f, "{}{mark}", if i == 0 { " h:" } else { "+" })?;
        }
        Ok(())
    }
}

/// Reads what the syntax of a position allows; `at` is the byte where reading stands or failed.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    columns: Columns,
}

/// Where each entry of the optional fields begins.
#[derive(Default)]
struct Columns {
    bans: Vec<usize>,
    marks: Vec<usize>,
}

impl Reader<'_> {
    fn setup(&mut self) -> Result<Setup, PositionFault> {
        let board = self.board()?;
        self.expect(b' ', "a space and the side to move")?;
        let turn = match self.peek() {
            Some(b'w') => Color::White,
            Some(b'b') => Color::Black,
            _ => return Err(PositionFault::Expected("the side to move, `w` or `b`")),
        };
        self.at += 1;
        let mut setup = Setup {
            board,
            turn,
            bans: Vec::new(),
            marks: Vec::new(),
        };
        if self.text[self.at..].starts_with(" n:") {
            self.at += 3;
            loop {
                self.columns.bans.push(self.at);
                let piece = self.point()?;
                setup.bans.push(Ban {
                    piece,
                    target: self.point()?,
                });
                if self.peek() != Some(b'+') {
                    break;
                }
                self.at += 1;
            }
        }
        if self.text[self.at..].starts_with(" h:") {
            self.at += 3;
            loop {
                self.columns.marks.push(self.at);
                setup.marks.push(self.point()?);
                if self.peek() != Some(b'+') {
                    break;
                }
                self.at += 1;
            }
        }
        if self.at < self.text.len() {
            return Err(PositionFault::Expected(
                "the end, or one field ` n:` and then one field ` h:`",
            ));
        }
        Ok(setup)
    }

    fn board(&mut self) -> Result<Board, PositionFault> {
        let mut board = Board::default();
        for rank in (0..5usize).rev() {
            let mut file = 0usize;
            let mut run = false;
            loop {
                let bit = 1u32.checked_shl((rank * 5 + file) as u32).unwrap_or(0);
                let Some(byte) = self.peek() else { break };
                match byte {
                    b'w' | b'W' if file < 5 => board.white |= bit,
                    b'b' | b'B' if file < 5 => board.black |= bit,
                    b'1'..=b'5' if !run => {}
                    b'1'..=b'5' => {
                        return Err(PositionFault::Expected(
                            "one digit for a run of empty points",
                        ));
                    }
                    b'/' | b' ' => break,
                    b'w' | b'b' | b'W' | b'B' => {
                        return Err(PositionFault::RankLength {
                            rank: rank + 1,
                            points: file + 1,
                        });
                    }
                    _ => {
                        return Err(PositionFault::Expected(
                            "`w`, `b`, `W`, `B`, a digit 1 to 5, `/` or a space",
                        ));
                    }
                }
                if matches!(byte, b'W' | b'B') {
                    board.kings |= bit;
                }
                run = byte.is_ascii_digit();
                file += if run { usize::from(byte - b'0') } else { 1 };
                self.at += 1;
            }
            if file != 5 {
                return Err(PositionFault::RankLength {
                    rank: rank + 1,
                    points: file,
                });
            }
            if rank > 0 {
                self.expect(b'/', "`/` and the next rank")?;
            }
        }
        Ok(board)
    }

    fn point(&mut self) -> Result<Point, PositionFault> {
        let point = match self.text.as_bytes().get(self.at..self.at + 2) {
            Some(&[file, rank]) => Point::from_ascii(file, rank),
            _ => None,
        };
        let point = point.ok_or(PositionFault::Expected(A_POINT))?;
        self.at += 2;
        Ok(point)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), PositionFault> {
        if self.peek() != Some(byte) {
            return Err(PositionFault::Expected(what));
        }
        self.at += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::switches::Rules;

    fn refused(rules: Rules, text: &str) -> String {
        Position::parse(text, &Geometry::new(rules))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn the_start_position_reads_and_prints_as_documented() {
        let geometry = Geometry::new(Rules::STANDARD);
        let text = "bbbbb/bbbbb/bb1ww/wwwww/wwwww w";
        assert_eq!(Position::parse(text, &geometry).unwrap(), Position::START);
        assert_eq!(Position::START.to_string(), text);
    }

    #[test]
    fn malformed_positions_are_refused_with_reason_and_column() {
        let standard = [
            ("bbbbb/bbbbb/bb1ww/wwwww/wwwww", 30, "side to move"),
            ("bbbbb/bbbbb/bb1ww/wwwww/wwwww x", 31, "`w` or `b`"),
            ("bbbb/bbbbb/bb1ww/wwwww/wwwww w", 5, "rank 5 has 4 points"),
            ("bbbbbb/bbbbb/bb1ww/wwwww/wwwww w", 6, "rank 5 has 6 points"),
            ("bbbb2/bbbbb/bb1ww/wwwww/wwwww w", 6, "rank 5 has 6 points"),
            ("b11bb/5/5/5/wwwww w", 3, "one digit"),
            ("bxbbb/5/5/5/wwwww w", 2, "a digit"),
            ("5/5/5/5/5 w", 1, "no pieces"),
            ("bbbbb/bbbbb/bbb1w/5/5 w", 1, "13 men"),
            ("4W/b4/5/5/5 w", 1, "no promotion"),
            ("4w/b4/5/5/5 w n:e5d5", 17, "do not ban"),
            ("4w/b4/5/5/5 w h:a4", 17, "no huffing"),
            ("4w/b4/5/5/5 w ", 14, "the end"),
            ("4w/b4/5/5 w", 10, "`/`"),
            ("é", 1, "a digit"),
            ("", 1, "rank 5 has 0 points"),
        ];
        for (text, column, part) in standard {
            let error = refused(Rules::STANDARD, text);
            assert!(
                error.contains(&format!("column {column}:")) && error.contains(part),
                "{text}: {error}"
            );
        }
        let bell = [
            ("4w/b4/5/5/w4 w n:a1", 20, "a point"),
            ("4w/b4/5/5/w4 w n:a1c1", 18, "not one step"),
            ("4w/b4/5/5/w4 w n:c3c4", 18, "no piece on c3"),
            ("4w/b4/5/5/1w3 w n:b1a1+b1c1", 24, "second entry"),
        ];
        for (text, column, part) in bell {
            let error = refused(Rules::BELL, text);
            assert!(
                error.contains(&format!("column {column}:")) && error.contains(part),
                "{text}: {error}"
            );
        }
        let huffing = [
            ("4w/b4/5/5/5 w h:e5", 17, "belongs to the side to move"),
            ("4w/b4/5/5/5 w h:a4+a4", 20, "second"),
        ];
        for (text, column, part) in huffing {
            let error = refused(Rules::HUFFING, text);
            assert!(
                error.contains(&format!("column {column}:")) && error.contains(part),
                "{text}: {error}"
            );
        }
    }

    #[test]
    fn entries_in_any_order_print_in_ascii_order_without_those_that_forbid_nothing() {
        let geometry = Geometry::new(Rules::BELL);
        let position = Position::parse("4b/5/5/1w1ww/5 b n:d2c2+e2e1+b2a2", &geometry).unwrap();
        assert_eq!(position.to_string(), "4b/5/5/1w1ww/5 b n:b2a2+d2c2");
    }

    #[test]
    fn moves_read_back_as_they_print_and_both_spellings_of_a_huff_are_read() {
        for text in ["a2-a3", "b2xd4xd2", "huff c4", "a1-c3", "c1xe3xe1xc3"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        let huff: Move = "huff:c4".parse().unwrap();
        assert_eq!(huff, "huff c4".parse().unwrap());
        assert_eq!(huff.token(), "huff:c4");
    }

    #[test]
    fn malformed_moves_are_refused_with_the_column() {
        let long = format!("a1{}", "xa3xa1".repeat(9));
        let cases = [
            ("", 1),
            ("a", 1),
            ("a6-a1", 1),
            ("a1", 3),
            ("a1-", 4),
            ("a1-a2-a3", 6),
            ("a1xc3-e5", 6),
            ("a1xc", 4),
            ("huff", 5),
            ("huff c", 6),
            ("huff c4x", 8),
            ("a1×c3", 3),
            (&long, long.len() + 1),
        ];
        for (text, column) in cases {
            assert_eq!(text.parse::<Move>().unwrap_err().column, column, "{text}");
        }
    }
}
