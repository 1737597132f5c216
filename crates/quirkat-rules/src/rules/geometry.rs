use crate::board::direction::Direction;
use crate::board::lines::{JUMP_FROM, LINE_FROM};
use crate::board::points::{LAST_ROW, OFFSET};
use crate::rules::switches::{
    Capture, Chain, Directions, Huffing, LandOnStart, LastRowStep, Majority, Promotion, Rejump,
    Rules, StepBack,
};

/// Index of men in tables by kind of piece.
pub(crate) const MAN: usize = 0;
/// Index of kings.
pub(crate) const KING: usize = 1;

/// What the rules allow on the board, built once from [`Rules`]: most switches disappear into
/// these tables. All tables are seen from the side to move.
#[derive(Clone, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "the switches that remain, read in inner loops"
)]
pub struct Geometry {
    rules: Rules,
    /// `[kind][direction]`: points from which a piece may step (the first point, for flying kings).
    pub(crate) step_from: [[u32; 8]; 2],
    /// `[kind][direction]`: points from which a short piece's first jump may go.
    pub(crate) first_jump_from: [[u32; 8]; 2],
    /// The same for its later jumps.
    pub(crate) later_jump_from: [[u32; 8]; 2],
    /// `[kind][0 first, 1 later][point]`: the single jumps of a short piece.
    pub(crate) jumps: Box<[[[ShortJumps; 25]; 2]; 2]>,
    pub(crate) flying: bool,
    pub(crate) promotion: bool,
    pub(crate) optional: bool,
    pub(crate) may_stop: bool,
    pub(crate) majority: bool,
    pub(crate) other_axis: bool,
    pub(crate) land_on_start: bool,
    pub(crate) no_step_back: bool,
    pub(crate) huffing: bool,
}

/// One short jump.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShortJump {
    pub(crate) over: u32,
    pub(crate) landing: u32,
    pub(crate) to: u8,
    pub(crate) axis: u8,
}

/// The short jumps from one point.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShortJumps {
    list: [ShortJump; 8],
    count: u8,
}

impl ShortJumps {
    #[inline]
    pub(crate) fn as_slice(&self) -> &[ShortJump] {
        &self.list[..usize::from(self.count & 7) + usize::from(self.count & 8)]
    }
}

impl Geometry {
    /// Builds the tables. The rules should have passed [`Rules::check`]; a refused combination
    /// gives a game whose meaning is not defined, but no panic.
    pub fn new(rules: Rules) -> Self {
        let allowed = |directions: Directions, direction: usize| {
            directions == Directions::All || Direction::ALL[direction].is_forward_or_sideways()
        };
        let men = |table: [u32; 8], directions: Directions| {
            std::array::from_fn(|d| if allowed(directions, d) { table[d] } else { 0 })
        };
        let mut man_steps: [u32; 8] = men(LINE_FROM, rules.step);
        if rules.last_row_step == LastRowStep::Forbidden {
            man_steps = man_steps.map(|from| from & !LAST_ROW);
        }
        let first_jump_from = [men(JUMP_FROM, rules.first_jump), JUMP_FROM];
        let later_jump_from = [men(JUMP_FROM, rules.later_jump), JUMP_FROM];
        let jumps_of = |kind: usize| {
            [
                jump_lists(&first_jump_from[kind]),
                jump_lists(&later_jump_from[kind]),
            ]
        };
        Self {
            rules,
            step_from: [man_steps, LINE_FROM],
            first_jump_from,
            later_jump_from,
            jumps: Box::new([jumps_of(MAN), jumps_of(KING)]),
            flying: rules.promotion == Promotion::Flying,
            promotion: rules.has_kings(),
            optional: rules.capture == Capture::Optional,
            may_stop: rules.must_continue == Chain::MayStop,
            majority: rules.majority == Majority::On,
            other_axis: rules.rejump == Rejump::OtherAxis,
            land_on_start: rules.land_on_start == LandOnStart::Allowed,
            no_step_back: rules.no_step_back == StepBack::Forbidden,
            huffing: rules.huffing == Huffing::On,
        }
    }

    /// The rules these tables were built from.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The points from which a man or a king may step in a direction (to the next point; a flying
    /// king goes on from there), as a point set seen from the side to move.
    pub const fn step_points(&self, king: bool, direction: Direction) -> u32 {
        self.step_from[if king { KING } else { MAN }][direction as usize]
    }
}

fn jump_lists(from: &[u32; 8]) -> [ShortJumps; 25] {
    std::array::from_fn(|point| {
        let mut jumps = ShortJumps::default();
        for direction in (0..8).filter(|&d| from[d] >> point & 1 == 1) {
            let over = (point as i8 + OFFSET[direction]) as u8;
            let to = (over as i8 + OFFSET[direction]) as u8;
            jumps.list[usize::from(jumps.count)] = ShortJump {
                over: 1 << over,
                landing: 1 << to,
                to,
                axis: direction as u8 % 4,
            };
            jumps.count += 1;
        }
        jumps
    })
}
