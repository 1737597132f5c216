//! Play hop by hop: the legal actions, and the position after one.

use crate::board::point::Point;
use crate::board::points::{OFFSET, points};
use crate::play::action::{Action, ActionMask, Hop, PAIR, PAIRS, Pair};
use crate::play::capture_search::{CaptureSearch, Jump};
use crate::play::position::{CaptureInProgress, Position};
use crate::rules::geometry::Geometry;

impl Position {
    /// The hops that begin or continue a legal move, and the huffs; empty when a side has no
    /// pieces or there is no legal move. Completed hop sequences are exactly the legal moves.
    pub fn legal_actions(&self, geometry: &Geometry) -> ActionMask {
        let mut mask = ActionMask::EMPTY;
        if self.is_bare() {
            return mask;
        }
        if let Some(chain) = &self.chain {
            let mut search = CaptureSearch::resume(geometry, self, chain);
            let least = if geometry.majority {
                search.most_jumped(true)
            } else {
                0
            };
            insert_jumps(&mut mask, geometry, &mut search, chain.at, true, least);
            if geometry.may_stop {
                mask.insert(Action::STOP);
            }
            return mask;
        }
        for piece in points(self.marks) {
            mask.insert(Action::huff(Point::at(piece)));
        }
        let capturers = self.capturers(geometry);
        if capturers != 0 {
            let least = self.least_capture(geometry, capturers);
            for from in points(capturers) {
                let mut search = CaptureSearch::begin(geometry, self, from);
                insert_jumps(&mut mask, geometry, &mut search, from, false, least);
            }
            if !geometry.optional {
                return mask;
            }
        }
        for direction in 0..8 {
            for from in points(self.steppers(geometry, direction)) {
                self.each_step_along(geometry, from, direction, |to| {
                    mask.insert(Action::pair(from, to));
                });
            }
        }
        mask
    }

    /// The position after an action that [`Self::legal_actions`] holds. For any other action the
    /// result is some position, without a panic.
    #[inline]
    pub fn after_action(&self, geometry: &Geometry, action: Action) -> Self {
        if action.index() >= PAIRS {
            return match (action.hop(), &self.chain) {
                (Hop::Huff(piece), _) => self.after_huff(piece.index()),
                (_, Some(chain)) => {
                    self.after_capture(geometry, chain.at, chain.at, chain.jumped_pieces())
                }
                _ => *self,
            };
        }
        let Pair {
            from,
            to,
            direction,
            distance,
        } = PAIR[action.index()];
        match self.piece_between(from, direction, distance) {
            Some(over) if self.chain.is_some() || distance > 1 => {
                self.after_jump(geometry, from, to, Jump::new(over, to, direction % 4))
            }
            _ => self.after_step(geometry, from, to, usize::from(direction)),
        }
    }

    /// The opponent's piece strictly between two points of a line, as a bit.
    fn piece_between(&self, from: u8, direction: u8, distance: u8) -> Option<u32> {
        let offset = OFFSET[usize::from(direction)];
        (1..distance)
            .map(|steps| 1u32 << (from as i8 + offset * steps as i8))
            .find(|point| self.opp & point != 0)
    }

    /// One jump: the capture stays in progress while the rules let it go on.
    fn after_jump(&self, geometry: &Geometry, from: u8, to: u8, jump: Jump) -> Self {
        let mut search = match &self.chain {
            Some(chain) => CaptureSearch::resume(geometry, self, chain),
            None => CaptureSearch::begin(geometry, self, from),
        };
        search.jump(jump);
        let jumped = search.jumped();
        if !search.can_jump(true) {
            return self.after_capture(
                geometry,
                from,
                to,
                jumped.iter().fold(0, |all, set| all | set),
            );
        }
        let mut next = *self;
        next.own = (self.own & !(1 << from)) | 1 << to;
        if self.kings >> from & 1 == 1 {
            next.kings = (self.kings & !(1 << from)) | 1 << to;
        }
        next.marks = 0;
        next.bans.remove(1 << from);
        let start = self.chain.map_or(from, |chain| chain.start);
        next.chain = Some(CaptureInProgress {
            start,
            at: to,
            jumped,
        });
        next
    }
}

fn insert_jumps(
    mask: &mut ActionMask,
    geometry: &Geometry,
    search: &mut CaptureSearch<'_>,
    from: u8,
    later: bool,
    least: u32,
) {
    if !geometry.majority {
        search.each_jump(later, |jump| {
            mask.insert(Action::pair(from, jump.to));
            true
        });
        return;
    }
    let mut jumps = Vec::with_capacity(8);
    search.each_jump(later, |jump| {
        jumps.push(jump);
        true
    });
    for jump in jumps {
        let before = search.jump(jump);
        if search.most_jumped(true) >= least {
            mask.insert(Action::pair(from, jump.to));
        }
        search.undo(before);
    }
}
