//! Games played out at random, as fast as they can be: no list of moves, no history but what can
//! recur.

use super::men::Men;
use super::numbered::{Advance, Lists, Numbered};
use crate::board::color::Color;
use crate::play::game::Game;
use crate::play::outcome::{Outcome, Reason};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;

/// Plays games out by moves drawn uniformly over the moves of the notation. Keeps its memory from
/// game to game.
#[derive(Clone, Debug, Default)]
pub struct Playout {
    lists: Lists,
    positions: Past<Position>,
    men: Past<Men>,
}

/// How a game that was played out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedOut {
    /// The result.
    pub outcome: Outcome,
    /// Plies played in the whole game.
    pub ply: u32,
}

impl Playout {
    /// Plays a game on to its end; `draw` gives a number below its argument, for each ply with
    /// more than one move. The game itself is left as it is. A game that is over gives its
    /// outcome.
    ///
    /// Moves are numbered as [`Position::each_successor`] lists them, so that this is the same as
    /// playing the successor with the number drawn, ply for ply.
    #[inline]
    pub fn play(&mut self, game: &Game, mut draw: impl FnMut(u64) -> u64) -> PlayedOut {
        if let Some(outcome) = game.outcome() {
            let ply = game.ply();
            return PlayedOut { outcome, ply };
        }
        let geometry = &**game.geometry();
        let mut play = Play {
            geometry,
            mover: game.turn(),
            ply: game.ply(),
            quiet: game.quiet_plies(),
            judged: true,
        };
        let mut now = *game.position();
        let inside = now.is_capturing();
        if inside {
            now = completed(geometry, &now, &mut draw);
            play.count(Advance::Captured);
        }
        // Nothing before a capture can recur.
        let recent = game.recent().filter(|_| !inside);
        let outcome = if Men::suffice(geometry) {
            self.men.begin(geometry, recent.map(Men::of));
            play.out(Men::of(&now), &mut self.lists, &mut self.men, draw)
        } else {
            self.positions.begin(geometry, recent.copied());
            play.out(now, &mut self.lists, &mut self.positions, draw)
        };
        let ply = play.ply;
        PlayedOut { outcome, ply }
    }
}

/// The position after a capture in progress was completed.
#[cold]
fn completed(
    geometry: &Geometry,
    position: &Position,
    draw: &mut impl FnMut(u64) -> u64,
) -> Position {
    let mut ends = Vec::new();
    position.each_successor(geometry, |next| ends.push(next));
    match ends.len() {
        1 => ends[0],
        n => ends[draw(n as u64) as usize],
    }
}

/// A game being played out, but for the position.
struct Play<'a> {
    geometry: &'a Geometry,
    mover: Color,
    ply: u32,
    quiet: u32,
    /// Whether the position now is known to be no draw.
    judged: bool,
}

impl Play<'_> {
    /// Plays on from `now` to the end.
    #[inline]
    fn out<N: Numbered>(
        &mut self,
        mut now: N,
        lists: &mut Lists,
        past: &mut Past<N>,
        mut draw: impl FnMut(u64) -> u64,
    ) -> Outcome {
        let geometry = self.geometry;
        loop {
            if now.is_bare() {
                let winner = if now.has_own() {
                    self.mover
                } else {
                    !self.mover
                };
                return won(winner, Reason::Bare);
            }
            let moves = now.moves_by_number(geometry, lists);
            let count = moves.count();
            if count == 0 {
                return won(!self.mover, Reason::Blocked);
            }
            if !self.judged
                && let Some(reason) = self.draw_reason(&now, past)
            {
                return Outcome {
                    winner: None,
                    reason,
                };
            }
            let nth = if count > 1 {
                draw(u64::from(count)) as u32
            } else {
                0
            };
            debug_assert!(nth < count);
            let (next, advance) = now.after_nth(geometry, lists, &moves, nth);
            match advance {
                Advance::Stepped => past.push(now),
                _ => past.clear(),
            }
            self.count(advance);
            now = next;
        }
    }

    #[inline]
    fn count(&mut self, advance: Advance) {
        self.ply += 1;
        self.judged = false;
        self.quiet = match advance {
            Advance::Stepped | Advance::SteppedForGood => self.quiet + 1,
            Advance::Captured | Advance::Huffed => 0,
        };
        if advance != Advance::Huffed {
            self.mover = !self.mover;
        }
    }

    #[inline]
    fn draw_reason<N: Numbered>(&self, now: &N, past: &Past<N>) -> Option<Reason> {
        let limit = u32::from(self.geometry.rules().no_capture_draw_plies);
        if past.repeats(now) {
            Some(Reason::Repetition)
        } else if limit > 0 && self.quiet >= limit {
            Some(Reason::NoCapture)
        } else {
            None
        }
    }
}

const fn won(winner: Color, reason: Reason) -> Outcome {
    Outcome {
        winner: Some(winner),
        reason,
    }
}

/// Positions that can recur, oldest first.
#[derive(Clone, Debug)]
struct Past<N> {
    seen: Vec<N>,
    /// The occurrence that is a draw; 0 for none.
    often: u32,
}

impl<N> Default for Past<N> {
    fn default() -> Self {
        Self {
            seen: Vec::new(),
            often: 0,
        }
    }
}

impl<N: Numbered> Past<N> {
    fn begin(&mut self, geometry: &Geometry, recent: impl Iterator<Item = N>) {
        self.often = u32::from(geometry.rules().repetition_draw);
        self.seen.clear();
        self.seen.extend(recent);
    }

    #[inline]
    fn clear(&mut self) {
        self.seen.clear();
    }

    #[inline]
    fn push(&mut self, position: N) {
        if self.often > 0 {
            self.seen.push(position);
        }
    }

    /// Whether a position occurs often enough now. Since the last capture or huff the sides
    /// alternate, and a side that moved needs another move to undo it.
    #[inline]
    fn repeats(&self, now: &N) -> bool {
        match self.often {
            0 => false,
            1 => true,
            n => self.seen.len() >= 4 * (n as usize - 1) && self.occurs(now, n - 1),
        }
    }

    fn occurs(&self, now: &N, times: u32) -> bool {
        let mover_again = self.seen.iter().rev().skip(3).step_by(2);
        let mut same = mover_again.filter(|earlier| now.same(earlier));
        same.nth(times as usize - 1).is_some()
    }
}
