//! One walk over the legal moves for all who count, list or follow them.

use crate::board::lines::LINE_FROM;
use crate::board::points::{OFFSET, points};
use crate::play::capture_search::CaptureSearch;
use crate::play::moves::{Move, MoveKind};
use crate::play::position::Position;
use crate::rules::geometry::Geometry;

/// What a walk tells of each legal move; points are seen from the side to move.
pub(crate) trait Visitor {
    fn step(&mut self, from: u8, to: u8, direction: usize);
    /// `path` holds the start and every landing point; `jumped` the captured pieces.
    fn capture(&mut self, path: &[u8], jumped: u32);
    fn huff(&mut self, piece: u8);
}

impl Position {
    /// The legal moves with the position after each, in a fixed order. Inside a capture: every way
    /// to complete it, with paths from the point where the moving piece stands; to stop there is
    /// a capture of that one point.
    pub fn moves(&self, geometry: &Geometry) -> Vec<(Move, Self)> {
        let mut list = Lister {
            position: self,
            geometry,
            moves: Vec::new(),
        };
        self.walk(geometry, &mut list);
        list.moves
    }

    /// Calls `found` with the position after each legal move, in the order of [`Self::moves`].
    pub fn each_successor(&self, geometry: &Geometry, found: impl FnMut(Self)) {
        self.walk(
            geometry,
            &mut Successors {
                position: self,
                geometry,
                found,
                huffs: true,
            },
        );
    }

    /// The same without huffs.
    pub(crate) fn each_turn_successor(&self, geometry: &Geometry, found: impl FnMut(Self)) {
        self.walk(
            geometry,
            &mut Successors {
                position: self,
                geometry,
                found,
                huffs: false,
            },
        );
    }

    /// The number of legal moves, huffs included.
    pub fn count_moves(&self, geometry: &Geometry) -> u64 {
        if self.is_bare() {
            return 0;
        }
        self.count_turns(geometry) + u64::from(self.marks.count_ones())
    }
}

impl Position {
    /// Visits every legal move: huffs, captures, steps. Inside a capture: every way to complete
    /// it, with paths from the point where the piece stands (a path of one point means to stop).
    pub(crate) fn walk(&self, geometry: &Geometry, visitor: &mut impl Visitor) {
        if self.is_bare() {
            return;
        }
        if let Some(chain) = &self.chain {
            if geometry.may_stop {
                visitor.capture(&[chain.at], chain.jumped_pieces());
            }
            let mut search = CaptureSearch::resume(geometry, self, chain);
            let least = if geometry.majority {
                search.most_jumped(true)
            } else {
                0
            };
            search.each_capture(true, &mut |path, jumped| {
                if jumped.count_ones() >= least {
                    visitor.capture(path, jumped);
                }
            });
            return;
        }
        for piece in points(self.marks) {
            visitor.huff(piece);
        }
        let capturers = self.capturers(geometry);
        if capturers != 0 {
            let least = self.least_capture(geometry, capturers);
            for from in points(capturers) {
                CaptureSearch::begin(geometry, self, from).each_capture(
                    false,
                    &mut |path, jumped| {
                        if jumped.count_ones() >= least {
                            visitor.capture(path, jumped);
                        }
                    },
                );
            }
            if !geometry.optional {
                return;
            }
        }
        for direction in 0..8 {
            for from in points(self.steppers(geometry, direction)) {
                self.each_step_along(geometry, from, direction, |to| {
                    visitor.step(from, to, direction);
                });
            }
        }
    }

    /// The number of pieces that a capture must take: under majority as many as any can, else 0.
    pub(crate) fn least_capture(&self, geometry: &Geometry, capturers: u32) -> u32 {
        if !geometry.majority {
            return 0;
        }
        points(capturers)
            .map(|from| CaptureSearch::begin(geometry, self, from).most_jumped(false))
            .max()
            .unwrap_or(0)
    }

    /// The points a piece reaches by stepping in a direction in which its neighbour is free: one,
    /// or for a flying king all up to the next piece.
    #[inline]
    pub(crate) fn each_step_along(
        &self,
        geometry: &Geometry,
        from: u8,
        direction: usize,
        mut found: impl FnMut(u8),
    ) {
        let mut at = (from as i8 + OFFSET[direction]) as u8;
        found(at);
        if geometry.flying && self.kings >> from & 1 == 1 {
            let empty = self.empty();
            while LINE_FROM[direction] >> at & 1 == 1 {
                at = (at as i8 + OFFSET[direction]) as u8;
                if empty >> at & 1 == 0 {
                    break;
                }
                found(at);
            }
        }
    }

    /// The number of legal moves that are not huffs.
    pub(crate) fn count_turns(&self, geometry: &Geometry) -> u64 {
        if self.is_bare() {
            return 0;
        }
        let capturers = self.capturers(geometry);
        if self.chain.is_none() && capturers == 0 && !geometry.flying {
            return self.count_steps(geometry);
        }
        let mut counter = Counter(0);
        Self { marks: 0, ..*self }.walk(geometry, &mut counter);
        counter.0
    }

    fn count_steps(&self, geometry: &Geometry) -> u64 {
        (0..8)
            .map(|direction| u64::from(self.steppers(geometry, direction).count_ones()))
            .sum()
    }
}

struct Counter(u64);

impl Visitor for Counter {
    #[inline]
    fn step(&mut self, _: u8, _: u8, _: usize) {
        self.0 += 1;
    }

    #[inline]
    fn capture(&mut self, _: &[u8], _: u32) {
        self.0 += 1;
    }

    #[inline]
    fn huff(&mut self, _: u8) {
        self.0 += 1;
    }
}

struct Lister<'a> {
    position: &'a Position,
    geometry: &'a Geometry,
    moves: Vec<(Move, Position)>,
}

impl Visitor for Lister<'_> {
    fn step(&mut self, from: u8, to: u8, direction: usize) {
        let next = self.position.after_step(self.geometry, from, to, direction);
        self.moves.push((
            Move::of(self.position.turn, MoveKind::Step, &[from, to]),
            next,
        ));
    }

    fn capture(&mut self, path: &[u8], jumped: u32) {
        let next =
            self.position
                .after_capture(self.geometry, path[0], path[path.len() - 1], jumped);
        self.moves
            .push((Move::of(self.position.turn, MoveKind::Capture, path), next));
    }

    fn huff(&mut self, piece: u8) {
        let next = self.position.after_huff(piece);
        self.moves
            .push((Move::of(self.position.turn, MoveKind::Huff, &[piece]), next));
    }
}

struct Successors<'a, F> {
    position: &'a Position,
    geometry: &'a Geometry,
    found: F,
    huffs: bool,
}

impl<F: FnMut(Position)> Visitor for Successors<'_, F> {
    #[inline]
    fn step(&mut self, from: u8, to: u8, direction: usize) {
        (self.found)(self.position.after_step(self.geometry, from, to, direction));
    }

    #[inline]
    fn capture(&mut self, path: &[u8], jumped: u32) {
        (self.found)(self.position.after_capture(
            self.geometry,
            path[0],
            path[path.len() - 1],
            jumped,
        ));
    }

    fn huff(&mut self, piece: u8) {
        if self.huffs {
            (self.found)(self.position.after_huff(piece));
        }
    }
}
