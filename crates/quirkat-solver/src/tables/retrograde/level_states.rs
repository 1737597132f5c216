use crate::tables::layout::Layout;
use crate::tables::level_file::code;
use crate::tables::material::Material;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, Ordering};

/// States of a position while its level is being solved. Smaller numbers count the quiet moves
/// (and drawing ways out) that are not known to lose: at 0 the position is lost.
pub(super) mod state {
    pub(crate) const WIN_SEED: u8 = 255;
    pub(crate) const LOSS_SEED: u8 = 254;
    pub(crate) const WIN: u8 = 253;
    pub(crate) const LOSS: u8 = 252;
    /// Drawn whatever the rest of the level says.
    pub(crate) const DRAW: u8 = 251;
    /// The mirror image owns this number.
    pub(crate) const UNUSED: u8 = 250;
    pub(crate) const MOST: u8 = 249;
}

/// The distance of a position that is not decided, or not within 254 plies.
pub(super) const FAR: u8 = 255;

/// One level of a pair, position by position.
pub(super) struct LevelStates {
    pub(super) layout: Layout,
    pub(super) states: Vec<AtomicU8>,
    pub(super) distances: Vec<AtomicU8>,
}

/// A solved level.
pub(crate) struct SolvedLevel {
    pub(crate) material: Material,
    pub(crate) positions: u64,
    /// Two bits a position.
    pub(crate) values: Vec<u8>,
    /// A byte a position when asked for.
    pub(crate) distances: Option<Vec<u8>>,
    pub(crate) wins: u64,
    pub(crate) losses: u64,
    pub(crate) owned: u64,
}

/// Counts a move as lost; whether it was the last.
#[inline]
pub(super) fn count_down(state: &AtomicU8, moves: u8) -> bool {
    let mut now = state.load(Ordering::Relaxed);
    while now <= state::MOST {
        debug_assert!(now >= moves);
        let next = if now <= moves {
            state::LOSS
        } else {
            now - moves
        };
        match state.compare_exchange_weak(now, next, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return next == state::LOSS,
            Err(seen) => now = seen,
        }
    }
    false
}

/// Marks a position won; whether it was undecided before.
#[inline]
pub(super) fn claim_win(state: &AtomicU8) -> bool {
    let mut now = state.load(Ordering::Relaxed);
    while now <= state::MOST {
        let swap =
            state.compare_exchange_weak(now, state::WIN, Ordering::Relaxed, Ordering::Relaxed);
        match swap {
            Ok(_) => return true,
            Err(seen) => now = seen,
        }
    }
    false
}

impl LevelStates {
    /// The level as it is held on disk.
    pub(super) fn pack(self) -> SolvedLevel {
        let code = |state: &AtomicU8| match state.load(Ordering::Relaxed) {
            state::WIN | state::WIN_SEED => code::WIN,
            state::LOSS | state::LOSS_SEED => code::LOSS,
            state::UNUSED => code::UNUSED,
            _ => code::DRAW,
        };
        let values: Vec<u8> = self
            .states
            .par_chunks(4)
            .map(|four| {
                let codes = four.iter().map(code).enumerate();
                codes.fold(0, |byte, (i, code)| byte | code << (2 * i))
            })
            .collect();
        let count = |wanted: u8| {
            let wanted = |state: &&AtomicU8| code(state) == wanted;
            self.states.par_iter().filter(wanted).count() as u64
        };
        let distances = self.distances;
        SolvedLevel {
            material: self.layout.material,
            positions: self.layout.len(),
            wins: count(code::WIN),
            losses: count(code::LOSS),
            owned: self.layout.len() - count(code::UNUSED),
            values,
            distances: (!distances.is_empty())
                .then(|| distances.into_iter().map(AtomicU8::into_inner).collect()),
        }
    }
}
