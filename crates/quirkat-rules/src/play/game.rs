use crate::board::color::Color;
use crate::play::action::{Action, ActionMask};
use crate::play::legal::IllegalMove;
use crate::play::moves::Move;
use crate::play::outcome::{Outcome, Reason};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;
use std::sync::Arc;

/// A position with its history: repetition and counters live here. A ply is one move of the
/// notation; counters advance by ply, never inside a capture.
#[derive(Clone, Debug)]
pub struct Game {
    geometry: Arc<Geometry>,
    now: State,
    /// States at earlier ply ends, oldest first. Of those before the last capture or huff some may
    /// be left out: they cannot recur.
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
    moment: Moment,
    past: usize,
}

/// A moment of play without the history before it: see [`Game::retrace`].
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    now: State,
    outcome: Option<Outcome>,
}

impl Moment {
    /// Whether no earlier position can occur again, because a capture or a huff was just made.
    #[inline]
    pub const fn is_fresh(&self) -> bool {
        self.now.quiet == 0 && self.now.ply > 0 && !self.now.position.is_capturing()
    }
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
        self.occurrences().count() as u32
    }

    /// The earlier states with the position now. Only those since the last capture or huff can be,
    /// where all plies are steps: the sides alternate, and a side that moved needs another move to
    /// undo it, so these are 4, 6, 8 … plies back.
    #[inline]
    fn occurrences(&self) -> impl Iterator<Item = &State> {
        let mover_again = self.quiet_past().iter().rev().skip(3).step_by(2);
        mover_again.filter(|state| state.position == self.now.position)
    }

    /// States since the last capture or huff, oldest first.
    #[inline]
    fn quiet_past(&self) -> &[State] {
        let quiet = (self.now.quiet as usize).min(self.past.len());
        &self.past[self.past.len() - quiet..]
    }

    /// Earlier positions since the last capture or huff, oldest first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = &Position> {
        self.quiet_past().iter().map(|state| &state.position)
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

    /// The same, and what [`Self::legal_actions`] then gives: cheaper than one after the other.
    #[inline]
    pub fn play_legal_and_list(&mut self, action: Action) -> ActionMask {
        let next = self.now.position.after_action(&self.geometry, action);
        if !self.now.position.is_capturing() {
            self.past.push(self.now);
        }
        if next.is_capturing() {
            self.now.position = next;
            return next.legal_actions(&self.geometry);
        }
        self.enter(next);
        let legal = next.legal_actions(&self.geometry);
        self.outcome = if legal.is_empty() {
            next.outcome(&self.geometry)
        } else {
            self.draw()
        };
        if self.outcome.is_some() {
            return ActionMask::EMPTY;
        }
        legal
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

    fn end_ply(&mut self, next: Position) {
        self.enter(next);
        self.outcome = self.judge();
    }

    /// Counts a ply that leads to a position.
    #[inline]
    fn enter(&mut self, next: Position) {
        let stones = |position: &Position| {
            // Both sets have 25 bits: one count for two.
            (u64::from(position.own) << 32 | u64::from(position.opp)).count_ones()
        };
        let captured = stones(&next) != stones(&self.now.position);
        self.now = State {
            position: next,
            ply: self.now.ply + 1,
            quiet: if captured { 0 } else { self.now.quiet + 1 },
        };
    }

    /// The order of verdicts: bare, blocked, repetition, no-capture.
    fn judge(&self) -> Option<Outcome> {
        self.now
            .position
            .outcome(&self.geometry)
            .or_else(|| self.draw())
    }

    /// The verdicts that need history, for a side to move that can.
    #[inline]
    fn draw(&self) -> Option<Outcome> {
        let rules = self.geometry.rules();
        let draw = |reason| {
            Some(Outcome {
                winner: None,
                reason,
            })
        };
        // The n-th occurrence needs four plies for each return.
        let repeated = match u32::from(rules.repetition_draw) {
            0 => false,
            1 => true,
            n => self.now.quiet >= 4 * (n - 1) && self.occurrences().nth(n as usize - 2).is_some(),
        };
        if repeated {
            return draw(Reason::Repetition);
        }
        let limit = u32::from(rules.no_capture_draw_plies);
        if limit > 0 && self.now.quiet >= limit {
            return draw(Reason::NoCapture);
        }
        None
    }

    /// The present moment, for [`Self::retrace`].
    #[inline]
    pub const fn moment(&self) -> Moment {
        Moment {
            now: self.now,
            outcome: self.outcome,
        }
    }

    /// Goes on to a moment that one action led to from the present point of play before, without
    /// working out that action again. To a [fresh](Moment::is_fresh) moment this leads from any
    /// earlier point of its line of play, as history up to there plays no part any more.
    #[inline]
    pub fn retrace(&mut self, next: &Moment) {
        if !next.is_fresh() && !self.now.position.is_capturing() {
            self.past.push(self.now);
        }
        self.set(next);
    }

    /// The present point of play.
    pub const fn mark(&self) -> Mark {
        Mark {
            moment: self.moment(),
            past: self.past.len(),
        }
    }

    /// Goes back to a point marked earlier in this same line of play.
    #[inline]
    pub fn rewind(&mut self, mark: &Mark) {
        self.past.truncate(mark.past);
        self.set(&mark.moment);
    }

    #[inline]
    fn set(&mut self, moment: &Moment) {
        self.now = moment.now;
        self.outcome = moment.outcome;
    }

    /// Drops history that can no longer be repeated, when the last ply captured.
    pub fn forget(&mut self) {
        if self.now.quiet == 0 && !self.now.position.is_capturing() {
            self.past.clear();
        }
    }
}

#[cfg(test)]
mod tests;
