use crate::{Evaluations, Evaluator, Leaf, Wdl};
use quirkat_rules::{PLANES, write_planes};

/// Arbitrary but fixed priors and values, from a hash of what a network would see: golden trees
/// and behaviour signatures rest on it. Only integer arithmetic and exact divisions decide, so the
/// numbers are the same on every machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct HashEvaluator;

impl Evaluator for HashEvaluator {
    fn evaluate(&mut self, leaves: &[Leaf<'_>], out: &mut Evaluations) {
        out.clear();
        for leaf in leaves {
            let mut planes = [0; PLANES];
            write_planes(leaf.game, &mut planes);
            let state = planes.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, &plane| {
                mix(hash ^ u64::from(plane))
            });
            let [win, draw, loss] = shares(state, [0, 1, 2]);
            out.push(Wdl { win, draw, loss }, leaf.actions.len(), |priors| {
                let weight =
                    |id: u16| (mix(state ^ 0x5851_f42d_4c95_7f2d ^ u64::from(id)) >> 56) as u32 + 1;
                let total: u32 = leaf.actions.iter().map(|action| weight(action.id())).sum();
                for (prior, action) in priors.iter_mut().zip(leaf.actions) {
                    *prior = weight(action.id()) as f32 / total as f32;
                }
            });
        }
    }
}

fn shares(state: u64, salts: [u64; 3]) -> [f32; 3] {
    let weights = salts.map(|salt| (mix(state.wrapping_add(salt)) >> 56) as u32 + 1);
    let total: u32 = weights.iter().sum();
    weights.map(|weight| weight as f32 / total as f32)
}

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014).
fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
