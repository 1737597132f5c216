//! The second step: decided values spread to quiet predecessors.

use crate::control::Control;
use crate::error::Error;
use crate::tables::retrograde::level_states::{FAR, LevelStates, claim_win, count_down, state};
use crate::tables::retrograde::pair::LevelPair;
use crate::tables::stones::Stones;
use crate::value::Value;
use quirkat_rules::points::{self, LAST_ROW, OFFSET};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// A decided position whose predecessors are to be told.
#[derive(Clone, Copy)]
struct Decided {
    side: usize,
    stones: Stones,
    won: bool,
}

impl LevelPair<'_> {
    /// Spreads from the seeds of a block, as far as their values go.
    pub(super) fn spread_block(&self, side: usize, block: usize) {
        let LevelStates { layout, states, .. } = &self.sides[side];
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
    pub(super) fn layer(&self, depth: u8, control: &Control<'_>) -> Result<bool, Error> {
        let found = AtomicBool::new(depth == 0);
        for side in 0..self.sides.len() {
            self.for_blocks(side, control, |block| {
                let LevelStates {
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
        let LevelStates {
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
        let LevelStates { layout, states, .. } = &self.sides[side];
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
                self.huff_value_of_move(&before, stones)
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
        let own = points::half_turn(stones.opp);
        let opp = points::half_turn(stones.own);
        let kings = if stones.kings == 0 {
            0
        } else {
            points::half_turn(stones.kings)
        };
        let free = points::ALL & !(own | opp);
        let mut men = own & !kings;
        if self.crowns {
            // A man that stepped on the last row is a king of another level.
            men &= !LAST_ROW;
        }
        for (direction, offset) in OFFSET.map(i32::from).into_iter().enumerate() {
            let from = free & self.steps.man[direction] & points::looking_at(men, direction, 1);
            for from in points::points(from) {
                let moved = 1 << from | 1 << (i32::from(from) + offset);
                visit(Stones {
                    own: own ^ moved,
                    opp,
                    kings,
                });
            }
            if own & kings == 0 {
                continue;
            }
            for to in points::points(own & kings) {
                let mut from = i32::from(to) - offset;
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
    fn huff_value_of_move(&self, before: &Stones, after: &Stones) -> Value {
        let mut floor = Value::Loss;
        before.position().each_successor(self.geometry, |next| {
            let raw = next
                .raw()
                .expect("no capture in progress after a whole move");
            if Stones::of(&raw) == *after {
                floor = self.huff_value(after, raw.marks);
            }
        });
        floor
    }
}
