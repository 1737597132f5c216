//! Perft without positions: the board is never turned, no move is written down, and the last ply is
//! counted from eight sets of points at once. For all rules but flying kings.

use crate::bits::{ALL, half_turn, points};
use crate::direction::OFFSET;
use crate::geometry::{KING, LAST_ROW, MAN};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx2, has_avx2};
use crate::lanes::{Lanes, Near, Side, Words};
use crate::position::Bans;
use crate::{Geometry, Position};

/// Perft by moves of the notation, huffs included; `None` where this walk does not know the rules
/// or a capture is in progress. `depth` is at least 1.
pub(super) fn count(geometry: &Geometry, position: &Position, depth: u32) -> Option<u64> {
    if geometry.flying || position.chain.is_some() {
        return None;
    }
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        return Some(start::<Avx2>(geometry, position, depth));
    }
    Some(start::<Words>(geometry, position, depth))
}

fn start<L: Machine>(geometry: &Geometry, position: &Position, depth: u32) -> u64 {
    let mut walk = Walk::new(geometry);
    let node = Node {
        me: position.own,
        them: position.opp,
        kings: position.kings,
        marks: position.marks,
        bans: position.bans,
    };
    let (kings, bans, huffs) = (geometry.promotion, geometry.no_step_back, geometry.huffing);
    match (kings, bans, huffs) {
        (false, false, false) => L::descend::<Near, false, false, false>(&mut walk, &node, depth),
        (true, false, false) => L::descend::<Near, true, false, false>(&mut walk, &node, depth),
        (false, true, false) => L::descend::<Near, false, true, false>(&mut walk, &node, depth),
        (true, true, false) => L::descend::<Near, true, true, false>(&mut walk, &node, depth),
        (false, false, true) => L::descend::<Near, false, false, true>(&mut walk, &node, depth),
        (true, false, true) => L::descend::<Near, true, false, true>(&mut walk, &node, depth),
        (false, true, true) => L::descend::<Near, false, true, true>(&mut walk, &node, depth),
        (true, true, true) => L::descend::<Near, true, true, true>(&mut walk, &node, depth),
    }
}

/// A position on the board as the side that moved first sees it.
#[derive(Clone, Copy)]
struct Node {
    me: u32,
    them: u32,
    kings: u32,
    marks: u32,
    bans: Bans,
}

/// A whole capture.
#[derive(Clone, Copy)]
struct Taking {
    from: u32,
    to: u32,
    jumped: u32,
}

struct Walk {
    /// For the side whose men go up, and for the other.
    tables: [Table; 2],
    other_axis: bool,
    may_stop: bool,
    majority: bool,
    optional: bool,
    land_on_start: bool,
    /// Captures of the nodes above, a stack.
    taking: Vec<Taking>,
}

/// The tables of [`Geometry`] as one side's pieces need them on a board that is not turned, each
/// `[kind][direction]`.
struct Table {
    step: [[u32; 8]; 2],
    first: [[u32; 8]; 2],
    later: [[u32; 8]; 2],
    last_row: u32,
    /// For each bit of a ban's direction: no points in the lanes whose direction has it, else all.
    ban_bits: [[u32; 8]; 3],
}

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

impl Table {
    fn new(geometry: &Geometry, far: bool) -> Self {
        let turn = |sets: [[u32; 8]; 2]| {
            sets.map(|kind| kind.map(|set| if far { half_turn(set) } else { set }))
        };
        let ban_bits = std::array::from_fn(|bit| {
            std::array::from_fn(|lane| {
                let direction = if far { (lane + 4) % 8 } else { lane };
                if direction >> bit & 1 == 1 { 0 } else { ALL }
            })
        });
        Self {
            step: turn(geometry.step_from),
            first: turn(geometry.first_jump_from),
            later: turn(geometry.later_jump_from),
            last_row: if far { half_turn(LAST_ROW) } else { LAST_ROW },
            ban_bits,
        }
    }
}

impl Walk {
    fn new(geometry: &Geometry) -> Self {
        Self {
            tables: [Table::new(geometry, false), Table::new(geometry, true)],
            other_axis: geometry.other_axis,
            may_stop: geometry.may_stop,
            majority: geometry.majority,
            optional: geometry.optional,
            land_on_start: geometry.land_on_start,
            taking: Vec::new(),
        }
    }

    #[inline(always)]
    fn table<S: Side>(&self) -> &Table {
        &self.tables[usize::from(S::FAR)]
    }
}

/// The functions that call themselves, compiled once for each kind of lanes.
trait Machine: Lanes {
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) -> u64;
    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64;
    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32);
}

/// One side's jumps now.
struct Jumps<L> {
    /// First jumps of its pieces.
    first: L,
    /// Those among them that a second jump may follow.
    longer: L,
    /// All points but those with a piece.
    empty: L,
}

/// A capture being searched, standing on `at`.
struct Hunt<L> {
    at: u32,
    /// Directions of the jumps possible now.
    directions: u32,
    /// Points from which a later jump in the direction is possible, over pieces that may be jumped.
    open: L,
}

impl Machine for Words {
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) -> u64 {
        descend::<Self, S, KINGS, BANS, HUFFS>(walk, node, depth)
    }

    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64 {
        count_paths::<Self, S>(walk, hunt)
    }

    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32) {
        list_paths::<Self, S>(walk, hunt, from, jumped);
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Machine for Avx2 {
    #[inline(always)]
    fn descend<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
        walk: &mut Walk,
        node: &Node,
        depth: u32,
    ) -> u64 {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
            walk: &mut Walk,
            node: &Node,
            depth: u32,
        ) -> u64 {
            descend::<Avx2, S, KINGS, BANS, HUFFS>(walk, node, depth)
        }
        // SAFETY: `count` chose these lanes after it detected the features.
        unsafe { run::<S, KINGS, BANS, HUFFS>(walk, node, depth) }
    }

    #[inline(always)]
    fn count_paths<S: Side>(walk: &Walk, hunt: &Hunt<Self>) -> u64 {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side>(walk: &Walk, hunt: &Hunt<Avx2>) -> u64 {
            count_paths::<Avx2, S>(walk, hunt)
        }
        // SAFETY: as above.
        unsafe { run::<S>(walk, hunt) }
    }

    #[inline(always)]
    fn list_paths<S: Side>(walk: &mut Walk, hunt: &Hunt<Self>, from: u32, jumped: u32) {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn run<S: Side>(walk: &mut Walk, hunt: &Hunt<Avx2>, from: u32, jumped: u32) {
            list_paths::<Avx2, S>(walk, hunt, from, jumped);
        }
        // SAFETY: as above.
        unsafe { run::<S>(walk, hunt, from, jumped) }
    }
}

#[inline(always)]
fn descend<L: Machine, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk,
    node: &Node,
    depth: u32,
) -> u64 {
    if depth == 1 {
        return count_moves::<L, S, KINGS, BANS, HUFFS>(walk, node);
    }
    if node.me == 0 || node.them == 0 {
        return 0;
    }
    let mut nodes = 0;
    if HUFFS {
        for piece in points(node.marks) {
            let piece = 1 << piece;
            let mut next = *node;
            next.them &= !piece;
            next.kings &= !piece;
            next.bans.remove(piece);
            next.marks = 0;
            nodes += L::descend::<S, KINGS, BANS, HUFFS>(walk, &next, depth - 1);
        }
    }
    let jumps = jumps::<L, S, KINGS>(walk, node);
    if !jumps.first.is_empty() {
        let mut short = jumps.first;
        if !jumps.longer.is_empty() {
            // Under majority a single jump may be one of the captures of most pieces or not.
            let listed = if walk.majority {
                jumps.first
            } else {
                jumps.longer
            };
            short = short.without(listed);
            let bottom = walk.taking.len();
            list_captures::<L, S, KINGS>(walk, node, jumps.empty, listed);
            let mut at = bottom;
            let top = walk.taking.len();
            while at < top {
                let next = after_capture::<S, KINGS, BANS>(walk, node, walk.taking[at]);
                nodes += below::<L, S, KINGS, BANS, HUFFS>(walk, &next, depth);
                at += 1;
            }
            walk.taking.truncate(bottom);
        }
        for (direction, mut set) in short.store().into_iter().enumerate() {
            while set != 0 {
                let from = set & set.wrapping_neg();
                set ^= from;
                let taking = Taking {
                    from,
                    to: moved::<S>(from, direction, 2),
                    jumped: moved::<S>(from, direction, 1),
                };
                let next = after_capture::<S, KINGS, BANS>(walk, node, taking);
                nodes += below::<L, S, KINGS, BANS, HUFFS>(walk, &next, depth);
            }
        }
        if !walk.optional {
            return nodes;
        }
    }
    let marks = if HUFFS { jumps.first.union() } else { 0 };
    let steps = steps::<L, S, KINGS, BANS>(walk, node, jumps.empty);
    for (direction, mut set) in steps.store().into_iter().enumerate() {
        while set != 0 {
            let from = set & set.wrapping_neg();
            set ^= from;
            let to = moved::<S>(from, direction, 1);
            let next = after_step::<S, KINGS, BANS>(walk, node, from, to, direction, marks);
            nodes += below::<L, S, KINGS, BANS, HUFFS>(walk, &next, depth);
        }
    }
    nodes
}

/// The nodes below a node's successor.
#[inline(always)]
fn below<L: Machine, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk,
    next: &Node,
    depth: u32,
) -> u64 {
    if depth == 2 {
        count_moves::<L, S::Other, KINGS, BANS, HUFFS>(walk, next)
    } else {
        L::descend::<S::Other, KINGS, BANS, HUFFS>(walk, next, depth - 1)
    }
}

#[inline(always)]
fn moved<S: Side>(point: u32, direction: usize, distance: u32) -> u32 {
    let offset = OFFSET[direction] as i32 * distance as i32;
    let offset = if S::FAR { -offset } else { offset };
    point.rotate_left((offset & 31) as u32)
}

#[inline(always)]
fn by_kind<L: Lanes, const KINGS: bool>(node: &Node, table: &[[u32; 8]; 2]) -> L {
    if KINGS {
        let men = L::splat(node.me & !node.kings).and(L::load(&table[MAN]));
        men.or(L::splat(node.me & node.kings).and(L::load(&table[KING])))
    } else {
        L::splat(node.me).and(L::load(&table[MAN]))
    }
}

#[inline(always)]
fn jumps<L: Lanes, S: Side, const KINGS: bool>(walk: &Walk, node: &Node) -> Jumps<L> {
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
fn steps<L: Lanes, S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk,
    node: &Node,
    empty: L,
) -> L {
    let table = walk.table::<S>();
    let steps = empty
        .looking::<S, 1>()
        .and(by_kind::<L, KINGS>(node, &table.step));
    if !BANS {
        return steps;
    }
    let mut banned = L::splat(node.bans.set);
    for (code, lanes) in node.bans.directions().into_iter().zip(&table.ban_bits) {
        banned = banned.and(L::splat(code).xor(L::load(lanes)));
    }
    steps.without(banned)
}

#[inline(always)]
fn count_moves<L: Machine, S: Side, const KINGS: bool, const BANS: bool, const HUFFS: bool>(
    walk: &mut Walk,
    node: &Node,
) -> u64 {
    if node.them == 0 || node.me == 0 {
        return 0;
    }
    let mut moves = 0;
    if HUFFS {
        moves += u64::from(node.marks.count_ones());
    }
    let jumps = jumps::<L, S, KINGS>(walk, node);
    if !jumps.first.is_empty() {
        moves += count_captures::<L, S, KINGS>(walk, node, &jumps);
        if !walk.optional {
            return moves;
        }
    }
    moves + u64::from(steps::<L, S, KINGS, BANS>(walk, node, jumps.empty).count())
}

#[inline(always)]
fn count_captures<L: Machine, S: Side, const KINGS: bool>(
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
fn list_captures<L: Machine, S: Side, const KINGS: bool>(
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
fn begin<L: Lanes, S: Side, const KINGS: bool>(
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
fn landing<L: Lanes, S: Side>(hunt: &Hunt<L>, direction: u32) -> (u32, u32) {
    let to = (hunt.at as i32 + 2 * offset::<S>(direction)) as u32;
    let back = 1 << (direction ^ 4);
    (to, hunt.open.directions_at(to) & !back)
}

/// The hunt after a jump to `at`: no other jump over the same piece.
#[inline(always)]
fn leap<L: Lanes, S: Side>(
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
fn over<L, S: Side>(hunt: &Hunt<L>, direction: u32) -> u32 {
    1 << (hunt.at as i32 + offset::<S>(direction))
}

#[inline(always)]
fn offset<S: Side>(direction: u32) -> i32 {
    let offset = i32::from(OFFSET[direction as usize]);
    if S::FAR { -offset } else { offset }
}

#[inline(always)]
fn count_paths<L: Machine, S: Side>(walk: &Walk, hunt: &Hunt<L>) -> u64 {
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
fn count_from<L: Machine, S: Side>(walk: &Walk, hunt: &Hunt<L>, direction: u32) -> u64 {
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
fn list_paths<L: Machine, S: Side>(walk: &mut Walk, hunt: &Hunt<L>, from: u32, jumped: u32) {
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

#[inline(always)]
fn after_capture<S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk,
    node: &Node,
    taking: Taking,
) -> Node {
    let Taking { from, to, jumped } = taking;
    let mut kings = node.kings;
    let mut bans = node.bans;
    if KINGS {
        kings = land::<S>(walk, kings & !jumped, from, to);
    }
    if BANS {
        bans.remove(from | jumped);
    }
    Node {
        me: node.them & !jumped,
        them: node.me & !from | to,
        kings,
        marks: 0,
        bans,
    }
}

#[inline(always)]
fn after_step<S: Side, const KINGS: bool, const BANS: bool>(
    walk: &Walk,
    node: &Node,
    from: u32,
    to: u32,
    direction: usize,
    marks: u32,
) -> Node {
    let mut kings = node.kings;
    let mut bans = node.bans;
    if KINGS {
        kings = land::<S>(walk, kings, from, to);
    }
    if BANS {
        bans.remove(from);
        let kind = usize::from(KINGS && kings & to != 0);
        let back = (direction + 4) % 8;
        if walk.table::<S>().step[kind][back] & to != 0 {
            bans.insert(to, if S::FAR { direction } else { back });
        }
    }
    Node {
        me: node.them,
        them: node.me ^ (from | to),
        kings,
        marks: if marks & from == 0 {
            marks
        } else {
            marks ^ (from | to)
        },
        bans,
    }
}

#[inline(always)]
fn land<S: Side>(walk: &Walk, kings: u32, from: u32, to: u32) -> u32 {
    if kings & from == 0 {
        kings | to & walk.table::<S>().last_row
    } else {
        kings & !from | to
    }
}
