//! A slow, obvious second implementation of the games, written from the rules reference alone.
//!
//! It is the oracle for the tests and shares no code with the crate under test. Points are (file, rank) pairs, a
//! board is a map from points to pieces, a chain of jumps is found by recursion, and no table is built in advance.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test that includes this module uses a part of it"
)]

mod moving;
mod notation;
mod position;

use std::collections::BTreeMap;

use moving::{Move, legal_moves, play, winner};
use position::Position;

/// "Promotion on the last row": none, short king or flying king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OraclePromotion {
    None,
    Short,
    Flying,
}

/// The table of switches, one field a row ("no legal move" is always a loss).
///
/// A true `*_all` field means "all directions", a false one "forward and sideways".
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "the fields mirror the rows of the table of switches"
)]
pub struct OracleRules {
    pub step_all: bool,
    pub first_jump_all: bool,
    pub later_jump_all: bool,
    pub compulsory: bool,
    pub must_continue: bool,
    pub majority: bool,
    /// True: other-axis; false: never.
    pub rejump_other_axis: bool,
    pub land_on_start: bool,
    pub no_step_back: bool,
    /// False: "a man on its last row cannot step".
    pub last_row_step: bool,
    pub promotion: OraclePromotion,
    pub huffing: bool,
    /// 0: off.
    pub repetition_draw: u32,
    /// 0: off.
    pub no_capture_draw_plies: u32,
}

impl OracleRules {
    /// The column `bell` of the table of switches.
    pub fn bell() -> Self {
        Self {
            step_all: false,
            first_jump_all: true,
            later_jump_all: true,
            compulsory: true,
            must_continue: true,
            majority: false,
            rejump_other_axis: true,
            land_on_start: true,
            no_step_back: true,
            last_row_step: false,
            promotion: OraclePromotion::None,
            huffing: false,
            repetition_draw: 3,
            no_capture_draw_plies: 0,
        }
    }

    /// The column `brainking` of the table of switches.
    pub fn brainking() -> Self {
        Self {
            step_all: false,
            first_jump_all: false,
            later_jump_all: true,
            compulsory: true,
            must_continue: true,
            majority: false,
            rejump_other_axis: false,
            land_on_start: false,
            no_step_back: false,
            last_row_step: false,
            promotion: OraclePromotion::None,
            huffing: false,
            repetition_draw: 3,
            no_capture_draw_plies: 100,
        }
    }

    /// The column `standard` of the table of switches.
    pub fn standard() -> Self {
        Self {
            step_all: false,
            first_jump_all: true,
            later_jump_all: true,
            compulsory: true,
            must_continue: true,
            majority: false,
            rejump_other_axis: false,
            land_on_start: true,
            no_step_back: false,
            last_row_step: true,
            promotion: OraclePromotion::None,
            huffing: false,
            repetition_draw: 3,
            no_capture_draw_plies: 100,
        }
    }

    /// The column `backward`: `standard` with steps in all directions.
    pub fn backward() -> Self {
        Self {
            step_all: true,
            ..Self::standard()
        }
    }

    /// The column `promotion`: `standard` with short kings.
    pub fn promotion() -> Self {
        Self {
            promotion: OraclePromotion::Short,
            ..Self::standard()
        }
    }

    /// The column `huffing`: `standard` with captures optional and huffing.
    pub fn huffing() -> Self {
        Self {
            compulsory: false,
            huffing: true,
            ..Self::standard()
        }
    }

    /// The seventh set, "promotion with flying kings".
    pub fn promotion_flying() -> Self {
        Self {
            promotion: OraclePromotion::Flying,
            ..Self::standard()
        }
    }

    /// The names of the seven sets, for [`OracleRules::named`].
    pub const NAMES: [&'static str; 7] = [
        "bell",
        "brainking",
        "standard",
        "backward",
        "promotion",
        "huffing",
        "promotion-flying",
    ];

    /// One of the seven named rule sets.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "bell" => Some(Self::bell()),
            "brainking" => Some(Self::brainking()),
            "standard" => Some(Self::standard()),
            "backward" => Some(Self::backward()),
            "promotion" => Some(Self::promotion()),
            "huffing" => Some(Self::huffing()),
            "promotion-flying" => Some(Self::promotion_flying()),
            _ => None,
        }
    }
}

/// All legal moves, each with the position after it, in ASCII order of the moves.
///
/// # Panics
/// If the position string is one that the rules refuse.
pub fn moves(rules: &OracleRules, fen: &str) -> Vec<(String, String)> {
    let position = must_read(rules, fen);
    let mut list: Vec<(String, String)> = legal_moves(rules, &position)
        .iter()
        .map(|m| {
            (
                m.to_string(),
                notation::write(rules, &play(rules, &position, m)),
            )
        })
        .collect();
    list.sort();
    for pair in list.windows(2) {
        assert_ne!(
            pair[0].0, pair[1].0,
            "two moves share one notation in {fen}"
        );
    }
    list
}

/// The winner, where the position itself is finished ("bare" or "blocked").
///
/// # Panics
/// If the position string is one that the rules refuse.
pub fn result(rules: &OracleRules, fen: &str) -> Option<char> {
    winner(rules, &must_read(rules, fen)).map(|(side, _)| side.letter())
}

/// Plays a whole game: the final position string, the result and the reason for it.
///
/// # Errors
/// If the start is refused, a move is not legal, or the history goes on after the end of the game.
pub fn replay(
    rules: &OracleRules,
    start_fen: &str,
    history: &[String],
) -> Result<(String, Option<char>, Option<&'static str>), String> {
    let mut position = notation::read(rules, start_fen)?;
    let mut quiet_plies = 0;
    // "The key is the whole position string"; "the start position counts once".
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    seen.insert(notation::write(rules, &position), 1);
    let mut verdict = winner(rules, &position).map(|(side, reason)| (side.letter(), reason));

    for (index, text) in history.iter().enumerate() {
        let ply = index + 1;
        if let Some((_, reason)) = verdict {
            return Err(format!(
                "ply {ply}, {text}: the game is already over ({reason})"
            ));
        }
        // "Both spellings are read everywhere": `huff c4` and `huff:c4`.
        let wanted = text.replace("huff:", "huff ");
        let chosen = legal_moves(rules, &position)
            .into_iter()
            .find(|m| m.to_string() == wanted)
            .ok_or_else(|| format!("ply {ply}, {text}: not a legal move"))?;
        position = play(rules, &position, &chosen);
        // "A ply is one move of the notation; a huff is a ply"; "a huff resets the no-capture count".
        quiet_plies = if matches!(chosen, Move::Step { .. }) {
            quiet_plies + 1
        } else {
            0
        };
        // "It is counted after every move of the notation, a huff included, never inside a chain."
        let occurrences = seen.entry(notation::write(rules, &position)).or_insert(0);
        *occurrences += 1;

        // "Order of verdicts after a move": bare, blocked, repetition, no-capture.
        verdict = if let Some((side, reason)) = winner(rules, &position) {
            Some((side.letter(), reason))
        } else if rules.repetition_draw > 0 && *occurrences >= rules.repetition_draw {
            Some(('d', "repetition"))
        } else if rules.no_capture_draw_plies > 0 && quiet_plies >= rules.no_capture_draw_plies {
            Some(('d', "no-capture"))
        } else {
            None
        };
    }
    let final_fen = notation::write(rules, &position);
    Ok((final_fen, verdict.map(|v| v.0), verdict.map(|v| v.1)))
}

/// Counts the leaves at a depth in plies (unit `action`) or in turns (unit `turn`). "Draws are ignored."
///
/// # Panics
/// If the position string is one that the rules refuse.
pub fn perft(rules: &OracleRules, fen: &str, depth: u32, turn_unit: bool) -> u64 {
    leaves(rules, &must_read(rules, fen), depth, turn_unit)
}

/// "Finished games give 0", since they have no moves. In unit `turn`, a huff is "a free prefix" of the turn, unless it
/// ends the game: then it is the whole of its side's last turn.
fn leaves(rules: &OracleRules, position: &Position, depth: u32, turn_unit: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for m in legal_moves(rules, position) {
        let next = play(rules, position, &m);
        let turn_goes_on = matches!(m, Move::Huff(_)) && winner(rules, &next).is_none();
        let rest = if turn_unit && turn_goes_on {
            depth
        } else {
            depth - 1
        };
        count += leaves(rules, &next, rest, turn_unit);
    }
    count
}

/// Reads a position string that a test holds to be good.
fn must_read(rules: &OracleRules, fen: &str) -> Position {
    notation::read(rules, fen).unwrap_or_else(|reason| panic!("{fen}: {reason}"))
}
