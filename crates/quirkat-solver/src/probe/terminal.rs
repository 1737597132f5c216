use quirkat_rules::{Color, Geometry, Position};

/// The winner that ends the game at a position, if it is over.
#[inline]
pub(crate) fn winner_now(geometry: &Geometry, position: &Position) -> Option<Color> {
    if position.is_capturing() {
        return None;
    }
    position
        .outcome(geometry)
        .and_then(|outcome| outcome.winner)
}
