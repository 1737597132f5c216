use crate::{Action, ActionMask, Color, Geometry, IllegalMove, Move, Outcome, Position, Reason};
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

    /// Rule sets with every switch that history or a chain of hops can meet.
    fn rule_sets() -> Vec<Rules> {
        let with = |change: fn(&mut Rules), mut rules: Rules| {
            change(&mut rules);
            rules
        };
        let mut sets = crate::Preset::ALL.map(crate::Preset::rules).to_vec();
        sets.extend([
            with(|r| r.repetition_draw = 2, Rules::BACKWARD),
            with(|r| r.repetition_draw = 4, Rules::PROMOTION_FLYING),
            with(|r| r.majority = crate::Majority::On, Rules::BACKWARD),
            with(|r| r.must_continue = crate::Chain::MayStop, Rules::HUFFING),
            with(|r| r.no_capture_draw_plies = 12, Rules::HUFFING),
        ]);
        sets
    }

    /// Random hops: `check` sees the game before each and the action to come.
    fn play_at_random(rules: Rules, seed: u64, mut check: impl FnMut(&Game, Action)) {
        use rand::{RngExt, SeedableRng};
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Game::new(Arc::new(Geometry::new(rules)));
        loop {
            let legal = game.legal_actions();
            if legal.is_empty() {
                return;
            }
            let action = legal.nth(rng.random_range(0..legal.len())).unwrap();
            check(&game, action);
            game.play_legal(action);
        }
    }

    /// The same play, as far as the past can matter.
    fn same(a: &Game, b: &Game) {
        assert_eq!((a.now, a.outcome), (b.now, b.outcome));
        let recent = |game: &Game| {
            let quiet = (game.now.quiet as usize).min(game.past.len());
            game.past[game.past.len() - quiet..].to_vec()
        };
        assert_eq!(recent(a), recent(b));
    }

    #[test]
    fn listing_and_retracing_equal_playing_hop_by_hop() {
        for rules in rule_sets() {
            for seed in 0..40 {
                let mut fresh: Option<Moment> = None;
                let mut since: Vec<Moment> = Vec::new();
                let mut start: Option<Game> = None;
                play_at_random(rules, seed, |game, action| {
                    let mut plain = game.clone();
                    plain.play(action).unwrap();
                    let mut listed = game.clone();
                    let legal = listed.play_legal_and_list(action);
                    same(&listed, &plain);
                    assert_eq!(legal, plain.legal_actions());
                    let mut retraced = game.clone();
                    retraced.retrace(&plain.moment());
                    same(&retraced, &plain);
                    // From the start by way of the last fresh moment.
                    let moment = plain.moment();
                    if moment.is_fresh() {
                        fresh = Some(moment);
                        since.clear();
                    } else {
                        since.push(moment);
                    }
                    let mut short = start.get_or_insert_with(|| game.clone()).clone();
                    for moment in fresh.iter().chain(&since) {
                        short.retrace(moment);
                    }
                    same(&short, &plain);
                });
            }
        }
    }

    #[test]
    fn occurrences_and_draws_equal_a_count_over_the_whole_history() {
        let (mut repeated, mut drawn) = (0, 0);
        for rules in rule_sets() {
            for seed in 0..100 {
                play_at_random(rules, seed, |game, action| {
                    let mut next = game.clone();
                    next.play(action).unwrap();
                    if next.position().is_capturing() {
                        assert_eq!(next.earlier_occurrences(), 0);
                        return;
                    }
                    let earlier = next.past.iter();
                    let earlier = earlier.filter(|state| state.position == next.now.position);
                    let earlier = earlier.count() as u32;
                    assert_eq!(next.earlier_occurrences(), earlier);
                    repeated += u32::from(earlier > 0);
                    let often = u32::from(rules.repetition_draw);
                    let by_repetition = next.now.position.outcome(&next.geometry).is_none()
                        && often > 0
                        && earlier + 1 >= often;
                    let reason = next.outcome().map(|outcome| outcome.reason);
                    assert_eq!(reason == Some(Reason::Repetition), by_repetition);
                    drawn += u32::from(by_repetition);
                });
            }
        }
        assert!(repeated > 1000 && drawn > 100, "{repeated} {drawn}");
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
