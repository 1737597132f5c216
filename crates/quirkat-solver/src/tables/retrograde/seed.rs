//! The first step: what captures, promotions and the lack of moves say of each position.

use crate::tables::material::Material;
use crate::tables::retrograde::level_states::{LevelStates, state};
use crate::tables::retrograde::pair::LevelPair;
use crate::tables::stones::Stones;
use crate::value::Value;
use quirkat_rules::{Position, points};
use std::sync::atomic::Ordering;

impl LevelPair<'_> {
    /// Gives each position of a block its first state.
    pub(super) fn seed_block(&self, side: usize, block: usize) {
        let LevelStates {
            layout,
            states,
            distances,
        } = &self.sides[side];
        let start = block * layout.block_len();
        let states = &states[start..start + layout.block_len()];
        layout.walker().block(block, |place, stones, owns| {
            if !owns {
                return;
            }
            let (found, distance) = self.seed(stones, layout.material);
            states[place].store(found, Ordering::Relaxed);
            if !distances.is_empty() && found >= state::LOSS_SEED {
                distances[start + place].store(distance, Ordering::Relaxed);
            }
        });
    }

    /// The first state of a position, and its distance when that decides it.
    #[inline]
    fn seed(&self, stones: &Stones, material: Material) -> (u8, u8) {
        let position = stones.position();
        if !self.crowns && !position.can_capture(self.geometry) {
            return match self.quiet_moves_of_men(stones) {
                0 => (state::LOSS_SEED, 0),
                count => (count as u8, 0),
            };
        }
        self.seed_by_successors(&position, material)
    }

    #[inline]
    fn quiet_moves_of_men(&self, stones: &Stones) -> u32 {
        let free = points::ALL & !(stones.own | stones.opp);
        (0..8)
            .map(|direction| {
                let from = stones.own & self.steps.man[direction];
                (from & points::looking_at(free, direction, 1)).count_ones()
            })
            .sum()
    }

    fn seed_by_successors(&self, position: &Position, material: Material) -> (u8, u8) {
        let within = material.transposed();
        let (mut quiet, mut moves, mut won, mut drawn) = (0u32, 0u32, false, false);
        position.each_successor(self.geometry, |next| {
            moves += 1;
            if won {
                return;
            }
            let raw = next
                .raw()
                .expect("no capture in progress after a whole move");
            let stones = Stones::of(&raw);
            if stones.opp != 0 && Material::of(&stones) == within {
                quiet += u32::from(self.huff_value(&stones, raw.marks) != Value::Win);
                return;
            }
            let value = self
                .lower_value(&stones)
                .max(self.huff_value(&stones, raw.marks));
            match value {
                Value::Loss => won = true,
                Value::Draw => drawn = true,
                Value::Win => {}
            }
        });
        if won {
            (state::WIN_SEED, 1)
        } else if quiet == 0 {
            match (moves, drawn) {
                (0, _) => (state::LOSS_SEED, 0),
                (_, true) => (state::DRAW, 0),
                (_, false) => (state::LOSS_SEED, 1),
            }
        } else {
            let count = quiet + u32::from(drawn);
            debug_assert!(count <= u32::from(state::MOST));
            (count as u8, 0)
        }
    }
}
