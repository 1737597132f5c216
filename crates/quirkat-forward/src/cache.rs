use quirkat_mcts::Wdl;
use quirkat_rules::{PLANES, Planes, SPATIAL_PLANES};

/// Evaluations of positions seen lately, found again by all that the network sees of them.
///
/// Successive searches of a game meet many positions again, and an evaluation does not depend on
/// its batch: so a hit is what the network would say, to the bit, and only time is saved.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    /// Direct-mapped: a newer position takes the place of an older one with the same slot.
    slots: Vec<Slot>,
    hits: u64,
}

/// The spatial planes, and one bit for each broadcast plane.
type Key = [u32; SPATIAL_PLANES + 1];

#[derive(Clone, Debug)]
struct Slot {
    key: Key,
    wdl: Wdl,
    /// Number of priors; 0 for an empty slot.
    count: u8,
    priors: [f32; MOST_PRIORS],
}

/// Positions with more legal actions are not kept.
const MOST_PRIORS: usize = 24;

/// A power of two: the leaves of a block of games through a few decisions, in some megabytes.
const SLOTS: usize = 1 << 14;

impl Slot {
    const EMPTY: Self = Self {
        key: [0; SPATIAL_PLANES + 1],
        wdl: Wdl::UNKNOWN,
        count: 0,
        priors: [0.0; MOST_PRIORS],
    };
}

impl Default for Cache {
    fn default() -> Self {
        Self {
            slots: vec![Slot::EMPTY; SLOTS],
            hits: 0,
        }
    }
}

impl Cache {
    /// The W/D/L and the priors of a position with so many legal actions.
    pub(crate) fn find(&mut self, planes: &Planes, actions: usize) -> Option<(Wdl, &[f32])> {
        let key = key(planes);
        let slot = &self.slots[index(&key)];
        if usize::from(slot.count) != actions || actions == 0 || slot.key != key {
            return None;
        }
        self.hits += 1;
        Some((slot.wdl, &slot.priors[..actions]))
    }

    /// Keeps an evaluation, unless it has too many priors.
    pub(crate) fn keep(&mut self, planes: &Planes, wdl: Wdl, priors: &[f32]) {
        if priors.len() > MOST_PRIORS {
            return;
        }
        let key = key(planes);
        let slot = &mut self.slots[index(&key)];
        slot.key = key;
        slot.wdl = wdl;
        slot.count = priors.len() as u8;
        slot.priors[..priors.len()].copy_from_slice(priors);
    }

    /// How often a position was found.
    pub(crate) const fn hits(&self) -> u64 {
        self.hits
    }
}

fn key(planes: &Planes) -> Key {
    let mut key = [0; SPATIAL_PLANES + 1];
    key[..SPATIAL_PLANES].copy_from_slice(&planes[..SPATIAL_PLANES]);
    let broadcast = planes[SPATIAL_PLANES..PLANES].iter().enumerate();
    key[SPATIAL_PLANES] = broadcast.fold(0, |bits, (i, plane)| bits | (plane & 1) << i);
    key
}

/// A multiplicative hash; only its speed and the spread of its high bits matter.
fn index(key: &Key) -> usize {
    let (pairs, rest) = key.as_chunks::<2>();
    let mut hash = rest.first().copied().map_or(0, u64::from);
    for &[low, high] in pairs {
        let word = u64::from(low) | u64::from(high) << 32;
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 32) as usize & (SLOTS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(own: u32, repeated: bool) -> Planes {
        let mut planes = [0; PLANES];
        planes[0] = own;
        planes[SPATIAL_PLANES] = if repeated { 0x01ff_ffff } else { 0 };
        planes
    }

    #[test]
    fn a_position_is_found_only_as_the_network_saw_it() {
        let mut cache = Cache::default();
        let wdl = Wdl {
            win: 0.5,
            draw: 0.25,
            loss: 0.25,
        };
        assert!(cache.find(&planes(3, false), 2).is_none());
        cache.keep(&planes(3, false), wdl, &[0.75, 0.25]);
        assert_eq!(
            cache.find(&planes(3, false), 2),
            Some((wdl, &[0.75, 0.25][..]))
        );
        assert!(cache.find(&planes(3, true), 2).is_none());
        assert!(cache.find(&planes(5, false), 2).is_none());
        assert_eq!(cache.hits(), 1);
    }

    #[test]
    fn positions_with_too_many_actions_are_not_kept_and_nothing_is_found_of_none() {
        let mut cache = Cache::default();
        cache.keep(&planes(3, false), Wdl::UNKNOWN, &[0.01; MOST_PRIORS + 1]);
        assert!(cache.find(&planes(3, false), MOST_PRIORS + 1).is_none());
        assert!(cache.find(&planes(0, false), 0).is_none());
    }
}
