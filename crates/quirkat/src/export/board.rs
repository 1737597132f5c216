//! The board, its lines and the actions, as tables.

use quirkat_rules::{Action, Color, Direction, Hop, Point, Position};
use serde::Serialize;

/// Where lines run. All indices are points: 5 · rank + file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Board {
    view: &'static str,
    points: Vec<NamedPoint>,
    directions: Vec<NamedDirection>,
    axes: [&'static str; 4],
    /// `[point][direction]`: the next point along a line.
    neighbours: Vec<Vec<Option<u8>>>,
    /// The last row of the side to move.
    last_row: Vec<u8>,
    /// `[point]`: the same point seen by the other side.
    half_turn: Vec<u8>,
    /// `[point]`: the same point with files mirrored, a symmetry of the game.
    mirror: Vec<u8>,
    /// Points of White's men, and of Black's, at the start.
    start: Start,
}

#[derive(Debug, Serialize)]
struct NamedPoint {
    index: u8,
    name: String,
    file: u8,
    rank: u8,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct NamedDirection {
    index: usize,
    name: &'static str,
    file_step: i8,
    rank_step: i8,
    forward_or_sideways: bool,
    axis: usize,
    opposite: usize,
}

#[derive(Debug, Serialize)]
struct Start {
    position: String,
    turn: &'static str,
    white: Vec<u8>,
    black: Vec<u8>,
}

/// The table of actions.
#[derive(Debug, Serialize)]
pub(super) struct Actions {
    count: usize,
    view: &'static str,
    note: &'static str,
    table: Vec<ActionRow>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ActionRow {
    Go {
        id: u16,
        from: u8,
        to: u8,
        direction: usize,
        distance: u8,
    },
    Huff {
        id: u16,
        point: u8,
    },
    Stop {
        id: u16,
    },
}

const VIEW: &str = "the side to move: its own men move up, towards higher ranks. For White points are as \
                    named; for Black every point is turned by `half-turn`, which is its own inverse";

pub(super) fn board() -> Board {
    let points = || Point::all();
    let start = Position::START.board();
    let listed = |set: u32| (0..25).filter(|i| set >> i & 1 == 1).collect();
    Board {
        view: VIEW,
        points: points()
            .map(|point| NamedPoint {
                index: point.index(),
                name: point.to_string(),
                file: point.file(),
                rank: point.rank(),
            })
            .collect(),
        directions: Direction::ALL
            .iter()
            .zip(NAMES)
            .map(|(&direction, name)| {
                let (file_step, rank_step) = steps(direction);
                NamedDirection {
                    index: direction as usize,
                    name,
                    file_step,
                    rank_step,
                    forward_or_sideways: direction.is_forward_or_sideways(),
                    axis: direction.axis(),
                    opposite: direction.opposite() as usize,
                }
            })
            .collect(),
        axes: [
            "vertical",
            "rising diagonal",
            "horizontal",
            "falling diagonal",
        ],
        neighbours: points()
            .map(|point| {
                let next = |&direction| neighbour(point, direction).map(Point::index);
                Direction::ALL.iter().map(next).collect()
            })
            .collect(),
        last_row: (20..25).collect(),
        half_turn: points()
            .map(|point| point.seen_by(Color::Black).index())
            .collect(),
        mirror: points()
            .map(|point| 5 * point.rank() + 4 - point.file())
            .collect(),
        start: Start {
            position: Position::START.to_string(),
            turn: "white",
            white: listed(start.white),
            black: listed(start.black),
        },
    }
}

pub(super) fn actions() -> Actions {
    let table = (0..).map_while(Action::new).map(|action| {
        let id = action.id();
        match action.hop() {
            Hop::Go(from, to) => {
                let (direction, distance) = along(from, to);
                ActionRow::Go {
                    id,
                    from: from.index(),
                    to: to.index(),
                    direction,
                    distance,
                }
            }
            Hop::Huff(point) => ActionRow::Huff {
                id,
                point: point.index(),
            },
            Hop::Stop => ActionRow::Stop { id },
        }
    });
    Actions {
        count: Action::COUNT,
        view: VIEW,
        note: "`go` is a step or one jump of a capture: it is a jump when an opponent's piece stands between \
               `from` and `to`. A capture is played hop by hop by the same side until it can, or does, go no \
               further. `stop` ends a capture that could go on, where the rules allow that",
        table: table.collect(),
    }
}

const NAMES: [&str; 8] = [
    "up",
    "up-right",
    "right",
    "down-right",
    "down",
    "down-left",
    "left",
    "up-left",
];

/// Differences of file and rank of one step.
const fn steps(direction: Direction) -> (i8, i8) {
    match direction {
        Direction::Up => (0, 1),
        Direction::UpRight => (1, 1),
        Direction::Right => (1, 0),
        Direction::DownRight => (1, -1),
        Direction::Down => (0, -1),
        Direction::DownLeft => (-1, -1),
        Direction::Left => (-1, 0),
        Direction::UpLeft => (-1, 1),
    }
}

/// The next point along a line: the action table holds the pairs of points that lines join.
fn neighbour(point: Point, direction: Direction) -> Option<Point> {
    let (file_step, rank_step) = steps(direction);
    let file = point.file().checked_add_signed(file_step)?;
    let rank = point.rank().checked_add_signed(rank_step)?;
    let next = Point::new(5 * rank + file).filter(|_| file < 5)?;
    Action::go(point, next).map(|_| next)
}

/// Direction and distance between the points of an action.
fn along(from: Point, to: Point) -> (usize, u8) {
    Direction::ALL
        .iter()
        .find_map(|&direction| {
            let mut at = from;
            let mut distance = 0;
            while let Some(next) = neighbour(at, direction) {
                at = next;
                distance += 1;
                if at == to {
                    return Some((direction as usize, distance));
                }
            }
            None
        })
        .expect("the points of an action are on one line")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_many_as_the_board_has_and_go_both_ways() {
        let board = board();
        let lines = board.neighbours.iter().flatten().flatten().count();
        assert_eq!(lines, 112, "directed");
        for (point, next) in board.neighbours.iter().enumerate() {
            for (direction, &next) in next.iter().enumerate() {
                let Some(next) = next.map(usize::from) else {
                    continue;
                };
                let back = board.directions[direction].opposite;
                assert_eq!(board.neighbours[next][back], Some(point as u8));
            }
        }
        assert_eq!(board.start.white.len() + board.start.black.len(), 24);
    }

    #[test]
    fn the_action_table_is_that_of_the_rules() {
        let actions = actions();
        assert_eq!(actions.table.len(), 290);
        for (index, row) in actions.table.iter().enumerate() {
            let action = Action::new(index as u16).unwrap();
            let (id, hop) = match *row {
                ActionRow::Go { id, from, to, .. } => (
                    id,
                    Hop::Go(Point::new(from).unwrap(), Point::new(to).unwrap()),
                ),
                ActionRow::Huff { id, point } => (id, Hop::Huff(Point::new(point).unwrap())),
                ActionRow::Stop { id } => (id, Hop::Stop),
            };
            assert_eq!((id, hop), (action.id(), action.hop()));
        }
    }
}
