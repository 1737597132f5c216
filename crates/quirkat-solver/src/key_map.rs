//! Hash maps by the keys of positions ([`crate::packer`]).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash of a key.
#[inline]
pub(crate) fn mix(key: u128) -> u64 {
    let mut hash = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= ((key >> 64) as u64 ^ hash >> 32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash ^ hash >> 32
}

/// Hash maps by key.
pub(crate) type KeyMap<T> = HashMap<u128, T, BuildHasherDefault<Mixer>>;

/// [`mix`] as a hasher.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(u128::from(self.0) << 8 | u128::from(byte));
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = mix(key);
    }
}
