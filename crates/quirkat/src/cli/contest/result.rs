use quirkat_play::PlayedGame;
use quirkat_rules::Color;
use quirkat_stats::GameResult;

/// The color of the first agent: White in games with even numbers.
pub(super) const fn color_of_agent(game: &PlayedGame) -> Color {
    if game.number.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    }
}

/// The first agent's result in a game, `None` when it was cut.
pub(super) fn result_of(game: &PlayedGame) -> Option<GameResult> {
    game.result_for(color_of_agent(game))
}
