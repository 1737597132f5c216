//! The position of a conversation: set up from words, and asked about.

use super::command::Question;
use quirkat_rules::{Color, Game, Geometry, Move, Outcome, Position};
use std::sync::Arc;

/// What a question is answered with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    Truth(bool),
    Result(Option<Outcome>),
    Words(Vec<String>),
}

/// The game at a position, `None` for the start, after moves from there.
///
/// # Errors
/// What is wrong, in words.
pub(super) fn set_up(
    geometry: &Arc<Geometry>,
    start: Option<&str>,
    moves: &[String],
) -> Result<Game, String> {
    let position = match start {
        None => Position::START,
        Some(text) => {
            Position::parse(without_counters(text), geometry).map_err(|error| error.to_string())?
        }
    };
    let mut game = Game::from_position(Arc::clone(geometry), position);
    for (i, text) in moves.iter().enumerate() {
        let played: Move = text.parse().map_err(|error| format!("{error}"))?;
        game.play_move(played)
            .map_err(|error| format!("move {}: {error}", i + 1))?;
    }
    Ok(game)
}

/// A position without the two counters that a FEN of chess ends with: here nothing depends on them.
fn without_counters(text: &str) -> &str {
    let mut rest = text.trim_end();
    for _ in 0..2 {
        match rest.rsplit_once(' ') {
            Some((before, count))
                if before.contains(' ') && count.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                rest = before.trim_end();
            }
            _ => return text,
        }
    }
    rest
}

/// The answer to a question about a game.
pub(super) fn ask(game: &Game, question: &Question) -> Found {
    let over = game.outcome().is_some();
    let moves = || {
        let mut moves: Vec<String> = if over {
            Vec::new()
        } else {
            let moves = game.position().moves(game.geometry());
            moves.iter().map(|(played, _)| played.token()).collect()
        };
        moves.sort_unstable();
        moves
    };
    match question {
        Question::FirstPlayersTurn => Found::Truth(game.turn() == Color::White),
        Question::SecondPlayersTurn => Found::Truth(game.turn() == Color::Black),
        Question::GameOver => Found::Truth(over),
        Question::Result => Found::Result(game.outcome()),
        Question::Position => Found::Words(vec![game.position().to_string()]),
        Question::IsLegal(text) => Found::Truth(!over && is_legal(game, text)),
        Question::Moves => Found::Words(moves()),
        Question::MoveCount => Found::Words(vec![moves().len().to_string()]),
    }
}

fn is_legal(game: &Game, text: &str) -> bool {
    let Ok(played) = text.parse::<Move>() else {
        return false;
    };
    game.position().after_move(game.geometry(), played).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_counters_are_passed_over_and_nothing_else_is() {
        for (text, rest) in [
            ("4b/5/5/5/w4 w 0 1", "4b/5/5/5/w4 w"),
            ("4b/5/5/5/w4 w h:e5 12 7", "4b/5/5/5/w4 w h:e5"),
            ("4b/5/5/5/w4 w  3  4 ", "4b/5/5/5/w4 w"),
            ("4b/5/5/5/w4 w 0", "4b/5/5/5/w4 w 0"),
            ("4b/5/5/5/w4 w 1 2 3", "4b/5/5/5/w4 w 1"),
            ("4b/5/5/5/w4 w -1 2", "4b/5/5/5/w4 w -1 2"),
            ("5 5", "5 5"),
            ("", ""),
        ] {
            assert_eq!(without_counters(text), rest, "{text}");
        }
    }
}
