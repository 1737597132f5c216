use crate::seed::{Random, Seed};
use crate::stop::Stopped;
use quirkat_mcts::random_move;
use quirkat_rules::{Color, Game, Position};
use quirkat_variant::Variant;
use rand::RngExt;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A start position found by random play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// White to move, equal material, no capture for either side, nothing to huff.
    pub position: Position,
}

/// Why there are no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// There are too few such positions.
    #[error(
        "only {found} of {wanted} distinct quiet openings with equal material were found after {plies} random \
         plies of `{variant}` in {tries} games; ask for fewer openings or more plies"
    )]
    TooFew {
        /// The rule set.
        variant: String,
        /// How many there are.
        found: usize,
        /// How many were asked for.
        wanted: usize,
        /// Plies of random play.
        plies: u32,
        /// Games tried.
        tries: u64,
    },
    /// The search was stopped by its caller.
    #[error("stopped")]
    Stopped(#[from] Stopped),
}

/// After so many games in a row that gave nothing new there are hardly more openings to find.
const PATIENCE: u64 = 20_000;

/// Distinct positions after `plies` plies of uniformly random play, White to move, with equal
/// material, no capture available to either side and nothing to huff, in the order in which the
/// stream of `seed` finds them.
///
/// # Errors
/// When too few are found, or `stop` is raised.
pub fn find_openings(
    variant: &Variant,
    count: usize,
    plies: u32,
    seed: &Seed,
    stop: &AtomicBool,
) -> Result<Vec<Opening>, OpeningsError> {
    find_openings_from(Position::START, variant, count, plies, seed, stop)
}

/// The same after random play from another start.
///
/// # Errors
/// As for [`find_openings`].
pub fn find_openings_from(
    start: Position,
    variant: &Variant,
    count: usize,
    plies: u32,
    seed: &Seed,
    stop: &AtomicBool,
) -> Result<Vec<Opening>, OpeningsError> {
    let geometry = &variant.geometry;
    let mut game = Game::new(Arc::clone(geometry));
    let mut found = Vec::with_capacity(count);
    let mut seen = HashSet::new();
    let (mut number, mut fruitless) = (0, 0);
    while found.len() < count {
        if stop.load(Ordering::Relaxed) {
            return Err(Stopped.into());
        }
        if fruitless == PATIENCE {
            return Err(OpeningsError::TooFew {
                variant: variant.name.clone(),
                found: found.len(),
                wanted: count,
                plies,
                tries: number,
            });
        }
        let mut rng = seed.numbered(number).random();
        game.restart(start);
        while game.ply() < plies {
            let Some(drawn) = random_move(&game, &mut rng) else {
                break;
            };
            if game.play_move(drawn).is_err() {
                break;
            }
        }
        number += 1;
        fruitless += 1;
        let position = *game.position();
        if game.ply() == plies
            && game.outcome().is_none()
            && is_quiet(&position, variant)
            && seen.insert(position)
        {
            found.push(Opening { position });
            fruitless = 0;
        }
    }
    Ok(found)
}

/// A position drawn uniformly from those of a game of uniformly random moves, its start included
/// and its end not; the game is followed for at most `max_plies` plies.
pub fn random_position(
    variant: &Variant,
    start: Position,
    max_plies: u32,
    rng: &mut Random,
) -> Position {
    let mut game = Game::from_position(Arc::clone(&variant.geometry), start);
    let mut positions = vec![*game.position()];
    while game.ply() < max_plies {
        let drawn = random_move(&game, rng);
        if drawn.is_none_or(|drawn| game.play_move(drawn).is_err()) || game.outcome().is_some() {
            break;
        }
        positions.push(*game.position());
    }
    positions[rng.random_range(0..positions.len())]
}

fn is_quiet(position: &Position, variant: &Variant) -> bool {
    let (own, opponent) = position.counts();
    let other = twin(position);
    position.turn() == Color::White
        && own == opponent
        && !position.has_huff_marks()
        && !position.can_capture(&variant.geometry)
        && !other.can_capture(&variant.geometry)
        && other.outcome(&variant.geometry).is_none()
}

/// The twin of a position: half turn and colour swap of the stones, the same side still to move. The
/// mover of the twin stands as the opponent of the mover stands here.
pub fn twin(position: &Position) -> Position {
    position.other_to_move().color_swapped()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::Preset;

    #[test]
    fn openings_are_distinct_quiet_and_even_and_follow_from_the_seed() {
        for preset in Preset::ALL {
            let variant = Variant::new(preset.name(), preset.rules());
            let openings =
                find_openings(&variant, 50, 12, &Seed::new(3), &AtomicBool::new(false)).unwrap();
            assert_eq!(
                openings,
                find_openings(&variant, 50, 12, &Seed::new(3), &AtomicBool::new(false)).unwrap()
            );
            let texts: HashSet<String> = openings.iter().map(|o| o.position.to_string()).collect();
            assert_eq!(texts.len(), 50);
            for opening in &openings {
                let twin = twin(&opening.position);
                assert_eq!(twin.turn(), Color::White);
                assert_eq!(super::twin(&twin), opening.position);
                let (own, opponent) = opening.position.counts();
                assert_eq!(own, opponent);
            }
        }
    }

    #[test]
    fn random_positions_go_on_and_reach_from_the_start_to_few_men() {
        for preset in Preset::ALL {
            let variant = Variant::new(preset.name(), preset.rules());
            let mut counts = HashSet::new();
            for number in 0..300 {
                let mut rng = Seed::new(5).numbered(number).random();
                let position = random_position(&variant, Position::START, 400, &mut rng);
                assert_eq!(position.outcome(&variant.geometry), None);
                let (own, opponent) = position.counts();
                counts.insert(own + opponent);
            }
            assert!(
                counts.contains(&24) && counts.iter().any(|&men| men < 10),
                "{preset}"
            );
        }
    }

    #[test]
    fn too_few_openings_are_an_error_that_says_how_many_there_are() {
        let variant = Variant::new("standard", quirkat_rules::Rules::STANDARD);
        let error = find_openings(&variant, 3, 0, &Seed::new(1), &AtomicBool::new(false))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("only 0 of 3") || error.contains("only 1 of 3"),
            "{error}"
        );
    }
}
