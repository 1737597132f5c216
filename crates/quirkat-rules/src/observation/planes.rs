use crate::board::direction::Direction;
use crate::board::points::{ALL, mirror_files};
use crate::play::game::Game;
use crate::play::position::Position;
use crate::rules::switches::{
    Capture, Chain, Directions, Huffing, LandOnStart, LastRowStep, Majority, Promotion, Rejump,
    Rules, StepBack,
};

/// Version of the bit planes ([`Planes`]) and of what each plane says.
pub const ENCODING_VERSION: u32 = 1;

/// Planes whose bits are points.
pub const SPATIAL_PLANES: usize = 19;

/// Planes that hold all 25 bits or none: counters and rule switches.
pub const BROADCAST_PLANES: usize = 32;

/// The first of the planes that say along which axis a piece was jumped, one an axis in the order
/// of [`Direction::axis`].
pub const JUMPED_PLANES: usize = 6;

/// The first of the planes of banned steps, one a [`Direction`] in its order.
pub const BAN_PLANES: usize = 10;

/// The plane of pieces that may be huffed.
const MARK_PLANE: usize = 18;

/// All planes.
pub const PLANES: usize = SPATIAL_PLANES + BROADCAST_PLANES;

/// What a network sees of a game: [`PLANES`] point sets from the side to move, bit `i` for the
/// point with index `i`. [`PLANE_NAMES`] says what each is. The colour of the side to move is not
/// among them, by design.
pub type Planes = [u32; PLANES];

/// The meaning of each plane, in order.
pub const PLANE_NAMES: [&str; PLANES] = [
    "own men",
    "own kings",
    "opponent's men",
    "opponent's kings",
    "the piece whose capture is in progress",
    "the point where that capture began",
    "pieces it may not jump again vertically",
    "pieces it may not jump again along a rising diagonal",
    "pieces it may not jump again horizontally",
    "pieces it may not jump again along a falling diagonal",
    "pieces that may not step up, where their last move began",
    "pieces that may not step up and right",
    "pieces that may not step right",
    "pieces that may not step down and right",
    "pieces that may not step down",
    "pieces that may not step down and left",
    "pieces that may not step left",
    "pieces that may not step up and left",
    "opponent's pieces that may be huffed",
    "the position occurred once before",
    "the position occurred twice or more before",
    "4 or more plies without a capture",
    "8 or more plies without a capture",
    "16 or more plies without a capture",
    "32 or more plies without a capture",
    "64 or more plies without a capture",
    "at most half of the no-capture limit is left",
    "at most a quarter of the no-capture limit is left",
    "at most a tenth of the no-capture limit is left",
    "rule: step = all",
    "rule: first-jump = all",
    "rule: later-jump = all",
    "rule: capture = optional",
    "rule: must-continue = true",
    "rule: majority = true",
    "rule: rejump = other-axis",
    "rule: land-on-start = true",
    "rule: no-step-back = true",
    "rule: last-row-step = true",
    "rule: promotion = short",
    "rule: promotion = flying",
    "rule: huffing = true",
    "rule: repetition-draw at least 2",
    "rule: repetition-draw at least 3",
    "rule: repetition-draw at least 4",
    "rule: no-capture-draw-plies at least 1",
    "rule: no-capture-draw-plies at least 20",
    "rule: no-capture-draw-plies at least 40",
    "rule: no-capture-draw-plies at least 60",
    "rule: no-capture-draw-plies at least 80",
    "rule: no-capture-draw-plies at least 100",
];

/// Writes the planes of a game's present state. No allocation.
pub fn write_planes(game: &Game, planes: &mut Planes) {
    let rules = game.geometry().rules();
    let repeated = if rules.repetition_draw > 0 {
        game.earlier_occurrences()
    } else {
        0
    };
    write_state(game.position(), rules, repeated, game.quiet_plies(), planes);
}

/// The same from the parts of a game that the planes show.
pub(crate) fn write_state(
    position: &Position,
    rules: &Rules,
    repeated: u32,
    quiet: u32,
    planes: &mut Planes,
) {
    let all = ALL;
    planes[0] = position.own & !position.kings;
    planes[1] = position.own & position.kings;
    planes[2] = position.opp & !position.kings;
    planes[3] = position.opp & position.kings;
    planes[4..BAN_PLANES].fill(0);
    if let Some(chain) = &position.chain {
        planes[4] = 1 << chain.at;
        planes[5] = 1 << chain.start;
        planes[JUMPED_PLANES..BAN_PLANES].copy_from_slice(&chain.jumped);
    }
    for direction in 0..8 {
        planes[BAN_PLANES + direction] = position.bans.in_direction(direction);
    }
    planes[MARK_PLANE] = position.marks;

    let limit = u32::from(rules.no_capture_draw_plies);
    let left = limit.saturating_sub(quiet);
    let switches = [
        repeated == 1,
        repeated >= 2,
        quiet >= 4,
        quiet >= 8,
        quiet >= 16,
        quiet >= 32,
        quiet >= 64,
        limit > 0 && left * 2 <= limit,
        limit > 0 && left * 4 <= limit,
        limit > 0 && left * 10 <= limit,
        rules.step == Directions::All,
        rules.first_jump == Directions::All,
        rules.later_jump == Directions::All,
        rules.capture == Capture::Optional,
        rules.must_continue == Chain::MustContinue,
        rules.majority == Majority::On,
        rules.rejump == Rejump::OtherAxis,
        rules.land_on_start == LandOnStart::Allowed,
        rules.no_step_back == StepBack::Forbidden,
        rules.last_row_step == LastRowStep::Allowed,
        rules.promotion == Promotion::Short,
        rules.promotion == Promotion::Flying,
        rules.huffing == Huffing::On,
        rules.repetition_draw >= 2,
        rules.repetition_draw >= 3,
        rules.repetition_draw >= 4,
        limit >= 1,
        limit >= 20,
        limit >= 40,
        limit >= 60,
        limit >= 80,
        limit >= 100,
    ];
    for (plane, on) in planes[SPATIAL_PLANES..].iter_mut().zip(switches) {
        *plane = if on { all } else { 0 };
    }
}

/// The planes of the mirrored position: files are mirrored, and planes of directions and axes
/// change places.
pub fn mirror_planes(planes: &Planes) -> Planes {
    const DIAGONALS: [usize; 2] = [
        JUMPED_PLANES + Direction::UpRight.axis(),
        JUMPED_PLANES + Direction::UpLeft.axis(),
    ];
    let mut mirrored = planes.map(mirror_files);
    mirrored.swap(DIAGONALS[0], DIAGONALS[1]);
    for direction in Direction::ALL {
        let source = planes[BAN_PLANES + direction.mirrored() as usize];
        mirrored[BAN_PLANES + direction as usize] = mirror_files(source);
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::geometry::Geometry;
    use std::sync::Arc;

    #[test]
    fn mirrored_planes_are_the_planes_of_the_mirrored_position() {
        let rules = Rules {
            promotion: Promotion::Short,
            last_row_step: true.into(),
            ..Rules::BELL
        };
        let rules = Rules {
            no_capture_draw_plies: 100,
            ..rules
        };
        let geometry = Arc::new(Geometry::new(rules));
        let texts = [
            "2b2/1b1b1/5/1bb2/w3w w",
            "b4/5/1W3/3w1/5 b n:b3a3+d2c3",
            "b4/4w/5/5/5 w n:a5b5",
        ];
        for text in texts {
            let position = Position::parse(text, &geometry).unwrap();
            let mut game = Game::from_position(Arc::clone(&geometry), position);
            for _ in 0..2 {
                let twin = Game::from_position(Arc::clone(&geometry), game.position().mirrored());
                let (mut planes, mut twins) = ([0; PLANES], [0; PLANES]);
                write_planes(&game, &mut planes);
                write_planes(&twin, &mut twins);
                assert_eq!(mirror_planes(&planes), twins, "{text}");
                let Some(action) = game.legal_actions().nth(0) else {
                    break;
                };
                game.play(action).unwrap();
                if !game.position().is_capturing() {
                    break;
                }
            }
        }
    }

    #[test]
    fn the_names_say_where_axes_and_directions_begin() {
        let jumped = ["vertically", "rising", "horizontally", "falling"];
        for (axis, word) in jumped.into_iter().enumerate() {
            let name = PLANE_NAMES[JUMPED_PLANES + axis];
            assert!(name.starts_with("pieces it may not jump") && name.contains(word));
        }
        let steps = [
            "up,",
            "up and right",
            "right",
            "down and right",
            "down",
            "down and left",
            "left",
            "up and left",
        ];
        for (direction, word) in steps.into_iter().enumerate() {
            let start = format!("pieces that may not step {word}");
            assert!(PLANE_NAMES[BAN_PLANES + direction].starts_with(&start));
        }
        assert_eq!(
            PLANE_NAMES[MARK_PLANE],
            "opponent's pieces that may be huffed"
        );
    }
}
