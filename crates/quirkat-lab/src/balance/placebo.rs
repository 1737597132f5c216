//! The negative control: a game from the colour-swapped start with Black first is the mirror image
//! of the game itself, so that the advantages of both sum to exactly 0.

use quirkat_play::PlayedGame;
use quirkat_rules::{Color, Outcome};
use quirkat_tables::{PlaceboRow, decimals};

/// Fills in what a set of games and its mirror image say. Counted in whole half points, so that a
/// sum of 0 is exactly 0.
pub(crate) fn compared(
    mut row: PlaceboRow,
    white: &[PlayedGame],
    black: &[PlayedGame],
) -> PlaceboRow {
    let points = |games: &[PlayedGame]| -> (i64, i64) {
        let ended = games.iter().filter_map(|game| game.outcome);
        ended.fold((0, 0), |(sum, count), outcome| {
            (sum + i64::from(outcome.white_reward()), count + 1)
        })
    };
    let (white_sum, white_ended) = points(white);
    let (black_sum, black_ended) = points(black);
    let advantage = |sum: i64, ended: i64| 50.0 * sum as f64 / ended.max(1) as f64;
    let different = white.len().abs_diff(black.len())
        + white
            .iter()
            .zip(black)
            .filter(|(game, image)| !is_image(game, image))
            .count();
    row.games = white.len() as u64;
    row.white_first_pp = decimals::<4>(advantage(white_sum, white_ended));
    row.black_first_pp = decimals::<4>(advantage(black_sum, black_ended));
    // As many ended on both sides, or the difference shows in `different`.
    let sum = advantage(white_sum + black_sum, white_ended.max(black_ended));
    row.sum_pp = format!("{sum:?}");
    row.different = different as u64;
    row
}

/// Whether the control holds.
pub fn holds(rows: &[PlaceboRow]) -> bool {
    rows.iter()
        .all(|row| row.different == 0 && row.sum_pp.parse::<f64>().is_ok_and(|sum| sum == 0.0))
}

/// Actions are seen from the side to move, so those of an image are the same.
fn is_image(game: &PlayedGame, image: &PlayedGame) -> bool {
    let reward = |game: &PlayedGame| game.outcome.map(Outcome::white_reward);
    game.start.color_swapped() == image.start
        && game.start.turn() == Color::White
        && image.start.turn() == Color::Black
        && game.actions == image.actions
        && reward(game).map(|reward| -reward) == reward(image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Action, Position, Reason};

    fn game(start: Position, winner: Option<Color>, action: u16) -> PlayedGame {
        PlayedGame {
            number: 0,
            start,
            actions: Action::new(action).into_iter().collect(),
            moves: Vec::new(),
            outcome: Some(Outcome {
                winner,
                reason: Reason::Blocked,
            }),
            decisions: 0,
            exact: Default::default(),
            targets: Vec::new(),
        }
    }

    #[test]
    fn mirrored_games_sum_to_zero_and_anything_else_is_told() {
        let start = Position::START;
        let image = start.color_swapped();
        let white = [
            game(start, Some(Color::White), 3),
            game(start, None, 4),
            game(start, Some(Color::White), 5),
        ];
        let mirrored = [
            game(image, Some(Color::Black), 3),
            game(image, None, 4),
            game(image, Some(Color::Black), 5),
        ];
        let row = compared(PlaceboRow::default(), &white, &mirrored);
        assert_eq!((&*row.sum_pp, row.different, row.games), ("0.0", 0, 3));
        assert_eq!(
            (&*row.white_first_pp, &*row.black_first_pp),
            ("33.3333", "-33.3333")
        );
        assert!(holds(&[row]));

        let mut biased = mirrored.clone();
        biased[2] = game(image, Some(Color::White), 5);
        let row = compared(PlaceboRow::default(), &white, &biased);
        assert!(
            !holds(std::slice::from_ref(&row)) && row.different == 1,
            "{row:?}"
        );
        let mut other = mirrored.clone();
        other[1] = game(image, None, 7);
        assert!(!holds(&[compared(PlaceboRow::default(), &white, &other)]));
        assert!(!holds(&[compared(
            PlaceboRow::default(),
            &white,
            &mirrored[..2]
        )]));
    }
}
