//! One pair of levels solved backwards: first every position whose captures and promotions decide
//! it, then, from each decided position, the quiet moves that lead to it.

use crate::grid::{self, LAST_ROW, OFFSET, Steps};
use crate::level_file::code;
use crate::material::{Layout, Layouts, Stones};
use crate::tables::{Tables, huffed};
use crate::{Control, Error, Material, Value};
use quirkat_rules::{Geometry, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// States of a position while its level is being solved. Smaller numbers count the quiet moves
/// (and drawing ways out) that are not known to lose: at 0 the position is lost.
mod state {
    pub(super) const WIN_SEED: u8 = 255;
    pub(super) const LOSS_SEED: u8 = 254;
    pub(super) const WIN: u8 = 253;
    pub(super) const LOSS: u8 = 252;
    /// Drawn whatever the rest of the level says.
    pub(super) const DRAW: u8 = 251;
    /// The mirror image owns this number.
    pub(super) const UNUSED: u8 = 250;
    pub(super) const MOST: u8 = 249;
}

/// A level and the one with the other side to move, being solved together.
pub(crate) struct Pair<'a> {
    geometry: &'a Geometry,
    tables: &'a Tables,
    steps: Steps,
    flying: bool,
    crowns: bool,
    huffing: bool,
    sides: Vec<Side>,
}

/// One level of the pair.
struct Side {
    layout: Layout,
    states: Vec<AtomicU8>,
    distances: Vec<AtomicU8>,
}

/// A solved level.
pub(crate) struct Solved {
    pub(crate) material: Material,
    pub(crate) positions: u64,
    /// Two bits a position.
    pub(crate) values: Vec<u8>,
    /// A byte a position when asked for.
    pub(crate) distances: Option<Vec<u8>>,
    pub(crate) wins: u64,
    pub(crate) losses: u64,
    pub(crate) owned: u64,
}

/// A decided position whose predecessors are to be told.
#[derive(Clone, Copy)]
struct Decided {
    side: usize,
    stones: Stones,
    won: bool,
}

/// The distance of a position that is not decided, or not within 254 plies.
const FAR: u8 = 255;

impl<'a> Pair<'a> {
    pub(crate) fn new(
        geometry: &'a Geometry,
        tables: &'a Tables,
        layouts: &mut Layouts,
        material: Material,
        distance: bool,
    ) -> Self {
        let rules = geometry.rules();
        let mut materials = vec![material, material.transposed()];
        materials.dedup();
        let sides = materials
            .into_iter()
            .map(|material| {
                let layout = layouts.layout(material);
                let bytes = |wanted: bool, fill: u8| {
                    let len = if wanted { layout.len() as usize } else { 0 };
                    (0..len).map(|_| AtomicU8::new(fill)).collect()
                };
                Side {
                    states: bytes(true, state::UNUSED),
                    distances: bytes(distance, FAR),
                    layout,
                }
            })
            .collect();
        Self {
            geometry,
            tables,
            steps: Steps::of(geometry),
            flying: rules.promotion == quirkat_rules::Promotion::Flying,
            crowns: rules.has_kings(),
            huffing: rules.huffing.into(),
            sides,
        }
    }

    /// Solves both levels.
    pub(crate) fn solve(self, control: &Control<'_>) -> Result<Vec<Solved>, Error> {
        for side in 0..self.sides.len() {
            self.for_blocks(side, control, |block| self.seed_block(side, block))?;
        }
        if self.sides[0].distances.is_empty() {
            for side in 0..self.sides.len() {
                self.for_blocks(side, control, |block| self.spread_block(side, block))?;
            }
        } else {
            for depth in 0..FAR {
                if !self.layer(depth, control)? {
                    break;
                }
            }
        }
        Ok(self.sides.into_par_iter().map(Side::pack).collect())
    }

    fn for_blocks(
        &self,
        side: usize,
        control: &Control<'_>,
        visit: impl Fn(usize) + Sync,
    ) -> Result<(), Error> {
        (0..self.sides[side].layout.blocks())
            .into_par_iter()
            .try_for_each(|block| {
                control.check()?;
                visit(block);
                Ok(())
            })
    }

    const fn other(&self, side: usize) -> usize {
        if self.sides.len() == 1 { 0 } else { 1 - side }
    }
}

/// Seeding: what captures, promotions and the lack of moves say.
impl Pair<'_> {
    fn seed_block(&self, side: usize, block: usize) {
        let Side {
            layout,
            states,
            distances,
        } = &self.sides[side];
        let start = block * layout.block_len();
        let states = &states[start..start + layout.block_len()];
        layout.walker().block(block, |place, stones, owns| {
            if !owns {
                return;
            }
            let (found, distance) = self.seed(stones, layout.material);
            states[place].store(found, Ordering::Relaxed);
            if !distances.is_empty() && found >= state::LOSS_SEED {
                distances[start + place].store(distance, Ordering::Relaxed);
            }
        });
    }

    /// The first state of a position, and its distance when that decides it.
    #[inline]
    fn seed(&self, stones: &Stones, material: Material) -> (u8, u8) {
        let position = stones.position();
        if !self.crowns && !position.can_capture(self.geometry) {
            return match self.quiet_moves_of_men(stones) {
                0 => (state::LOSS_SEED, 0),
                count => (count as u8, 0),
            };
        }
        self.seed_by_successors(&position, material)
    }

    #[inline]
    fn quiet_moves_of_men(&self, stones: &Stones) -> u32 {
        let free = grid::ALL & !(stones.own | stones.opp);
        (0..8)
            .map(|direction| {
                let from = stones.own & self.steps.man[direction];
                (from & grid::looking_at(free, direction)).count_ones()
            })
            .sum()
    }

    fn seed_by_successors(&self, position: &Position, material: Material) -> (u8, u8) {
        let within = material.transposed();
        let (mut quiet, mut moves, mut won, mut drawn) = (0u32, 0u32, false, false);
        position.each_successor(self.geometry, |next| {
            moves += 1;
            if won {
                return;
            }
            let raw = next
                .raw()
                .expect("no capture in progress after a whole move");
            let stones = Stones::of(&raw);
            if stones.opp != 0 && Material::of(&stones) == within {
                quiet += u32::from(self.floor(&stones, raw.marks) != Value::Win);
                return;
            }
            let value = self.way_out(&stones).max(self.floor(&stones, raw.marks));
            match value {
                Value::Loss => won = true,
                Value::Draw => drawn = true,
                Value::Win => {}
            }
        });
        if won {
            (state::WIN_SEED, 1)
        } else if quiet == 0 {
            match (moves, drawn) {
                (0, _) => (state::LOSS_SEED, 0),
                (_, true) => (state::DRAW, 0),
                (_, false) => (state::LOSS_SEED, 1),
            }
        } else {
            let count = quiet + u32::from(drawn);
            debug_assert!(count <= u32::from(state::MOST));
            (count as u8, 0)
        }
    }

    /// The value of a position that a capture or promotion leads to.
    fn way_out(&self, stones: &Stones) -> Value {
        self.tables
            .value_of_stones(stones)
            .expect("levels are solved after those that they lead to")
    }

    /// The best that huffing alone gives the side to move.
    fn floor(&self, stones: &Stones, marks: u32) -> Value {
        grid::points(marks)
            .map(|piece| self.way_out(&huffed(stones, piece)))
            .max()
            .unwrap_or(Value::Loss)
    }
}

/// Spreading decided values to quiet predecessors.
impl Pair<'_> {
    fn spread_block(&self, side: usize, block: usize) {
        let Side { layout, states, .. } = &self.sides[side];
        let start = block * layout.block_len();
        let states = &states[start..start + layout.block_len()];
        let seeds = |state: &AtomicU8| state.load(Ordering::Relaxed) >= state::LOSS_SEED;
        if !states.iter().any(seeds) {
            return;
        }
        let mut open = Vec::new();
        layout.walker().block(block, |place, stones, owns| {
            let found = states[place].load(Ordering::Relaxed);
            if !owns || found < state::LOSS_SEED {
                return;
            }
            open.push(Decided {
                side,
                stones: *stones,
                won: found == state::WIN_SEED,
            });
            while let Some(decided) = open.pop() {
                self.tell_predecessors(&decided, &mut |found, _| open.push(found));
            }
        });
    }

    /// Spreads what was decided at exactly this distance; `false` when nothing was.
    fn layer(&self, depth: u8, control: &Control<'_>) -> Result<bool, Error> {
        let found = std::sync::atomic::AtomicBool::new(depth == 0);
        for side in 0..self.sides.len() {
            self.for_blocks(side, control, |block| {
                let Side {
                    layout, distances, ..
                } = &self.sides[side];
                let start = block * layout.block_len();
                let distances = &distances[start..start + layout.block_len()];
                let now = |distance: &AtomicU8| distance.load(Ordering::Relaxed) == depth;
                if !distances.iter().any(now) {
                    return;
                }
                found.store(true, Ordering::Relaxed);
                self.layer_block(side, block, depth);
            })?;
        }
        Ok(found.into_inner())
    }

    fn layer_block(&self, side: usize, block: usize, depth: u8) {
        let Side {
            layout,
            states,
            distances,
        } = &self.sides[side];
        let start = block * layout.block_len();
        layout.walker().block(block, |place, stones, owns| {
            if !owns || distances[start + place].load(Ordering::Relaxed) != depth {
                return;
            }
            let won = matches!(
                states[start + place].load(Ordering::Relaxed),
                state::WIN | state::WIN_SEED
            );
            let mut open = vec![Decided {
                side,
                stones: *stones,
                won,
            }];
            while let Some(decided) = open.pop() {
                self.tell_predecessors(&decided, &mut |found, number| {
                    let distance = &self.sides[found.side].distances[number];
                    distance.store(depth + 1, Ordering::Relaxed);
                    if depth + 1 == FAR {
                        // The last layer: what follows is all "far".
                        open.push(found);
                    }
                });
            }
        });
    }

    /// Tells every quiet predecessor of a decided position; calls `found` with those that are
    /// decided by it, and their numbers.
    #[inline]
    fn tell_predecessors(&self, decided: &Decided, found: &mut impl FnMut(Decided, usize)) {
        let side = self.other(decided.side);
        let Side { layout, states, .. } = &self.sides[side];
        let stones = &decided.stones;
        let image = stones.mirrored() == *stones;
        self.each_predecessor(stones, |before| {
            let (number, owner) = layout.index(&before);
            // The two predecessors of a mirror-symmetric position are one move of one position;
            // a symmetric predecessor of another position has two moves that are one.
            if image && owner != before {
                return;
            }
            let number = number as usize;
            let state = &states[number];
            if state.load(Ordering::Relaxed) > state::MOST {
                return;
            }
            let floor = if self.huffing {
                self.floor_of_move(&before, stones)
            } else {
                Value::Loss
            };
            let decides = if decided.won {
                let moves = if !image && before.mirrored() == before {
                    2
                } else {
                    1
                };
                floor != Value::Win && count_down(state, moves)
            } else {
                floor == Value::Loss && claim_win(state)
            };
            if decides {
                let won = !decided.won;
                let stones = owner;
                found(Decided { side, stones, won }, number);
            }
        });
    }

    /// Calls `visit` with each position (of the same pieces) that has a quiet move to this one,
    /// captures aside.
    #[inline]
    fn each_predecessor(&self, stones: &Stones, mut visit: impl FnMut(Stones)) {
        let own = grid::half_turn(stones.opp);
        let opp = grid::half_turn(stones.own);
        let kings = if stones.kings == 0 {
            0
        } else {
            grid::half_turn(stones.kings)
        };
        let free = grid::ALL & !(own | opp);
        let mut men = own & !kings;
        if self.crowns {
            // A man that stepped on the last row is a king of another level.
            men &= !LAST_ROW;
        }
        for (direction, offset) in OFFSET.into_iter().enumerate() {
            let from = free & self.steps.man[direction] & grid::looking_at(men, direction);
            for from in grid::points(from) {
                let moved = 1 << from | 1 << (from as i32 + offset);
                visit(Stones {
                    own: own ^ moved,
                    opp,
                    kings,
                });
            }
            if own & kings == 0 {
                continue;
            }
            for to in grid::points(own & kings) {
                let mut from = to as i32 - offset;
                while (0..25).contains(&from) && free & self.steps.king[direction] & 1 << from != 0
                {
                    let moved = 1 << from | 1 << to;
                    visit(Stones {
                        own: own ^ moved,
                        opp,
                        kings: kings ^ moved,
                    });
                    if !self.flying {
                        break;
                    }
                    from -= offset;
                }
            }
        }
    }

    /// Under huffing: the best that the right to huff gives the side to move after the quiet move
    /// from one position to the other.
    fn floor_of_move(&self, before: &Stones, after: &Stones) -> Value {
        let mut floor = Value::Loss;
        before.position().each_successor(self.geometry, |next| {
            let raw = next
                .raw()
                .expect("no capture in progress after a whole move");
            if Stones::of(&raw) == *after {
                floor = self.floor(after, raw.marks);
            }
        });
        floor
    }
}

/// Counts a move as lost; whether it was the last.
#[inline]
fn count_down(state: &AtomicU8, moves: u8) -> bool {
    let mut now = state.load(Ordering::Relaxed);
    while now <= state::MOST {
        debug_assert!(now >= moves);
        let next = if now <= moves {
            state::LOSS
        } else {
            now - moves
        };
        match state.compare_exchange_weak(now, next, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return next == state::LOSS,
            Err(seen) => now = seen,
        }
    }
    false
}

/// Marks a position won; whether it was undecided before.
#[inline]
fn claim_win(state: &AtomicU8) -> bool {
    let mut now = state.load(Ordering::Relaxed);
    while now <= state::MOST {
        let swap =
            state.compare_exchange_weak(now, state::WIN, Ordering::Relaxed, Ordering::Relaxed);
        match swap {
            Ok(_) => return true,
            Err(seen) => now = seen,
        }
    }
    false
}

impl Side {
    fn pack(self) -> Solved {
        let code = |state: &AtomicU8| match state.load(Ordering::Relaxed) {
            state::WIN | state::WIN_SEED => code::WIN,
            state::LOSS | state::LOSS_SEED => code::LOSS,
            state::UNUSED => code::UNUSED,
            _ => code::DRAW,
        };
        let values: Vec<u8> = self
            .states
            .par_chunks(4)
            .map(|four| {
                let codes = four.iter().map(code).enumerate();
                codes.fold(0, |byte, (i, code)| byte | code << (2 * i))
            })
            .collect();
        let count = |wanted: u8| {
            let wanted = |state: &&AtomicU8| code(state) == wanted;
            self.states.par_iter().filter(wanted).count() as u64
        };
        let distances = self.distances;
        Solved {
            material: self.layout.material,
            positions: self.layout.len(),
            wins: count(code::WIN),
            losses: count(code::LOSS),
            owned: self.layout.len() - count(code::UNUSED),
            values,
            distances: (!distances.is_empty())
                .then(|| distances.into_iter().map(AtomicU8::into_inner).collect()),
        }
    }
}
