//! The transposition table of the proof search. Its entries are hints: every answer comes with a
//! graph that was built and checked with whole keys.

use crate::error::Error;
use crate::proof::proof_numbers::{INFINITE, ProofNumbers};
use memmap2::MmapMut;

#[derive(Clone, Copy, Default)]
struct Entry {
    hash: u64,
    /// Proof number, disproof number (29 bits each), logarithm of the work spent (6 bits).
    data: u64,
    /// Of a disproof: the position that it takes for "not won", 0 for none.
    condition: u64,
}

impl Entry {
    const fn numbers(self) -> ProofNumbers {
        ProofNumbers {
            proof: (self.data >> 35) as u32,
            disproof: (self.data >> 6) as u32 & INFINITE,
        }
    }

    const fn work(self) -> u64 {
        self.data & 63
    }
}

const WAYS: usize = 5;
/// Two cache lines: five entries of three words.
const BUCKET: usize = 128;
const ENTRY: usize = 24;

impl Entry {
    #[inline]
    fn read(bucket: &[u8; BUCKET], way: usize) -> Self {
        let word = |n: usize| {
            let at = way * ENTRY + 8 * n;
            let mut word = [0; 8];
            word.copy_from_slice(&bucket[at..at + 8]);
            u64::from_ne_bytes(word)
        };
        Self {
            hash: word(0),
            data: word(1),
            condition: word(2),
        }
    }

    #[inline]
    fn write(self, bucket: &mut [u8; BUCKET], way: usize) {
        let words = [self.hash, self.data, self.condition];
        let place = &mut bucket[way * ENTRY..(way + 1) * ENTRY];
        for (word, place) in words.iter().zip(place.chunks_exact_mut(8)) {
            place.copy_from_slice(&word.to_ne_bytes());
        }
    }
}

/// What [`Transposition::entries`] lists and [`Transposition::restore`] takes: hash, numbers and
/// work, condition.
pub(crate) type Saved = [u64; 3];

/// A table of fixed size. A full bucket overwrites the entry that took least work.
///
/// A search spends nearly all its time waiting for this memory. So it is mapped in huge pages
/// where the system has them, and a search touches all buckets that it is about to read.
pub(crate) struct Transposition {
    map: MmapMut,
    buckets: usize,
}

impl Transposition {
    pub(crate) fn new(bytes: u64) -> Result<Self, Error> {
        let refused = |error: std::io::Error| Error::Request(format!("search memory: {error}"));
        let buckets = (bytes / BUCKET as u64).max(1024) as usize;
        let map = MmapMut::map_anon(buckets * BUCKET).map_err(refused)?;
        #[cfg(target_os = "linux")]
        // Not needed for the result: without it the search is slower.
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map, buckets })
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.buckets * BUCKET) as u64
    }

    /// All entries.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Saved> {
        let buckets = self.map.as_chunks::<BUCKET>().0.iter();
        let entries = buckets.flat_map(|bucket| (0..WAYS).map(|way| Entry::read(bucket, way)));
        entries
            .filter(|entry| entry.data != 0)
            .map(|entry| [entry.hash, entry.data, entry.condition])
    }

    /// Takes an entry of another table, or of this one at another time.
    pub(crate) fn restore(&mut self, [hash, data, condition]: Saved) {
        let entry = Entry {
            hash,
            data,
            condition,
        };
        self.put(hash, entry.numbers(), condition, 1 << entry.work().min(63));
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[u8; BUCKET] {
        &self.map.as_chunks::<BUCKET>().0[self.place(hash)]
    }

    #[inline]
    fn find(&self, hash: u64) -> Option<Entry> {
        let bucket = self.bucket(hash);
        let mut entries = (0..WAYS).map(|way| Entry::read(bucket, way));
        entries.find(|entry| entry.hash == hash && entry.data != 0)
    }

    /// Reads a little of a position's bucket, so that it is near when its numbers are asked for.
    /// The results of several calls are to be combined and kept from being optimised away.
    #[inline]
    pub(crate) fn touch(&self, hash: u64) -> u8 {
        let bucket = self.bucket(hash);
        bucket[0] ^ bucket[BUCKET / 2]
    }

    /// The numbers of a position, and the condition of a disproof (0 for none).
    #[inline]
    pub(crate) fn get(&self, hash: u64) -> Option<(ProofNumbers, u64)> {
        let found = self.find(hash);
        found.map(|entry| (entry.numbers(), entry.condition))
    }

    /// The logarithm of the work spent on a position.
    pub(crate) fn work(&self, hash: u64) -> u64 {
        self.find(hash).map_or(0, Entry::work)
    }

    #[inline]
    pub(crate) fn put(&mut self, hash: u64, numbers: ProofNumbers, condition: u64, work: u64) {
        let place = self.place(hash);
        let bucket = &mut self.map.as_chunks_mut::<BUCKET>().0[place];
        let entry = Entry {
            hash,
            data: u64::from(numbers.proof.min(INFINITE)) << 35
                | u64::from(numbers.disproof.min(INFINITE)) << 6
                | u64::from(work.max(1).ilog2()),
            condition,
        };
        let (mut slot, mut least) = (0, u64::MAX);
        for way in 0..WAYS {
            let old = Entry::read(bucket, way);
            if old.hash == hash && old.data != 0 {
                slot = way;
                break;
            }
            let worth = match old {
                old if old.data == 0 => 0,
                // A proof whose entries are overwritten is hard to write down.
                old => 1 + old.work() + if old.numbers().is_proven() { 4 } else { 0 },
            };
            if worth < least {
                (slot, least) = (way, worth);
            }
        }
        entry.write(bucket, slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_and_the_least_work_is_given_up() {
        let mut table = Transposition::new(1).unwrap();
        for i in 1..=6u64 {
            let numbers = ProofNumbers {
                proof: i as u32,
                disproof: INFINITE,
            };
            table.put(i, numbers, i, 1 << (7 - i));
        }
        assert_eq!(table.get(1).unwrap().0.proof, 1);
        assert_eq!(table.get(3).unwrap().1, 3);
        assert_eq!(table.get(6).unwrap().0.proof, 6);
        assert_eq!(table.get(5), None);
        table.put(6, ProofNumbers::PROVEN, 0, 1);
        assert!(table.get(6).unwrap().0.is_proven());
    }
}
