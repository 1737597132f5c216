//! Moves by number, for drawing one without working out the others.

use super::captures::{CaptureLister, CaptureMove};
use super::steps::{Step, Steps, nth_point};
use crate::board::points::points;
use crate::play::capture_search::CaptureSearch;
use crate::play::position::Position;
use crate::rules::geometry::Geometry;
use crate::rules::switches::Directions;

/// A position at the beginning of a move whose moves can be played by number, in the order of
/// [`Position::each_successor`].
pub(super) trait Numbered: Copy {
    /// Whether the side to move has pieces.
    fn has_own(&self) -> bool;
    /// Whether a side has none.
    fn is_bare(&self) -> bool;
    /// Equality of positions, where most are not.
    fn same(&self, other: &Self) -> bool;
    /// The legal moves, if no side is bare.
    fn moves_by_number(&self, geometry: &Geometry, lists: &mut Lists) -> MovesByNumber;
    /// The position after one of them.
    fn after_nth(
        &self,
        geometry: &Geometry,
        lists: &Lists,
        moves: &MovesByNumber,
        nth: u32,
    ) -> (Self, Advance);
}

/// What kind of move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Advance {
    Captured,
    Huffed,
    Stepped,
    /// A step after which no earlier position can occur again.
    SteppedForGood,
}

/// Moves that have to be listed to be numbered.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pub(super) captures: Vec<CaptureMove>,
    steps: Vec<Step>,
}

/// The moves of a position by number: huffs, then captures, then steps.
pub(super) struct MovesByNumber {
    pub(super) huffs: u32,
    pub(super) captures: u32,
    pub(super) steps: Steps,
}

impl MovesByNumber {
    pub(super) const NONE: Self = Self {
        huffs: 0,
        captures: 0,
        steps: Steps::NONE,
    };

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.huffs + self.captures + self.steps.count
    }
}

impl Numbered for Position {
    #[inline]
    fn has_own(&self) -> bool {
        self.own != 0
    }

    #[inline]
    fn is_bare(&self) -> bool {
        self.own == 0 || self.opp == 0
    }

    #[inline]
    fn same(&self, other: &Self) -> bool {
        self.own == other.own && self.opp == other.opp && self == other
    }

    #[inline]
    fn moves_by_number(&self, geometry: &Geometry, lists: &mut Lists) -> MovesByNumber {
        let mut moves = MovesByNumber {
            huffs: self.marks.count_ones(),
            ..MovesByNumber::NONE
        };
        let capturers = self.capturers(geometry);
        if capturers != 0 {
            lists.captures.clear();
            for from in points(capturers) {
                if geometry.flying && self.kings >> from & 1 == 1 {
                    CaptureSearch::begin(geometry, self, from).each_capture(
                        false,
                        &mut |path, jumped| {
                            let to = path[path.len() - 1];
                            lists.captures.push(CaptureMove { from, to, jumped });
                        },
                    );
                } else if geometry.other_axis {
                    CaptureLister::<4>::new(geometry, self, from).list(&mut lists.captures);
                } else {
                    CaptureLister::<1>::new(geometry, self, from).list(&mut lists.captures);
                }
            }
            moves.captures = lists.settle(geometry);
            if !geometry.optional {
                return moves;
            }
        }
        if geometry.flying && self.own & self.kings != 0 {
            lists.list_steps(geometry, self);
            moves.steps = Steps::listed(lists.steps.len());
        } else {
            moves.steps = Steps::of(std::array::from_fn(|d| self.steppers(geometry, d)));
        }
        moves
    }

    #[inline]
    fn after_nth(
        &self,
        geometry: &Geometry,
        lists: &Lists,
        moves: &MovesByNumber,
        nth: u32,
    ) -> (Self, Advance) {
        if nth < moves.huffs {
            let piece = nth_point(self.marks, nth);
            return (self.after_huff(piece), Advance::Huffed);
        }
        let nth = nth - moves.huffs;
        if nth < moves.captures {
            let CaptureMove { from, to, jumped } = lists.captures[nth as usize];
            let next = self.after_capture(geometry, from, to, jumped);
            return (next, Advance::Captured);
        }
        let nth = nth - moves.captures;
        let Step {
            from,
            to,
            direction,
        } = if moves.steps.listed {
            lists.steps[nth as usize]
        } else {
            moves.steps.nth(nth)
        };
        let next = self.after_step(geometry, from, to, usize::from(direction));
        let man = self.kings >> from & 1 == 0;
        (next, Advance::of_step(geometry, man, direction))
    }
}

impl Advance {
    /// Where men cannot step back, a man's step forward is for good.
    #[inline]
    pub(super) fn of_step(geometry: &Geometry, man: bool, direction: u8) -> Self {
        let forward = matches!(direction, 0 | 1 | 7);
        if man && forward && geometry.rules().step == Directions::ForwardSideways {
            Self::SteppedForGood
        } else {
            Self::Stepped
        }
    }
}

impl Lists {
    /// Ends the list of captures: under majority only the largest are moves. Returns their number.
    #[inline]
    pub(super) fn settle(&mut self, geometry: &Geometry) -> u32 {
        if geometry.majority {
            let sizes = self
                .captures
                .iter()
                .map(|capture| capture.jumped.count_ones());
            let most = sizes.max().unwrap_or(0);
            self.captures
                .retain(|capture| capture.jumped.count_ones() == most);
        }
        self.captures.len() as u32
    }

    fn list_steps(&mut self, geometry: &Geometry, position: &Position) {
        self.steps.clear();
        for direction in 0..8 {
            for from in points(position.steppers(geometry, usize::from(direction))) {
                position.each_step_along(geometry, from, usize::from(direction), |to| {
                    self.steps.push(Step {
                        from,
                        to,
                        direction,
                    });
                });
            }
        }
    }
}
