use crate::board::lines::{JUMP_FROM, LINE_FROM};
use crate::board::points::OFFSET;
use crate::play::action::{Action, Hop, PAIRS};
use crate::rules::geometry::{Geometry, KING, MAN};
use crate::rules::switches::Rules;

/// An action as point sets, for rules without flying kings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HopWords {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The piece jumped or huffed.
    pub(super) over: u32,
    /// What it is, by the bits named below; the axis in the two lowest.
    pub(super) kind: u32,
}

pub(super) const STEP: u32 = 2;
pub(super) const JUMP: u32 = 3;
pub(super) const HUFF: u32 = 4;
pub(super) const STOP: u32 = 5;
/// A man that makes this step can never come back.
pub(super) const FINAL: u32 = 6;
/// The opposite direction, three bits.
pub(super) const BACK: u32 = 7;
/// A man, or a king, could step back.
pub(super) const MAN_BACK: u32 = 10;
pub(super) const KING_BACK: u32 = 11;

/// All actions as point sets.
pub(super) fn hop_words(geometry: &Geometry) -> Box<[HopWords; Action::COUNT]> {
    let mut table = Box::new([HopWords::default(); Action::COUNT]);
    for (id, words) in table.iter_mut().enumerate() {
        let action = Action::new(id as u16).unwrap_or(Action::STOP);
        *words = match action.hop() {
            Hop::Stop => HopWords {
                kind: 1 << STOP,
                ..HopWords::default()
            },
            Hop::Huff(point) => HopWords {
                over: point.bit(),
                kind: 1 << HUFF,
                ..HopWords::default()
            },
            Hop::Go(..) => pair_words(geometry, id),
        };
    }
    table
}

fn pair_words(geometry: &Geometry, id: usize) -> HopWords {
    let pair = crate::play::action::PAIR[id];
    let direction = usize::from(pair.direction);
    let back = (direction + 4) % 8;
    let (from, to) = (1u32 << pair.from, 1u32 << pair.to);
    let axis = direction as u32 % 4;
    match pair.distance {
        1 => {
            let may_return = |kind: usize| u32::from(geometry.step_from[kind][back] & to != 0);
            // Men that only go forward and sideways do not come back from a step forward.
            let forward = OFFSET[direction] > 1;
            let is_final = forward && geometry.step_from[MAN][3..6] == [0; 3];
            let kind = axis
                | 1 << STEP
                | u32::from(is_final) << FINAL
                | (back as u32) << BACK
                | may_return(MAN) << MAN_BACK
                | may_return(KING) << KING_BACK;
            HopWords {
                from,
                to,
                over: 0,
                kind,
            }
        }
        2 => HopWords {
            from,
            to,
            over: 1 << (pair.from as i8 + OFFSET[direction]),
            kind: axis | 1 << JUMP,
        },
        _ => HopWords::default(),
    }
}

/// The parts of a point set that move to their action ids by the same distance.
pub(super) struct Runs {
    pub(super) parts: [(u32, u32); 8],
    pub(super) count: usize,
    /// The id of the first action.
    pub(super) first_id: u32,
    /// The number of actions.
    pub(super) actions: u32,
}

/// `[distance - 1][direction]`, for distances 1 and 2: the actions of one direction and distance
/// are numbered by their start points.
pub(super) const RUNS: [[Runs; 8]; 2] = {
    let mut id = 0;
    let mut table = [const { [const { NO_RUNS }; 8] }; 2];
    let mut distance = 0;
    while distance < 2 {
        let mut direction = 0;
        while direction < 8 {
            let from = if distance == 0 {
                LINE_FROM[direction]
            } else {
                JUMP_FROM[direction]
            };
            table[distance][direction] = runs(from, id);
            id += from.count_ones();
            direction += 1;
        }
        distance += 1;
    }
    assert!(id as usize <= PAIRS);
    table
};

const NO_RUNS: Runs = Runs {
    parts: [(0, 0); 8],
    count: 0,
    first_id: 0,
    actions: 0,
};

const fn runs(set: u32, first_id: u32) -> Runs {
    let mut found = NO_RUNS;
    found.first_id = first_id;
    found.actions = set.count_ones();
    let mut rank = 0;
    let mut point = 0;
    while point < 25 {
        if set >> point & 1 == 1 {
            let shift = point - rank;
            let last = found.count;
            if last > 0 && found.parts[last - 1].1 == shift {
                found.parts[last - 1].0 |= 1 << point;
            } else {
                found.parts[last] = (1 << point, shift);
                found.count += 1;
            }
            rank += 1;
        }
        point += 1;
    }
    found
}

/// What the kernel asks of the rules.
#[derive(Clone, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "the switches, as in the geometry"
)]
pub(super) struct Tables {
    pub(super) hops: Box<[HopWords; Action::COUNT]>,
    pub(super) step: [[u32; 8]; 2],
    pub(super) first: [[u32; 8]; 2],
    pub(super) later: [[u32; 8]; 2],
    pub(super) promotion: bool,
    pub(super) no_step_back: bool,
    pub(super) huffing: bool,
    pub(super) other_axis: bool,
    pub(super) land_on_start: bool,
    pub(super) may_stop: bool,
    pub(super) optional: bool,
    /// Whether no piece ever steps down, down-left or down-right.
    pub(super) forward_only: bool,
    /// 2³¹ − 1 without such a rule.
    pub(super) no_capture_plies: u32,
    /// The run from which a position can have occurred often enough.
    pub(super) repetition_run: u32,
}

impl Tables {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let rules: &Rules = geometry.rules();
        let never = i32::MAX as u32;
        Self {
            hops: hop_words(geometry),
            step: geometry.step_from,
            first: geometry.first_jump_from,
            later: geometry.later_jump_from,
            promotion: geometry.promotion,
            no_step_back: geometry.no_step_back,
            huffing: geometry.huffing,
            other_axis: geometry.other_axis,
            land_on_start: geometry.land_on_start,
            may_stop: geometry.may_stop,
            optional: geometry.optional,
            forward_only: !geometry.promotion && geometry.step_from[MAN][3..6] == [0; 3],
            no_capture_plies: match rules.no_capture_draw_plies {
                0 => never,
                plies => u32::from(plies),
            },
            repetition_run: match rules.repetition_draw {
                0 => never,
                often => 4 * (u32::from(often) - 1),
            },
        }
    }
}
