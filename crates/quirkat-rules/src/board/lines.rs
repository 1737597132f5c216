//! The lines of the board: where steps and jumps can begin, by direction.

use super::points::{ALL, OFFSET};

/// Points from which a line leaves in the direction (112 directed steps in all).
pub(crate) const LINE_FROM: [u32; 8] = from_tables(1);

/// Points from which two collinear lines leave in the direction (80 directed jumps in all).
pub(crate) const JUMP_FROM: [u32; 8] = from_tables(2);

/// Neighbours along ranks and files are joined; diagonals join points with file + rank even.
const fn from_tables(distance: i8) -> [u32; 8] {
    let mut tables = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let dy = if OFFSET[direction] > 1 {
            1
        } else if OFFSET[direction] < -1 {
            -1
        } else {
            0
        };
        let dx = OFFSET[direction] - 5 * dy;
        let mut point = 0i8;
        while point < 25 {
            let (file, rank) = (point % 5 + dx * distance, point / 5 + dy * distance);
            let inside = 0 <= file && file < 5 && 0 <= rank && rank < 5;
            let joined = dx == 0 || dy == 0 || (point % 5 + point / 5) % 2 == 0;
            if inside && joined {
                tables[direction] |= 1 << point;
            }
            point += 1;
        }
        direction += 1;
    }
    tables
}

/// The direction and distance from one point to another along one straight line of the board.
pub(crate) const fn between(from: u8, to: u8) -> Option<(usize, u32)> {
    let mut direction = 0;
    while direction < 8 {
        let mut at = from;
        let mut distance = 0;
        while LINE_FROM[direction] >> at & 1 == 1 {
            at = (at as i8 + OFFSET[direction]) as u8;
            distance += 1;
            if at == to {
                return Some((direction, distance));
            }
        }
        direction += 1;
    }
    None
}

const _: () = assert!(LINE_FROM[0] & !ALL == 0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::points::{looking_at, points};

    #[test]
    fn the_board_has_112_directed_steps_80_directed_jumps_and_264_collinear_pairs() {
        let count = |tables: [u32; 8]| tables.iter().map(|t| t.count_ones()).sum::<u32>();
        assert_eq!(count(LINE_FROM), 112);
        assert_eq!(count(JUMP_FROM), 80);
        let pairs = (0..25)
            .flat_map(|from| (0..25).map(move |to| (from, to)))
            .filter(|&(from, to)| between(from, to).is_some())
            .count();
        assert_eq!(pairs, 264);
    }

    #[test]
    fn corners_have_three_lines_edge_midpoints_five_and_the_centre_eight() {
        let lines = |point: u8| (0..8).filter(|&d| LINE_FROM[d] >> point & 1 == 1).count();
        for corner in [0, 4, 20, 24] {
            assert_eq!(lines(corner), 3);
        }
        for midpoint in [2, 10, 14, 22] {
            assert_eq!(lines(midpoint), 5);
        }
        assert_eq!(lines(12), 8);
        assert_eq!(lines(1), 3);
    }

    #[test]
    fn looking_along_a_line_sees_where_the_offset_leads() {
        for direction in 0..8 {
            for point in points(LINE_FROM[direction]) {
                let there = (point as i8 + OFFSET[direction]) as u8;
                assert_eq!(looking_at(1 << there, direction, 1), 1 << point);
            }
        }
    }
}
