//! One hop in several games at once, without a branch on what a game does; and their legal actions.
//! For all rules but flying kings; the majority rule narrows the actions afterwards.

use super::hops::{BACK, FINAL, HUFF, JUMP, KING_BACK, MAN_BACK, RUNS, STEP, STOP, Tables};
use super::slots::{PLACES, Slots, eight, eight_mut};
use crate::board::points::{ALL, LAST_ROW, OFFSET};
use crate::fast::simd::vector::{Simd, Words};
use crate::play::action::{Action, ActionMask};
use crate::rules::geometry::{KING, MAN};

/// The same block for each direction, which is a constant in it.
macro_rules! each_direction {
    ($direction:ident => $block:block) => {
        each_direction!(@ $direction, $block, 0 1 2 3 4 5 6 7);
    };
    (@ $direction:ident, $block:block, $($number:literal)*) => {
        $({
            const $direction: usize = $number;
            $block
        })*
    };
}

/// Games as bits, from the first of the batch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verdict {
    /// Games whose ply has ended.
    pub(super) ended: u32,
    /// Games that go on but in which there is nothing to do: bare or blocked.
    pub(super) decided: u32,
    /// Games with as many plies without a capture as the rules allow.
    pub(super) no_capture: u32,
    /// Games whose position may have occurred often enough.
    pub(super) repeated: u32,
    /// Games in which there is a capture, and those within one.
    pub(super) capturing: u32,
}

/// [`crate::board::points::looking_at`] of each lane.
#[inline(always)]
fn looking<W: Words>(sets: W, direction: usize, distance: u32) -> W {
    let offset = i32::from(OFFSET[direction]);
    if offset > 0 {
        sets.right(offset.unsigned_abs() * distance)
    } else {
        sets.left(offset.unsigned_abs() * distance)
    }
}

/// The pieces on the points that a table has for a direction.
#[inline(always)]
fn by_kind<M: Simd>(
    machine: M,
    tables: &Tables,
    pieces: M::Words,
    kings: M::Words,
    table: &[[u32; 8]; 2],
    d: usize,
) -> M::Words {
    let men = machine.splat(table[MAN][d]);
    if tables.promotion {
        let crowned = pieces.and(kings);
        let men = men.and(pieces.without(crowned));
        men.or(crowned.and(machine.splat(table[KING][d])))
    } else {
        men.and(pieces)
    }
}

/// Plays one action, known to be legal, in each game of the batch that begins at `base` and is not
/// over; says which plies ended.
#[inline(always)]
#[allow(clippy::too_many_lines, reason = "one straight line of sets")]
pub(super) fn advance<M: Simd>(
    machine: M,
    tables: &Tables,
    slots: &mut Slots,
    base: usize,
    actions: &[Action],
) -> u32 {
    let mut words = [[0u32; PLACES]; 4];
    for (place, action) in actions.iter().enumerate().take(PLACES) {
        if slots.over[base + place] == 0 {
            let hop = &tables.hops[action.index().min(Action::COUNT - 1)];
            words[0][place] = hop.from;
            words[1][place] = hop.to;
            words[2][place] = hop.over;
            words[3][place] = hop.kind;
        }
    }
    let none = machine.splat(0);
    let (from, to) = (machine.load(&words[0]), machine.load(&words[1]));
    let (over, kind) = (machine.load(&words[2]), machine.load(&words[3]));
    let (step, jump) = (kind.has_bit(STEP), kind.has_bit(JUMP));
    let (huff, stop) = (kind.has_bit(HUFF), kind.has_bit(STOP));
    let at = machine.load(eight(&slots.at, base));
    let from_to = from.xor(to);
    let opp = machine.load(eight(&slots.opp, base));
    let own = machine.load(eight(&slots.own, base)).xor(from_to);
    let here = stop.select(at, to);

    // The pieces jumped so far, and whether the capture can go on.
    let axes = if tables.other_axis { 4 } else { 1 };
    let mut jumped = [none; 4];
    let mut all_jumped = none;
    let mut axis = 0;
    while axis < axes {
        let mut now = over.and(jump);
        if tables.other_axis {
            let low = if axis & 1 == 1 {
                kind.has_bit(0)
            } else {
                kind.has_bit(0).is_zero()
            };
            let high = if axis & 2 == 2 {
                kind.has_bit(1)
            } else {
                kind.has_bit(1).is_zero()
            };
            now = now.and(low).and(high);
        }
        jumped[axis] = machine.load(eight(&slots.jumped[axis], base)).or(now);
        all_jumped = all_jumped.or(jumped[axis]);
        axis += 1;
    }
    let mut kings = none;
    let mut king_moved = none;
    if tables.promotion {
        kings = machine.load(eight(&slots.kings, base));
        king_moved = kings.and(from).is_zero().is_zero();
        kings = kings.xor(from_to.and(king_moved));
    }
    let start = at
        .is_zero()
        .select(from, machine.load(eight(&slots.start, base)));
    let mut free = machine.splat(ALL).without(own.or(opp));
    if !tables.land_on_start {
        free = free.without(start);
    }
    let mut open = none;
    each_direction!(D => {
        let axis = if tables.other_axis { D % 4 } else { 0 };
        let targets = opp.without(jumped[axis]);
        open = open.or(
            by_kind(machine, tables, to, kings, &tables.later, D)
                .and(looking(targets, D, 1))
                .and(looking(free, D, 2)),
        );
    });
    let goes_on = jump.without(open.is_zero());
    let captured = stop.or(jump.without(goes_on));
    let flips = step.or(captured);
    let ended = flips.or(huff);

    let taken = captured.and(all_jumped).or(huff.and(over));
    let opp = opp.without(taken);
    if tables.promotion {
        kings = kings
            .without(taken)
            .or(flips.and(here).and(machine.splat(LAST_ROW)));
        let turned = kings.half_turn();
        *eight_mut(&mut slots.kings, base) = flips.select(turned, kings).store();
    }
    if tables.no_step_back {
        let gone = from.or(taken);
        let return_allowed = if tables.promotion {
            let king = kings.and(here).is_zero();
            king.select(kind.has_bit(MAN_BACK), kind.has_bit(KING_BACK))
        } else {
            kind.has_bit(MAN_BACK)
        };
        let new = step.and(return_allowed).and(to);
        let set = machine
            .load(eight(&slots.bans[0], base))
            .without(gone)
            .or(new);
        *eight_mut(&mut slots.bans[0], base) = flips.select(set.half_turn(), set).store();
        let mut bit = 0;
        while bit < 3 {
            let old = machine
                .load(eight(&slots.bans[bit + 1], base))
                .without(gone);
            let code = old.or(new.and(kind.has_bit(BACK + bit as u32)));
            // The opposite direction differs in the highest bit.
            let seen = if bit == 2 { set.without(code) } else { code };
            *eight_mut(&mut slots.bans[bit + 1], base) =
                flips.select(seen.half_turn(), code).store();
            bit += 1;
        }
    }
    if tables.huffing {
        let capturers = machine.load(eight(&slots.capturers, base));
        let stepped = capturers.and(from).is_zero();
        let marks = stepped.select(capturers, capturers.xor(from_to));
        let marks = step.and(marks).half_turn();
        let acted = ended.or(goes_on);
        let old = machine.load(eight(&slots.marks, base)).without(acted);
        *eight_mut(&mut slots.marks, base) = old.or(marks).store();
    }
    let (turned_own, turned_opp) = (opp.half_turn(), own.half_turn());
    *eight_mut(&mut slots.own, base) = flips.select(turned_own, own).store();
    *eight_mut(&mut slots.opp, base) = flips.select(turned_opp, opp).store();
    let black = machine.load(eight(&slots.black, base));
    *eight_mut(&mut slots.black, base) = black.xor(flips).store();
    let acted = ended.or(goes_on);
    *eight_mut(&mut slots.at, base) = goes_on.and(to).or(at.without(acted)).store();
    *eight_mut(&mut slots.start, base) = start.store();
    axis = 0;
    while axis < axes {
        *eight_mut(&mut slots.jumped[axis], base) = jumped[axis].without(ended).store();
        axis += 1;
    }

    let one = ended.and(machine.splat(1));
    let quiet = machine.load(eight(&slots.quiet, base)).add(one);
    let takes = captured.or(huff);
    *eight_mut(&mut slots.quiet, base) = quiet.without(takes).store();
    let last = takes.or(step.and(kind.has_bit(FINAL)).without(king_moved));
    let run = machine.load(eight(&slots.run, base)).add(one);
    *eight_mut(&mut slots.run, base) = run.without(last).store();
    ended.high_bits()
}

/// Writes the legal actions of each game of the batch; none for a game that is over.
#[inline(always)]
#[allow(clippy::too_many_lines, reason = "one straight line of sets")]
pub(super) fn write_masks<M: Simd>(
    machine: M,
    tables: &Tables,
    slots: &mut Slots,
    base: usize,
    masks: &mut [ActionMask],
    ended: u32,
) -> Verdict {
    let none = machine.splat(0);
    let (own, opp) = (
        machine.load(eight(&slots.own, base)),
        machine.load(eight(&slots.opp, base)),
    );
    let at = machine.load(eight(&slots.at, base));
    let over = machine.load(eight(&slots.over, base));
    let alive = none
        .is_zero()
        .without(over.or(own.is_zero()).or(opp.is_zero()));
    let begins = at.is_zero();
    // A game over has no pieces to move.
    let movers = begins.select(own, at).and(alive);
    let kings = if tables.promotion {
        machine.load(eight(&slots.kings, base))
    } else {
        none
    };
    let free = machine.splat(ALL).without(own.or(opp));
    let mut landing = free;
    if !tables.land_on_start {
        landing = free.without(machine.load(eight(&slots.start, base)).without(begins));
    }
    let axes = if tables.other_axis { 4 } else { 1 };
    let mut targets = [opp; 4];
    let mut axis = 0;
    while axis < axes {
        targets[axis] = opp.without(machine.load(eight(&slots.jumped[axis], base)));
        axis += 1;
    }
    let mut words = [none; 10];
    let mut capturers = none;
    each_direction!(D => {
        let axis = if tables.other_axis { D % 4 } else { 0 };
        let first = by_kind(machine, tables, movers, kings, &tables.first, D);
        let later = by_kind(machine, tables, movers, kings, &tables.later, D);
        let jumps = begins
            .select(first, later)
            .and(looking(targets[axis], D, 1))
            .and(looking(landing, D, 2));
        capturers = capturers.or(jumps);
        number::<M, 1, D>(machine, &mut words, jumps);
    });
    let captures = capturers.is_zero().is_zero();
    let mut steppers = movers.and(begins);
    if !tables.optional {
        steppers = steppers.without(captures);
    }
    let mut ban_sets = [none; 4];
    if tables.no_step_back {
        let mut word = 0;
        while word < 4 {
            ban_sets[word] = machine.load(eight(&slots.bans[word], base));
            word += 1;
        }
    }
    each_direction!(D => {
        const BACKWARD: bool = D == 3 || D == 4 || D == 5;
        if !(BACKWARD && tables.forward_only) {
            let mut steps = by_kind(machine, tables, steppers, kings, &tables.step, D).and(looking(free, D, 1));
            if tables.no_step_back {
                let mut banned = ban_sets[0];
                let mut bit = 0;
                while bit < 3 {
                    let code = ban_sets[bit + 1];
                    banned = if D >> bit & 1 == 1 { banned.and(code) } else { banned.without(code) };
                    bit += 1;
                }
                steps = steps.without(banned);
            }
            number::<M, 0, D>(machine, &mut words, steps);
        }
    });
    if tables.huffing {
        // Ids 264 to 288.
        let marks = machine
            .load(eight(&slots.marks, base))
            .and(alive)
            .and(begins);
        words[8] = words[8].or(marks.left(8));
        words[9] = words[9].or(marks.right(24));
        *eight_mut(&mut slots.capturers, base) = capturers.and(begins).store();
    }
    if tables.may_stop {
        // Id 289.
        let stop = alive.without(begins).and(machine.splat(2));
        words[9] = words[9].or(stop);
    }
    let mut any = none;
    let mut stored = [[0u32; PLACES]; 10];
    let mut word = 0;
    while word < 10 {
        any = any.or(words[word]);
        stored[word] = words[word].store();
        word += 1;
    }
    for (place, mask) in masks.iter_mut().enumerate().take(PLACES) {
        let mut word = 0;
        while word < 5 {
            let (low, high) = (stored[2 * word][place], stored[2 * word + 1][place]);
            mask.0[word] = u64::from(low) | u64::from(high) << 32;
            word += 1;
        }
    }
    let quiet = machine.load(eight(&slots.quiet, base));
    let run = machine.load(eight(&slots.run, base));
    Verdict {
        ended,
        decided: any.is_zero().without(over).high_bits() & ended,
        no_capture: quiet
            .exceeds(machine.splat(tables.no_capture_plies - 1))
            .high_bits()
            & ended,
        repeated: run
            .exceeds(machine.splat(tables.repetition_run - 1))
            .high_bits()
            & ended,
        capturing: captures.high_bits(),
    }
}

/// Adds the actions of one distance (0: one point, 1: two) and direction that begin on a set.
#[inline(always)]
fn number<M: Simd, const DISTANCE: usize, const D: usize>(
    machine: M,
    words: &mut [M::Words; 10],
    from: M::Words,
) {
    let runs = const { &RUNS[DISTANCE][D] };
    let mut ids = machine.splat(0);
    let mut part = 0;
    while part < runs.count {
        let (set, shift) = runs.parts[part];
        ids = ids.or(from.and(machine.splat(set)).right(shift));
        part += 1;
    }
    let (word, bit) = (runs.first_id as usize / 32, runs.first_id % 32);
    words[word] = words[word].or(ids.left(bit));
    if bit + runs.actions > 32 {
        words[word + 1] = words[word + 1].or(ids.right(32 - bit));
    }
}
