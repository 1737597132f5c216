//! Captures of a bulk count: found, counted and listed from sets of eight directions.

#![allow(
    clippy::inline_always,
    reason = "lanes must be inlined into functions with the target feature, or each operation is a call"
)]

use super::machine::Machine;
use super::nodes::{Node, Taking, Walk, by_kind};
use crate::bits::ALL;
use crate::direction::OFFSET;
use crate::geometry::{KING, MAN};
use crate::lanes::{Lanes, Side};

/// Lanes of the directions along each axis.
pub(super) const AXIS: [[u32; 8]; 4] = {
    let mut lanes = [[0; 8]; 4];
    let mut direction = 0;
    while direction < 8 {
        lanes[direction % 4][direction] = ALL;
        direction += 1;
    }
    lanes
};

/// One side's jumps now.
pub(super) struct Jumps<L> {
    /// First jumps of its pieces.
    pub(super) first: L,
    /// Those among them that a second jump may follow.
    pub(super) longer: L,
    /// All points but those with a piece.
    pub(super) empty: L,
}

/// A capture being searched, standing on `at`.
pub(super) struct Hunt<L> {
    pub(super) at: u32,
    /// Directions of the jumps possible now.
    pub(super) directions: u32,
    /// Points from which a later jump in the direction is possible, over pieces that may be jumped.
    pub(super) open: L,
}

#[inline(always)]
pub(super) fn jumps<L: Lanes, S: Side, const KINGS: bool>(walk: &Walk, node: &Node) -> Jumps<L> {
    let table = walk.table::<S>();
    let empty = L::splat(ALL & !(node.me | node.them));
    let open = L::splat(node.them)
        .looking::<S, 1>()
        .and(empty.looking::<S, 2>());
    let first = open.and(by_kind::<L, KINGS>(node, &table.first));
    let mut longer = first;
    if !first.is_empty() {
        // A second jump is no jump back, whose landing point the moving piece has left but now.
        let kind = if KINGS { KING } else { MAN };
        let later = open.and(L::load(&table.later[kind])).union();
        longer = first.and(L::splat(later).looking::<S, 2>());
    }
    Jumps {
        first,
        longer,
        empty,
    }
}

#[inline(always)]
pub(super) fn count_captures<L: Machine, S: Side, const KINGS: bool>(
    walk: &mut Walk,
    node: &Node,
    jumps: &Jumps<L>,
) -> u64 {
    let first = u64::from(jumps.first.count());
    if jumps.longer.is_empty() {
        return first;
    }
    if walk.majority {
        let bottom = walk.taking.len();
        list_captures::<L, S, KINGS>(walk, node, jumps.empty, jumps.first);
        let captures = walk.taking.len() - bottom;
        walk.taking.truncate(bottom);
        return captures as u64;
    }
    // Plain loops: what a closure would do with lanes is compiled without the target feature.
    let mut captures = first - u64::from(jumps.longer.count());
    let mut set = jumps.longer.union();
    while set != 0 {
        let from = set.trailing_zeros();
        set &= set - 1;
        let mut directions = jumps.longer.directions_at(from);
        let hunt = begin::<L, S, KINGS>(walk, node, jumps.empty, from, directions);
        while directions != 0 {
            let direction = directions.trailing_zeros();
            directions &= directions - 1;
            captures += count_from::<L, S>(walk, &hunt, direction);
        }
    }
    captures
}

/// Lists the captures that begin with these jumps; under majority those of most pieces.
#[inline(always)]
pub(super) fn list_captures<L: Machine, S: Side, const KINGS: bool>(
    walk: &mut Walk,
    node: &Node,
    empty: L,
    first: L,
) {
    let bottom = walk.taking.len();
    let mut set = first.union();
    while set != 0 {
        let from = set.trailing_zeros();
        set &= set - 1;
        let directions = first.directions_at(from);
        let hunt = begin::<L, S, KINGS>(walk, node, empty, from, directions);
        L::list_paths::<S>(walk, &hunt, 1 << from, 0);
    }
    if walk.majority {
        let size = |taking: &Taking| taking.jumped.count_ones();
        let most = walk.taking[bottom..].iter().map(size).max().unwrap_or(0);
        let mut kept = bottom;
        for at in bottom..walk.taking.len() {
            if size(&walk.taking[at]) == most {
                walk.taking[kept] = walk.taking[at];
                kept += 1;
            }
        }
        walk.taking.truncate(kept);
    }
}

#[inline(always)]
pub(super) fn begin<L: Lanes, S: Side, const KINGS: bool>(
    walk: &Walk,
    node: &Node,
    empty: L,
    from: u32,
    directions: u32,
) -> Hunt<L> {
    let kind = if KINGS {
        (node.kings >> from & 1) as usize
    } else {
        MAN
    };
    let mut free = empty;
    if walk.land_on_start {
        free = free.or(L::splat(1 << from));
    }
    let later = L::load(&walk.table::<S>().later[kind]);
    let over = L::splat(node.them).looking::<S, 1>();
    Hunt {
        at: from,
        directions,
        open: over.and(free.looking::<S, 2>()).and(later),
    }
}

/// Where a jump lands, and the directions of the jumps that can follow: any but back over the same
/// piece.
#[inline(always)]
pub(super) fn landing<L: Lanes, S: Side>(hunt: &Hunt<L>, direction: u32) -> (u32, u32) {
    let to = (hunt.at as i32 + 2 * offset::<S>(direction)) as u32;
    let back = 1 << (direction ^ 4);
    (to, hunt.open.directions_at(to) & !back)
}

/// The hunt after a jump to `at`: no other jump over the same piece.
#[inline(always)]
pub(super) fn leap<L: Lanes, S: Side>(
    walk: &Walk,
    hunt: &Hunt<L>,
    direction: u32,
    at: u32,
    directions: u32,
) -> Hunt<L> {
    let over = L::splat(over::<L, S>(hunt, direction));
    let mut gone = over.looking::<S, 1>();
    if walk.other_axis {
        gone = gone.and(L::load(&AXIS[direction as usize % 4]));
    }
    Hunt {
        at,
        directions,
        open: hunt.open.without(gone),
    }
}

#[inline(always)]
pub(super) fn over<L, S: Side>(hunt: &Hunt<L>, direction: u32) -> u32 {
    1 << (hunt.at as i32 + offset::<S>(direction))
}

#[inline(always)]
pub(super) fn offset<S: Side>(direction: u32) -> i32 {
    let offset = i32::from(OFFSET[direction as usize]);
    if S::FAR { -offset } else { offset }
}

#[inline(always)]
pub(super) fn count_paths<L: Machine, S: Side>(walk: &Walk, hunt: &Hunt<L>) -> u64 {
    let mut paths = 0;
    let mut directions = hunt.directions;
    while directions != 0 {
        let direction = directions.trailing_zeros();
        directions &= directions - 1;
        paths += count_from::<L, S>(walk, hunt, direction);
    }
    paths
}

/// The captures that go on with a jump in a direction.
#[inline(always)]
pub(super) fn count_from<L: Machine, S: Side>(walk: &Walk, hunt: &Hunt<L>, direction: u32) -> u64 {
    let (to, next) = landing::<L, S>(hunt, direction);
    if next == 0 {
        return 1;
    }
    let here = leap::<L, S>(walk, hunt, direction, to, next);
    let stops = u64::from(walk.may_stop);
    let mut paths = stops;
    let mut directions = next;
    while directions != 0 {
        let direction = directions.trailing_zeros();
        directions &= directions - 1;
        let (to, next) = landing::<L, S>(&here, direction);
        paths += if next == 0 {
            1
        } else {
            let there = leap::<L, S>(walk, &here, direction, to, next);
            stops + L::count_paths::<S>(walk, &there)
        };
    }
    paths
}

#[inline(always)]
pub(super) fn list_paths<L: Machine, S: Side>(
    walk: &mut Walk,
    hunt: &Hunt<L>,
    from: u32,
    jumped: u32,
) {
    let mut directions = hunt.directions;
    while directions != 0 {
        let direction = directions.trailing_zeros();
        directions &= directions - 1;
        let (to, next) = landing::<L, S>(hunt, direction);
        let jumped = jumped | over::<L, S>(hunt, direction);
        if next == 0 || walk.may_stop {
            walk.taking.push(Taking {
                from,
                to: 1 << to,
                jumped,
            });
        }
        if next != 0 {
            let next = leap::<L, S>(walk, hunt, direction, to, next);
            L::list_paths::<S>(walk, &next, from, jumped);
        }
    }
}
