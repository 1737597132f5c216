//! Which moves are legal, and what they do.

use std::collections::BTreeSet;
use std::fmt;

use super::position::{
    ALL_DIRECTIONS, Direction, Piece, Point, Position, Side, add, axis, joined, name, on_board,
};
use super::{OraclePromotion, OracleRules};

/// One move of the notation.
#[derive(Clone, Debug)]
pub enum Move {
    Step {
        from: Point,
        to: Point,
    },
    Capture {
        path: Vec<Point>,
        taken: BTreeSet<Point>,
    },
    Huff(Point),
}

/// "Moves: `a2-a3`; captures chain every landing point: `b2xd4xd2`; `huff c4`."
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Step { from, to } => write!(f, "{}-{}", name(*from), name(*to)),
            Move::Capture { path, .. } => {
                let names: Vec<String> = path.iter().map(|point| name(*point)).collect();
                f.write_str(&names.join("x"))
            }
            Move::Huff(point) => write!(f, "huff {}", name(*point)),
        }
    }
}

/// "A side with no pieces has lost at once"; "no legal move: loss". The winner and the reason.
pub fn winner(rules: &OracleRules, position: &Position) -> Option<(Side, &'static str)> {
    let mover = position.to_move;
    if position.count(mover) == 0 {
        Some((mover.other(), "bare"))
    } else if position.count(mover.other()) == 0 {
        Some((mover, "bare"))
    } else if legal_moves(rules, position).is_empty() {
        Some((mover.other(), "blocked"))
    } else {
        None
    }
}

/// Every legal move of the side to move, in no particular order.
pub fn legal_moves(rules: &OracleRules, position: &Position) -> Vec<Move> {
    if position.count(Side::White) == 0 || position.count(Side::Black) == 0 {
        return Vec::new();
    }
    let mut list = all_captures(rules, position);
    // "Capture compulsory": a step is legal only where there is no capture, or where captures are optional.
    if list.is_empty() || !rules.compulsory {
        list.extend(all_steps(rules, position));
    }
    // "The opponent may, as a separate action that keeps his turn, remove one piece that could have captured."
    list.extend(position.huffable.iter().map(|point| Move::Huff(*point)));
    list
}

/// The position after a legal move.
pub fn play(rules: &OracleRules, position: &Position, m: &Move) -> Position {
    let mut next = position.clone();
    // "At most one huff a turn; the right lapses after the turn."
    next.huffable.clear();
    match m {
        Move::Huff(point) => {
            next.board.remove(point).expect("a piece to huff");
        }
        Move::Step { from, to } => {
            let mut piece = next.board.remove(from).expect("a piece to move");
            piece.ban = rules.no_step_back.then_some(*from);
            next.board.insert(*to, promoted(rules, piece, *to));
            if rules.huffing {
                // "The stepping piece is named at its new point."
                next.huffable = pieces_that_can_capture(rules, position)
                    .into_iter()
                    .map(|point| if point == *from { *to } else { point })
                    .collect();
            }
            next.to_move = position.to_move.other();
        }
        Move::Capture { path, taken } => {
            let end = path[path.len() - 1];
            let mut piece = next.board.remove(&path[0]).expect("a piece to move");
            for point in taken {
                next.board.remove(point).expect("a piece to capture");
            }
            // "After a capture the piece has no ban."
            piece.ban = None;
            next.board.insert(end, promoted(rules, piece, end));
            next.to_move = position.to_move.other();
        }
    }
    next
}

/// "A man promotes only when its move ENDS on the last row."
fn promoted(rules: &OracleRules, piece: Piece, end: Point) -> Piece {
    let promotes = rules.promotion != OraclePromotion::None && end.1 == piece.side.last_row();
    Piece {
        king: piece.king || promotes,
        ..piece
    }
}

fn points_of_mover(position: &Position) -> Vec<Point> {
    position
        .board
        .iter()
        .filter(|(_, piece)| piece.side == position.to_move)
        .map(|(point, _)| *point)
        .collect()
}

fn flies(rules: &OracleRules, piece: Piece) -> bool {
    piece.king && rules.promotion == OraclePromotion::Flying
}

/// The directions in which a piece may step at all: "step directions (men)", "a man on its last row cannot step", and
/// "a king steps and jumps in all directions".
pub fn may_step(rules: &OracleRules, piece: Piece, at: Point, direction: Direction) -> bool {
    if piece.king {
        return true;
    }
    if at.1 == piece.side.last_row() && !rules.last_row_step {
        return false;
    }
    rules.step_all || piece.side.is_forward_or_sideways(direction)
}

fn all_steps(rules: &OracleRules, position: &Position) -> Vec<Move> {
    let mut list = Vec::new();
    for from in points_of_mover(position) {
        let piece = position.board[&from];
        for direction in ALL_DIRECTIONS {
            if !may_step(rules, piece, from, direction) {
                continue;
            }
            // "A short king one point, a flying king any distance along free points."
            let mut here = from;
            while joined(here, direction) && !position.board.contains_key(&add(here, direction)) {
                here = add(here, direction);
                // "A piece may not step back to where its own previous move began."
                if piece.ban != Some(here) {
                    list.push(Move::Step { from, to: here });
                }
                if !flies(rules, piece) {
                    break;
                }
            }
        }
    }
    list
}

/// Every capture of the side to move; under the majority rule only those that take the most pieces ("counts captured
/// pieces", and a piece jumped twice is one piece).
fn all_captures(rules: &OracleRules, position: &Position) -> Vec<Move> {
    let mut list = Vec::new();
    for from in points_of_mover(position) {
        list.extend(captures_from(rules, position, from));
    }
    if rules.majority {
        let most = list.iter().map(number_taken).max().unwrap_or(0);
        list.retain(|m| number_taken(m) == most);
    }
    list
}

fn number_taken(m: &Move) -> usize {
    match m {
        Move::Capture { taken, .. } => taken.len(),
        Move::Step { .. } | Move::Huff(_) => 0,
    }
}

/// "Pieces that could have captured."
fn pieces_that_can_capture(rules: &OracleRules, position: &Position) -> BTreeSet<Point> {
    points_of_mover(position)
        .into_iter()
        .filter(|from| !captures_from(rules, position, *from).is_empty())
        .collect()
}

/// Every capture of one piece, each landing path a move of its own.
fn captures_from(rules: &OracleRules, position: &Position, from: Point) -> Vec<Move> {
    // The mover is off the board while it captures, so that its start point is free; "jumped pieces stay on the board
    // until the move ends".
    let mut lifted = position.clone();
    let mover = lifted.board.remove(&from).expect("a piece to move");
    let chain = Chain {
        path: vec![from],
        jumped: Vec::new(),
    };
    let mut list = Vec::new();
    extend_chain(rules, &lifted, mover, &chain, &mut list);
    list
}

/// A capture in progress: the start and every landing point, and every piece jumped with the axis of its jump.
#[derive(Clone, Debug)]
struct Chain {
    path: Vec<Point>,
    jumped: Vec<(Point, Direction)>,
}

/// Adds to the list every capture that begins with the chain.
fn extend_chain(
    rules: &OracleRules,
    lifted: &Position,
    mover: Piece,
    chain: &Chain,
    list: &mut Vec<Move>,
) {
    let longer = longer_chains(rules, lifted, mover, chain);
    // "Multi-jump must continue": a chain ends where no further jump is possible, or anywhere if it need not continue.
    let may_stop = longer.is_empty() || !rules.must_continue;
    if may_stop && !chain.jumped.is_empty() {
        let taken = chain.jumped.iter().map(|(point, _)| *point).collect();
        list.push(Move::Capture {
            path: chain.path.clone(),
            taken,
        });
    }
    for next in longer {
        extend_chain(rules, lifted, mover, &next, list);
    }
}

/// The chain with each possible jump added to it.
fn longer_chains(
    rules: &OracleRules,
    lifted: &Position,
    mover: Piece,
    chain: &Chain,
) -> Vec<Chain> {
    let start = chain.path[0];
    let here = chain.path[chain.path.len() - 1];
    let mut list = Vec::new();
    for direction in ALL_DIRECTIONS {
        if !may_jump(rules, mover, chain.jumped.is_empty(), direction) {
            continue;
        }
        let Some(victim) = victim(rules, lifted, mover, here, direction) else {
            continue;
        };
        if !may_be_jumped(rules, chain, victim, direction) {
            continue;
        }
        for landing in landings(rules, lifted, mover, victim, direction) {
            // "Capture may land on its own start point."
            if landing == start && !rules.land_on_start {
                continue;
            }
            let mut next = chain.clone();
            next.path.push(landing);
            next.jumped.push((victim, axis(direction)));
            list.push(next);
        }
    }
    list
}

/// "First jump directions (men)", "later jump directions"; "a king steps and jumps in all directions". A man "never
/// becomes king in mid-capture".
fn may_jump(rules: &OracleRules, mover: Piece, first: bool, direction: Direction) -> bool {
    let all = if first {
        rules.first_jump_all
    } else {
        rules.later_jump_all
    };
    mover.king || all || mover.side.is_forward_or_sideways(direction)
}

/// The enemy piece that stands in the way: on the next point, or, for a flying king, beyond any number of free points.
fn victim(
    rules: &OracleRules,
    lifted: &Position,
    mover: Piece,
    here: Point,
    direction: Direction,
) -> Option<Point> {
    if !joined(here, direction) {
        return None;
    }
    let mut there = add(here, direction);
    if flies(rules, mover) {
        while on_board(there) && !lifted.board.contains_key(&there) {
            there = add(there, direction);
        }
    }
    lifted
        .board
        .get(&there)
        .filter(|piece| piece.side != mover.side)
        .map(|_| there)
}

/// "Re-jump of a piece already jumped in this move": never, or "along a different line".
fn may_be_jumped(rules: &OracleRules, chain: &Chain, victim: Point, direction: Direction) -> bool {
    if rules.rejump_other_axis {
        !chain.jumped.contains(&(victim, axis(direction)))
    } else {
        chain.jumped.iter().all(|(point, _)| *point != victim)
    }
}

/// The next point behind the jumped piece if it is free; for a flying king "any free point behind".
fn landings(
    rules: &OracleRules,
    lifted: &Position,
    mover: Piece,
    victim: Point,
    direction: Direction,
) -> Vec<Point> {
    let mut list = Vec::new();
    let mut here = victim;
    while joined(here, direction) && !lifted.board.contains_key(&add(here, direction)) {
        here = add(here, direction);
        list.push(here);
        if !flies(rules, mover) {
            break;
        }
    }
    list
}
