use crate::{Action, ActionMask, Color, Geometry, IllegalMove, Move, Outcome, Position, Reason};
use std::sync::Arc;

/// A position with its history: repetition and counters live here. A ply is one move of the
/// notation; counters advance by ply, never inside a capture.
#[derive(Clone, Debug)]
pub struct Game {
    geometry: Arc<Geometry>,
    now: State,
    /// States at earlier ply ends, oldest first.
    past: Vec<State>,
    outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    position: Position,
    ply: u32,
    /// Plies since the last capture or huff.
    quiet: u32,
}

/// A point in a game's play to which [`Game::rewind`] can go back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    now: State,
    past: usize,
    outcome: Option<Outcome>,
}

/// An action that is not legal in the position it was given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal action {0}")]
pub struct IllegalAction(pub Action);

impl Game {
    /// A game from the start position.
    pub fn new(geometry: Arc<Geometry>) -> Self {
        Self::from_position(geometry, Position::START)
    }

    /// A game from any position, with no history. A capture in progress is kept.
    pub fn from_position(geometry: Arc<Geometry>, position: Position) -> Self {
        let outcome = position
            .outcome(&geometry)
            .filter(|_| !position.is_capturing());
        let now = State {
            position,
            ply: 0,
            quiet: 0,
        };
        Self {
            geometry,
            now,
            past: Vec::new(),
            outcome,
        }
    }

    /// Back to a position with no history, keeping the memory.
    pub fn restart(&mut self, position: Position) {
        self.past.clear();
        self.outcome = position
            .outcome(&self.geometry)
            .filter(|_| !position.is_capturing());
        self.now = State {
            position,
            ply: 0,
            quiet: 0,
        };
    }

    /// Makes room for a history of `plies`, so that playing them does not allocate.
    pub fn reserve(&mut self, plies: usize) {
        self.past.reserve(plies.saturating_sub(self.past.len()));
    }

    /// Takes over another game of the same rules, keeping the memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.now = other.now;
        self.outcome = other.outcome;
        self.past.clear();
        self.past.extend_from_slice(&other.past);
    }

    /// The tables of the rules.
    pub const fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The position now.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.now.position
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.now.position.turn
    }

    /// Plies played.
    pub const fn ply(&self) -> u32 {
        self.now.ply
    }

    /// Plies since the last capture or huff.
    pub const fn quiet_plies(&self) -> u32 {
        self.now.quiet
    }

    /// How the game ended, `None` while it goes on.
    #[inline]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How often the position now occurred before, at ply ends. Inside a capture: 0.
    pub fn earlier_occurrences(&self) -> u32 {
        if self.now.position.is_capturing() {
            return 0;
        }
        self.occurrences_among(self.now.quiet)
    }

    /// Only positions since the last capture or huff can equal the present one.
    #[inline]
    fn occurrences_among(&self, quiet: u32) -> u32 {
        let recent = self.past.len().saturating_sub(quiet as usize);
        let same = |state: &&State| state.position == self.now.position;
        self.past[recent..].iter().filter(same).count() as u32
    }

    /// The legal actions; empty when the game is over.
    #[inline]
    pub fn legal_actions(&self) -> ActionMask {
        if self.outcome.is_some() {
            return ActionMask::EMPTY;
        }
        self.now.position.legal_actions(&self.geometry)
    }

    /// Plays an action after checking it.
    ///
    /// # Errors
    /// When the action is not legal now; the game is unchanged.
    pub fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        if !self.legal_actions().contains(action) {
            return Err(IllegalAction(action));
        }
        self.play_legal(action);
        Ok(())
    }

    /// Plays an action known to be in [`Self::legal_actions`].
    #[inline]
    pub fn play_legal(&mut self, action: Action) {
        let next = self.now.position.after_action(&self.geometry, action);
        if next.is_capturing() {
            // Inside a capture: the ply is not over. Its start is the state to remember.
            if !self.now.position.is_capturing() {
                self.past.push(self.now);
            }
            self.now.position = next;
            return;
        }
        self.play_successor(next);
    }

    /// Plays a whole move of the notation.
    ///
    /// # Errors
    /// When the move is not legal now or the game is over; the game is unchanged.
    pub fn play_move(&mut self, played: Move) -> Result<(), IllegalMove> {
        let position = match self.outcome {
            // A drawn position may still have moves: refuse them as those of a finished game.
            Some(_) => Position {
                own: 0,
                opp: 0,
                ..self.now.position
            },
            None => self.now.position,
        };
        let next = position.after_move(&self.geometry, played)?;
        self.play_successor(next);
        Ok(())
    }

    /// Ends a ply in a position that [`Position::each_successor`] gave for the present one.
    #[inline]
    pub fn play_successor(&mut self, next: Position) {
        if !self.now.position.is_capturing() {
            self.past.push(self.now);
        }
        self.end_ply(next);
    }

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

    fn end_ply(&mut self, next: Position) {
        let men = |position: &Position| position.own.count_ones() + position.opp.count_ones();
        let captured = men(&next) != men(&self.now.position);
        self.now = State {
            position: next,
            ply: self.now.ply + 1,
            quiet: if captured { 0 } else { self.now.quiet + 1 },
        };
        self.outcome = self.judge();
    }

    /// The order of verdicts: bare, blocked, repetition, no-capture.
    fn judge(&self) -> Option<Outcome> {
        let rules = self.geometry.rules();
        if let Some(outcome) = self.now.position.outcome(&self.geometry) {
            return Some(outcome);
        }
        let draw = |reason| {
            Some(Outcome {
                winner: None,
                reason,
            })
        };
        let often = u32::from(rules.repetition_draw);
        // The n-th occurrence needs two plies for each return.
        if often > 0
            && self.now.quiet + 1 >= 2 * (often - 1)
            && self.occurrences_among(self.now.quiet) + 1 >= often
        {
            return draw(Reason::Repetition);
        }
        let limit = u32::from(rules.no_capture_draw_plies);
        if limit > 0 && self.now.quiet >= limit {
            return draw(Reason::NoCapture);
        }
        None
    }

    /// The present point of play.
    pub fn mark(&self) -> Mark {
        Mark {
            now: self.now,
            past: self.past.len(),
            outcome: self.outcome,
        }
    }

    /// Goes back to a point marked earlier in this same line of play.
    pub fn rewind(&mut self, mark: &Mark) {
        self.past.truncate(mark.past);
        self.now = mark.now;
        self.outcome = mark.outcome;
    }

    /// Drops history that can no longer be repeated, when the last ply captured.
    pub fn forget(&mut self) {
        if self.now.quiet == 0 && !self.now.position.is_capturing() {
            self.past.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveKind, Rules};

    fn game(rules: Rules, fen: &str) -> Game {
        let geometry = Arc::new(Geometry::new(rules));
        let position = Position::parse(fen, &geometry).unwrap();
        Game::from_position(geometry, position)
    }

    #[test]
    fn the_third_occurrence_is_a_draw_and_the_start_counts_once() {
        let mut game = game(Rules::BACKWARD, "4b/5/5/5/w4 w");
        for text in [
            "a1-b1", "e5-d5", "b1-a1", "d5-e5", "a1-b1", "e5-d5", "b1-a1",
        ] {
            game.play_text(text).unwrap();
            assert_eq!(game.outcome(), None);
        }
        game.play_text("d5-e5").unwrap();
        assert_eq!(
            game.outcome(),
            Some(Outcome {
                winner: None,
                reason: Reason::Repetition
            })
        );
        assert!(
            game.play_text("a1-b1")
                .unwrap_err()
                .to_string()
                .contains("the game is over")
        );
        assert!(game.legal_actions().is_empty());
    }

    #[test]
    fn a_capture_resets_the_quiet_plies_and_the_limit_ends_the_game() {
        let rules = Rules {
            repetition_draw: 0,
            no_capture_draw_plies: 3,
            ..Rules::BACKWARD
        };
        let mut game = game(rules, "4b/5/w4/b4/4w w");
        game.play_text("a3xa1").unwrap();
        assert_eq!(game.quiet_plies(), 0);
        for text in ["e5-d5", "e1-d1"] {
            game.play_text(text).unwrap();
            assert_eq!(game.outcome(), None);
        }
        game.play_text("d5-e5").unwrap();
        assert_eq!(
            game.outcome(),
            Some(Outcome {
                winner: None,
                reason: Reason::NoCapture
            })
        );
    }

    #[test]
    fn rewinding_gives_back_the_marked_state_even_from_inside_a_capture() {
        let mut game = game(Rules::STANDARD, "5/1b1b1/5/1b3/w3w w");
        let mark = game.mark();
        let before = game.now;
        let first = game.legal_actions().nth(0).unwrap();
        game.play(first).unwrap();
        assert!(game.position().is_capturing());
        let inside = game.mark();
        let second = game.legal_actions().nth(0).unwrap();
        game.play(second).unwrap();
        game.rewind(&inside);
        assert!(game.position().is_capturing() && game.ply() == 0);
        game.rewind(&mark);
        assert_eq!(game.now, before);
        assert!(game.past.is_empty());
    }

    #[test]
    fn a_game_from_a_decided_position_is_over() {
        let game = game(Rules::STANDARD, "4w/2b2/5/5/w4 b");
        assert_eq!(game.outcome(), None);
        let bare = Position {
            opp: 0,
            ..*game.position()
        };
        let over = Game::from_position(Arc::clone(game.geometry()), bare);
        assert_eq!(
            over.outcome().map(|outcome| outcome.reason),
            Some(Reason::Bare)
        );
        let step = Move::new(MoveKind::Step, &[crate::Point::at(0), crate::Point::at(1)]).unwrap();
        assert!(over.clone().play_move(step).is_err());
    }
}
