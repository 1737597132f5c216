//! Moves by number, for drawing one without working out the others.

use crate::bits::points;
use crate::direction::{JUMP_FROM, OFFSET};
use crate::geometry::{Jump, Jumps, MAN};
use crate::hop::Hunt;
use crate::{Directions, Geometry, Position};

/// A position at the beginning of a move whose moves can be played by number, in the order of
/// [`Position::each_successor`].
pub(crate) trait Numbered: Copy {
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
pub(crate) enum Advance {
    Captured,
    Huffed,
    Stepped,
    /// A step after which no earlier position can occur again.
    SteppedForGood,
}

/// Moves that have to be listed to be numbered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    pub(crate) captures: Vec<Taking>,
    steps: Vec<Stepping>,
}

/// The moves of a position by number: huffs, then captures, then steps.
pub(crate) struct MovesByNumber {
    pub(crate) huffs: u32,
    pub(crate) captures: u32,
    pub(crate) steps: Steps,
}

impl MovesByNumber {
    pub(crate) const NONE: Self = Self {
        huffs: 0,
        captures: 0,
        steps: Steps::NONE,
    };

    #[inline]
    pub(crate) fn count(&self) -> u32 {
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
                    Hunt::begin(geometry, self, from).each_capture(false, &mut |path, jumped| {
                        let to = path[path.len() - 1];
                        lists.captures.push(Taking { from, to, jumped });
                    });
                } else if geometry.other_axis {
                    Chase::<4>::new(geometry, self, from).list(&mut lists.captures);
                } else {
                    Chase::<1>::new(geometry, self, from).list(&mut lists.captures);
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
            let Taking { from, to, jumped } = lists.captures[nth as usize];
            let next = self.after_capture(geometry, from, to, jumped);
            return (next, Advance::Captured);
        }
        let nth = nth - moves.captures;
        let Stepping {
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
    pub(crate) fn of_step(geometry: &Geometry, man: bool, direction: u8) -> Self {
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
    pub(crate) fn settle(&mut self, geometry: &Geometry) -> u32 {
        if geometry.majority {
            let sizes = self
                .captures
                .iter()
                .map(|taking| taking.jumped.count_ones());
            let most = sizes.max().unwrap_or(0);
            self.captures
                .retain(|taking| taking.jumped.count_ones() == most);
        }
        self.captures.len() as u32
    }

    fn list_steps(&mut self, geometry: &Geometry, position: &Position) {
        self.steps.clear();
        for direction in 0..8 {
            for from in points(position.steppers(geometry, usize::from(direction))) {
                position.each_step_along(geometry, from, usize::from(direction), |to| {
                    self.steps.push(Stepping {
                        from,
                        to,
                        direction,
                    });
                });
            }
        }
    }
}

/// A whole capture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taking {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) jumped: u32,
}

/// A step of any length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stepping {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) direction: u8,
}

/// Steps to neighbours, by direction.
pub(crate) struct Steps {
    from: [u32; 8],
    /// Byte `d`: the steps in directions 0 to `d`. Each of the 56 lines carries at most one.
    sums: u64,
    pub(crate) count: u32,
    /// Steps stand in the list instead.
    pub(crate) listed: bool,
}

const BYTES: u64 = 0x0101_0101_0101_0101;

impl Steps {
    pub(crate) const NONE: Self = Self {
        from: [0; 8],
        sums: 0,
        count: 0,
        listed: false,
    };

    #[inline]
    fn listed(count: usize) -> Self {
        Self {
            count: count as u32,
            listed: true,
            ..Self::NONE
        }
    }

    /// From the pieces that may step in each direction.
    #[inline]
    pub(crate) fn of(from: [u32; 8]) -> Self {
        let mut counts = 0;
        for (d, set) in from.iter().enumerate() {
            counts |= u64::from(set.count_ones()) << (8 * d);
        }
        let sums = counts.wrapping_mul(BYTES);
        Self {
            from,
            sums,
            count: (sums >> 56) as u32,
            listed: false,
        }
    }

    #[inline]
    pub(crate) fn nth(&self, nth: u32) -> Stepping {
        // Byte `d` keeps its highest bit where the sum is at most `nth`.
        let before = ((u64::from(nth) | 0x80) * BYTES - self.sums) & (0x80 * BYTES);
        let direction = before.count_ones();
        let earlier = (self.sums << 8 >> (8 * direction)) as u32 & 0xff;
        let from = nth_point(self.from[direction as usize & 7], nth - earlier);
        Stepping {
            from,
            to: (from as i8 + OFFSET[direction as usize & 7]) as u8,
            direction: direction as u8,
        }
    }
}

#[inline]
pub(crate) fn nth_point(mut set: u32, nth: u32) -> u8 {
    for _ in 0..nth {
        set &= set - 1;
    }
    set.trailing_zeros() as u8
}

/// The captures of a short piece. `AXES` is 4 where each axis has its own jumped pieces, else 1.
pub(crate) struct Chase<'a, const AXES: usize> {
    later: &'a [Jumps; 25],
    first: &'a [Jump],
    opp: u32,
    /// Where no jump may land.
    barred: u32,
    may_stop: bool,
    from: u8,
}

impl<'a, const AXES: usize> Chase<'a, AXES> {
    #[inline]
    pub(crate) fn new(geometry: &'a Geometry, position: &Position, from: u8) -> Self {
        let kind = MAN + (position.kings >> from & 1) as usize;
        Self::of_kind(
            geometry,
            kind,
            position.own | position.opp,
            position.opp,
            from,
        )
    }

    #[inline]
    pub(crate) fn of_kind(
        geometry: &'a Geometry,
        kind: usize,
        occupied: u32,
        opp: u32,
        from: u8,
    ) -> Self {
        let [first, later] = &geometry.jumps[kind];
        let start = if geometry.land_on_start {
            1u32 << from
        } else {
            0
        };
        Self {
            first: first[usize::from(from)].as_slice(),
            later,
            opp,
            barred: occupied & !start,
            may_stop: geometry.may_stop,
            from,
        }
    }

    /// Adds the captures in the order of [`Position::moves`].
    #[inline]
    pub(crate) fn list(&self, captures: &mut Vec<Taking>) {
        self.follow(self.first, [0; AXES], captures);
    }

    /// Adds the captures that go on by one of `jumps`; returns whether there is any.
    fn follow(&self, jumps: &[Jump], jumped: [u32; AXES], captures: &mut Vec<Taking>) -> bool {
        let mut any = false;
        for jump in jumps {
            let axis = usize::from(jump.axis) % AXES;
            if self.opp & !jumped[axis] & jump.over == 0 || self.barred & jump.landing != 0 {
                continue;
            }
            any = true;
            let mut jumped = jumped;
            jumped[axis] |= jump.over;
            let taking = Taking {
                from: self.from,
                to: jump.to,
                jumped: jumped.iter().fold(0, |all, set| all | set),
            };
            if self.may_stop {
                captures.push(taking);
            }
            let to = usize::from(jump.to);
            // Most captures end here: nothing near is left to be jumped.
            let goes_on = self.opp & !all_of(jumped) & NEAR[to] != 0
                && self.follow(self.later[to].as_slice(), jumped, captures);
            if !goes_on && !self.may_stop {
                captures.push(taking);
            }
        }
        any
    }
}

/// Points in all of the sets.
#[inline]
fn all_of<const AXES: usize>(sets: [u32; AXES]) -> u32 {
    sets.iter().fold(u32::MAX, |all, set| all & set)
}

/// The points next to each that can be jumped from it.
static NEAR: [u32; 25] = near();

const fn near() -> [u32; 25] {
    let mut near = [0; 25];
    let mut direction = 0;
    while direction < 8 {
        let mut point = 0;
        while point < 25 {
            if JUMP_FROM[direction] >> point & 1 == 1 {
                near[point] |= 1 << (point as i8 + OFFSET[direction]);
            }
            point += 1;
        }
        direction += 1;
    }
    near
}
