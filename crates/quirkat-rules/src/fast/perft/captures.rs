//! Captures of a bulk count: found, counted and listed from sets of eight directions.

use super::node::{CaptureMove, Node};
use super::side::{Sets, Side};
use super::state::{Walk, by_kind};
use crate::board::points::ALL;
use crate::fast::simd::vector::{Simd, Task, Words};
use crate::rules::geometry::{KING, MAN};
use std::marker::PhantomData;

/// Lanes of the directions along each axis.
const AXIS: [[u32; 8]; 4] = {
    let mut lanes = [[0; 8]; 4];
    let mut direction = 0;
    while direction < 8 {
        lanes[direction % 4][direction] = ALL;
        direction += 1;
    }
    lanes
};

/// One side's jumps now.
pub(super) struct Jumps<W> {
    /// First jumps of its pieces.
    pub(super) first: W,
    /// Those among them that a second jump may follow.
    pub(super) longer: W,
    /// All points but those with a piece.
    pub(super) empty: W,
}

/// A capture being searched, standing on `at`.
struct CaptureSearch<W> {
    at: u32,
    /// Directions of the jumps possible now.
    directions: u32,
    /// Points from which a later jump in the direction is possible, over pieces that may be jumped.
    open: W,
}

/// The jumps of the side to move.
#[inline(always)]
pub(super) fn jumps<M: Simd, S: Side, const KINGS: bool>(
    walk: &Walk<M>,
    node: &Node,
) -> Jumps<M::Words> {
    let table = walk.table::<S>();
    let empty = walk.machine.splat(ALL & !(node.me | node.them));
    let open = walk
        .machine
        .splat(node.them)
        .looking::<S, 1>()
        .and(empty.looking::<S, 2>());
    let first = open.and(by_kind::<M, KINGS>(walk.machine, node, &table.first));
    let mut longer = first;
    if !first.all_zero() {
        // A second jump is no jump back, whose landing point the moving piece has left but now.
        let kind = if KINGS { KING } else { MAN };
        let later = open.and(walk.machine.load(&table.later[kind])).union();
        longer = first.and(walk.machine.splat(later).looking::<S, 2>());
    }
    Jumps {
        first,
        longer,
        empty,
    }
}

/// The number of captures, given the jumps.
#[inline(always)]
pub(super) fn count_captures<M: Simd, S: Side, const KINGS: bool>(
    walk: &mut Walk<M>,
    node: &Node,
    jumps: &Jumps<M::Words>,
) -> u64 {
    let first = u64::from(jumps.first.count_ones());
    if jumps.longer.all_zero() {
        return first;
    }
    if walk.majority {
        let bottom = walk.captures.len();
        list_captures::<M, S, KINGS>(walk, node, jumps.empty, jumps.first);
        let captures = walk.captures.len() - bottom;
        walk.captures.truncate(bottom);
        return captures as u64;
    }
    // Plain loops: what a closure would do with lanes is compiled without the target feature.
    let mut captures = first - u64::from(jumps.longer.count_ones());
    let mut set = jumps.longer.union();
    while set != 0 {
        let from = set.trailing_zeros();
        set &= set - 1;
        let mut directions = jumps.longer.lanes_with(from);
        let search = begin::<M, S, KINGS>(walk, node, jumps.empty, from, directions);
        while directions != 0 {
            let direction = directions.trailing_zeros();
            directions &= directions - 1;
            captures += count_from::<M, S>(walk, &search, direction);
        }
    }
    captures
}

/// Lists the captures that begin with these jumps; under majority those of most pieces.
#[inline(always)]
pub(super) fn list_captures<M: Simd, S: Side, const KINGS: bool>(
    walk: &mut Walk<M>,
    node: &Node,
    empty: M::Words,
    first: M::Words,
) {
    let bottom = walk.captures.len();
    let mut set = first.union();
    while set != 0 {
        let from = set.trailing_zeros();
        set &= set - 1;
        let directions = first.lanes_with(from);
        let search = begin::<M, S, KINGS>(walk, node, empty, from, directions);
        list_apart::<M, S>(walk, &search, 1 << from, 0);
    }
    if walk.majority {
        let size = |capture: &CaptureMove| capture.jumped.count_ones();
        let most = walk.captures[bottom..].iter().map(size).max().unwrap_or(0);
        let mut kept = bottom;
        for at in bottom..walk.captures.len() {
            if size(&walk.captures[at]) == most {
                walk.captures[kept] = walk.captures[at];
                kept += 1;
            }
        }
        walk.captures.truncate(kept);
    }
}

/// Before the first jump of the piece on `from`.
#[inline(always)]
fn begin<M: Simd, S: Side, const KINGS: bool>(
    walk: &Walk<M>,
    node: &Node,
    empty: M::Words,
    from: u32,
    directions: u32,
) -> CaptureSearch<M::Words> {
    let kind = if KINGS {
        (node.kings >> from & 1) as usize
    } else {
        MAN
    };
    let mut free = empty;
    if walk.land_on_start {
        free = free.or(walk.machine.splat(1 << from));
    }
    let later = walk.machine.load(&walk.table::<S>().later[kind]);
    let over = walk.machine.splat(node.them).looking::<S, 1>();
    CaptureSearch {
        at: from,
        directions,
        open: over.and(free.looking::<S, 2>()).and(later),
    }
}

/// Where a jump lands, and the directions of the jumps that can follow: any but back over the same
/// piece.
#[inline(always)]
fn landing<W: Words, S: Side>(search: &CaptureSearch<W>, direction: u32) -> (u32, u32) {
    let to = (search.at as i32 + 2 * S::offset(direction as usize)) as u32;
    let back = 1 << (direction ^ 4);
    (to, search.open.lanes_with(to) & !back)
}

/// The search after a jump to `at`: no other jump over the same piece.
#[inline(always)]
fn after_jump<M: Simd, S: Side>(
    walk: &Walk<M>,
    search: &CaptureSearch<M::Words>,
    direction: u32,
    at: u32,
    directions: u32,
) -> CaptureSearch<M::Words> {
    let over = walk.machine.splat(over::<M::Words, S>(search, direction));
    let mut gone = over.looking::<S, 1>();
    if walk.other_axis {
        gone = gone.and(walk.machine.load(&AXIS[direction as usize % 4]));
    }
    CaptureSearch {
        at,
        directions,
        open: search.open.without(gone),
    }
}

/// The piece jumped.
#[inline(always)]
fn over<W: Words, S: Side>(search: &CaptureSearch<W>, direction: u32) -> u32 {
    1 << (search.at as i32 + S::offset(direction as usize))
}

/// The captures that go on from here.
#[inline(always)]
fn count_paths<M: Simd, S: Side>(walk: &Walk<M>, search: &CaptureSearch<M::Words>) -> u64 {
    let mut paths = 0;
    let mut directions = search.directions;
    while directions != 0 {
        let direction = directions.trailing_zeros();
        directions &= directions - 1;
        paths += count_from::<M, S>(walk, search, direction);
    }
    paths
}

/// The captures that go on with a jump in a direction.
#[inline(always)]
fn count_from<M: Simd, S: Side>(
    walk: &Walk<M>,
    search: &CaptureSearch<M::Words>,
    direction: u32,
) -> u64 {
    let (to, next) = landing::<M::Words, S>(search, direction);
    if next == 0 {
        return 1;
    }
    let here = after_jump::<M, S>(walk, search, direction, to, next);
    let stops = u64::from(walk.may_stop);
    let mut paths = stops;
    let mut directions = next;
    while directions != 0 {
        let direction = directions.trailing_zeros();
        directions &= directions - 1;
        let (to, next) = landing::<M::Words, S>(&here, direction);
        paths += if next == 0 {
            1
        } else {
            let there = after_jump::<M, S>(walk, &here, direction, to, next);
            stops + count_apart::<M, S>(walk, &there)
        };
    }
    paths
}

/// Lists the captures that go on from here, of the piece that began on `from` and has jumped these.
#[inline(always)]
fn list_paths<M: Simd, S: Side>(
    walk: &mut Walk<M>,
    search: &CaptureSearch<M::Words>,
    from: u32,
    jumped: u32,
) {
    let mut directions = search.directions;
    while directions != 0 {
        let direction = directions.trailing_zeros();
        directions &= directions - 1;
        let (to, next) = landing::<M::Words, S>(search, direction);
        let jumped = jumped | over::<M::Words, S>(search, direction);
        if next == 0 || walk.may_stop {
            walk.captures.push(CaptureMove {
                from,
                to: 1 << to,
                jumped,
            });
        }
        if next != 0 {
            let next = after_jump::<M, S>(walk, search, direction, to, next);
            list_apart::<M, S>(walk, &next, from, jumped);
        }
    }
}

/// [`count_paths`] as a function of its own, for it leads back to itself.
#[inline(always)]
fn count_apart<M: Simd, S: Side>(walk: &Walk<M>, search: &CaptureSearch<M::Words>) -> u64 {
    walk.machine.call::<CountPaths<M, S>>(walk, search, ())
}

struct CountPaths<'a, M, S>(PhantomData<(&'a M, S)>);

impl<'a, M: Simd, S: Side> Task<M> for CountPaths<'a, M, S> {
    type A = &'a Walk<M>;
    type B = &'a CaptureSearch<M::Words>;
    type C = ();
    type Output = u64;

    #[inline(always)]
    fn run(_: M, walk: &Walk<M>, search: &CaptureSearch<M::Words>, (): ()) -> u64 {
        count_paths::<M, S>(walk, search)
    }
}

/// [`list_paths`] as a function of its own, for it leads back to itself.
#[inline(always)]
fn list_apart<M: Simd, S: Side>(
    walk: &mut Walk<M>,
    search: &CaptureSearch<M::Words>,
    from: u32,
    jumped: u32,
) {
    walk.machine
        .call::<ListPaths<M, S>>(walk, search, (from, jumped));
}

struct ListPaths<'a, M, S>(PhantomData<(&'a M, S)>);

impl<'a, M: Simd, S: Side> Task<M> for ListPaths<'a, M, S> {
    type A = &'a mut Walk<M>;
    type B = &'a CaptureSearch<M::Words>;
    type C = (u32, u32);
    type Output = ();

    #[inline(always)]
    fn run(_: M, walk: &mut Walk<M>, search: &CaptureSearch<M::Words>, (from, jumped): (u32, u32)) {
        list_paths::<M, S>(walk, search, from, jumped);
    }
}
