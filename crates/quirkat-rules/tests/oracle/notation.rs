//! Position strings.

use std::collections::{BTreeMap, BTreeSet};

use super::moving::may_step;
use super::position::{
    ALL_DIRECTIONS, Piece, Point, Position, Side, add, joined, name, on_board, point,
};
use super::{OraclePromotion, OracleRules};

/// Writes the one string of a position.
pub fn write(rules: &OracleRules, position: &Position) -> String {
    // "Ranks 5 to 1 separated by `/`; men, kings, digits for runs of empty points."
    let mut rows = Vec::new();
    for rank in (0..5).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..5 {
            let Some(piece) = position.board.get(&(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            let letter = piece.side.letter();
            row.push(if piece.king {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        rows.push(row);
    }
    let mut text = format!("{} {}", rows.join("/"), position.to_move.letter());

    // "` n:b3a3+c2d2` (the piece on b3 may not step to a3)"; "entries in ASCII order, none that forbid nothing".
    let bans: BTreeSet<String> = position
        .board
        .iter()
        .filter_map(|(from, piece)| {
            let to = piece.ban?;
            forbids_something(rules, *piece, *from, to).then(|| name(*from) + &name(to))
        })
        .collect();
    text += &field(" n:", bans);
    // "` h:c4+d3` (pieces that may be huffed now)".
    text += &field(
        " h:",
        position.huffable.iter().map(|point| name(*point)).collect(),
    );
    text
}

fn field(mark: &str, entries: BTreeSet<String>) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let entries: Vec<String> = entries.into_iter().collect();
    format!("{mark}{}", entries.join("+"))
}

/// "An entry is written when the target is one point away along a line in a direction in which that piece may step,
/// whether or not the target is free now."
fn forbids_something(rules: &OracleRules, piece: Piece, from: Point, to: Point) -> bool {
    ALL_DIRECTIONS.into_iter().any(|direction| {
        joined(from, direction)
            && add(from, direction) == to
            && may_step(rules, piece, from, direction)
    })
}

/// Reads a position string, or gives the reason why it is refused.
pub fn read(rules: &OracleRules, text: &str) -> Result<Position, String> {
    let mut parts = text.split(' ');
    let mut position = Position {
        board: read_board(rules, parts.next().unwrap_or(""))?,
        to_move: match parts.next() {
            Some("w") => Side::White,
            Some("b") => Side::Black,
            _ => return Err("the side to move is missing".to_owned()),
        },
        huffable: BTreeSet::new(),
    };
    for side in [Side::White, Side::Black] {
        if position.count(side) > 12 {
            return Err("more than 12 men and kings a side".to_owned());
        }
    }
    let mut part = parts.next();
    if let Some(bans) = part.and_then(|field| field.strip_prefix("n:")) {
        read_bans(rules, &mut position, bans)?;
        part = parts.next();
    }
    if let Some(marks) = part.and_then(|field| field.strip_prefix("h:")) {
        read_huff_marks(rules, &mut position, marks)?;
        part = parts.next();
    }
    match part {
        None => Ok(position),
        Some(rest) => Err(format!("`{rest}` is not a field that can stand here")),
    }
}

fn read_board(rules: &OracleRules, text: &str) -> Result<BTreeMap<Point, Piece>, String> {
    let mut board = BTreeMap::new();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 5 {
        return Err("a board has five ranks".to_owned());
    }
    for (rank, row) in [4, 3, 2, 1, 0].into_iter().zip(rows) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(run) = letter.to_digit(6).filter(|run| *run > 0) {
                file += i32::try_from(run).expect("a digit");
                continue;
            }
            let side = match letter {
                'w' | 'W' => Side::White,
                'b' | 'B' => Side::Black,
                _ => {
                    return Err(format!(
                        "`{letter}` is neither a piece nor a number of empty points"
                    ));
                }
            };
            let king = letter.is_ascii_uppercase();
            if king && rules.promotion == OraclePromotion::None {
                return Err("kings where promotion is none".to_owned());
            }
            if !on_board((file, rank)) {
                return Err(format!("the rank `{row}` is too long"));
            }
            board.insert(
                (file, rank),
                Piece {
                    side,
                    king,
                    ban: None,
                },
            );
            file += 1;
        }
        if file != 5 {
            return Err(format!("the rank `{row}` has not five points"));
        }
    }
    Ok(board)
}

/// Reads ` n:` entries. One that forbids nothing is read and, as such, has no effect and is not written again.
fn read_bans(rules: &OracleRules, position: &mut Position, text: &str) -> Result<(), String> {
    if !rules.no_step_back {
        return Err("the rules have no field `n:`".to_owned());
    }
    for entry in text.split('+') {
        let (from, to) = entry
            .split_at_checked(2)
            .ok_or_else(|| format!("`{entry}` is not two points"))?;
        let (from, to) = (point(from)?, point(to)?);
        let piece = position
            .board
            .get_mut(&from)
            .ok_or_else(|| format!("`{entry}` is on an empty point"))?;
        if piece.ban.is_some() {
            return Err(format!("`{entry}` is a second ban of one piece"));
        }
        piece.ban = Some(to);
    }
    Ok(())
}

fn read_huff_marks(rules: &OracleRules, position: &mut Position, text: &str) -> Result<(), String> {
    if !rules.huffing {
        return Err("the rules have no field `h:`".to_owned());
    }
    for entry in text.split('+') {
        let at = point(entry)?;
        match position.board.get(&at) {
            None => return Err(format!("`{entry}` is on an empty point")),
            Some(piece) if piece.side == position.to_move => {
                return Err(format!("`{entry}` is a piece of the wrong side"));
            }
            Some(_) => position.huffable.insert(at),
        };
    }
    Ok(())
}
