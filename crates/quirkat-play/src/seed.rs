//! Random streams: each derives from the run's seed and a name, so that no stream depends on what
//! else was drawn before.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of every random stream.
pub type Random = Xoshiro256PlusPlus;

/// A place in the tree of names below a seed.
#[derive(Clone, Debug)]
pub struct Seed(blake3::Hasher);

impl Seed {
    /// The root of all streams of a run.
    pub fn new(seed: u64) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("quirkat 2026 random streams");
        hasher.update(&seed.to_le_bytes());
        Self(hasher)
    }

    /// The place below this one with a name.
    pub fn named(&self, name: &str) -> Self {
        let mut hasher = self.0.clone();
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        Self(hasher)
    }

    /// The place below this one with a number.
    pub fn numbered(&self, number: u64) -> Self {
        let mut hasher = self.0.clone();
        hasher.update(&u64::MAX.to_le_bytes());
        hasher.update(&number.to_le_bytes());
        Self(hasher)
    }

    /// 32 bytes that belong to this place.
    pub fn bytes(&self) -> [u8; 32] {
        *self.0.finalize().as_bytes()
    }

    /// The stream of this place.
    pub fn random(&self) -> Random {
        Random::from_seed(self.bytes())
    }

    /// 64 bits that belong to this place.
    pub fn word(&self) -> u64 {
        self.random().next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_names_numbers_and_seeds_give_different_streams() {
        let root = Seed::new(1);
        let words = [
            root.word(),
            Seed::new(2).word(),
            root.named("a").word(),
            root.named("b").word(),
            root.named("ab").word(),
            root.named("a").named("b").word(),
            root.numbered(0).word(),
            root.numbered(1).word(),
            root.named("a").numbered(1).word(),
        ];
        for (i, word) in words.iter().enumerate() {
            assert!(!words[..i].contains(word));
        }
        assert_eq!(
            root.named("a").numbered(7).word(),
            Seed::new(1).named("a").numbered(7).word()
        );
    }
}
