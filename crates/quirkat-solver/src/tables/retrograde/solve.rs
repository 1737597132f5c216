use crate::control::Control;
use crate::error::Error;
use crate::tables::retrograde::level_states::{FAR, LevelStates, SolvedLevel};
use crate::tables::retrograde::pair::LevelPair;
use rayon::prelude::*;

/// Solves both levels of a pair.
pub(crate) fn solve_pair(
    pair: LevelPair<'_>,
    control: &Control<'_>,
) -> Result<Vec<SolvedLevel>, Error> {
    for side in 0..pair.sides.len() {
        pair.for_blocks(side, control, |block| pair.seed_block(side, block))?;
    }
    if pair.sides[0].distances.is_empty() {
        for side in 0..pair.sides.len() {
            pair.for_blocks(side, control, |block| pair.spread_block(side, block))?;
        }
    } else {
        for depth in 0..FAR {
            if !pair.layer(depth, control)? {
                break;
            }
        }
    }
    Ok(pair.sides.into_par_iter().map(LevelStates::pack).collect())
}
