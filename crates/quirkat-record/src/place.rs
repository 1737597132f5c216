use quirkat_rules::Color;

/// Where a game, or a move of it, stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line of the file, counted from 1; that of the game's beginning for a move.
    pub line: u64,
    /// Number of the game, counted from 1; 0 outside games.
    pub game: usize,
    /// Number of the move and who makes it.
    pub ply: Option<(usize, Color)>,
}
