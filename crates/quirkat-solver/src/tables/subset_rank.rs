//! Numbering the k-element subsets of n points, by two half-board tables.

use quirkat_rules::points;
use std::sync::LazyLock;

/// Width of the lower half.
const LOW: u32 = 13;

/// `BINOMIAL[n][k]`.
pub(crate) static BINOMIAL: [[u32; 13]; 26] = binomials();

/// By a set of up to 13 points: its number among the sets of its size (all smaller sets of that
/// size come first), and its size in the upper bits.
static COLEX: LazyLock<Box<[u16]>> = LazyLock::new(colex);
const SIZE_AT: u32 = 12;

/// `base[n][k][j]`: the number of k-subsets of n points with fewer than j in the lower half.
static BASE: LazyLock<Vec<[[u32; 13]; 13]>> = LazyLock::new(bases);

const fn binomials() -> [[u32; 13]; 26] {
    let mut table = [[0; 13]; 26];
    let mut n = 0;
    while n < 26 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 13 && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

fn colex() -> Box<[u16]> {
    let mut counts = [0u16; LOW as usize + 1];
    (0..1u32 << LOW)
        .map(|set| {
            let size = set.count_ones();
            let number = counts[size as usize];
            counts[size as usize] += 1;
            number | (size as u16) << SIZE_AT
        })
        .collect()
}

fn bases() -> Vec<[[u32; 13]; 13]> {
    let mut table = vec![[[0; 13]; 13]; 26];
    for n in 0..26 {
        for k in 0..13usize {
            let mut base = 0;
            for j in 0..=k {
                table[n][k][j] = base;
                let low = BINOMIAL[n.min(LOW as usize)][j];
                base += low * BINOMIAL[n.saturating_sub(LOW as usize)][k - j];
            }
        }
    }
    table
}

/// The number of a set among the sets of its size, for sets of up to 13 points; it does not depend
/// on the number of points.
#[inline]
pub(crate) fn rank_of_few(set: u32) -> u32 {
    u32::from(COLEX[set as usize]) & ((1 << SIZE_AT) - 1)
}

/// Numbers the `k`-subsets of `n` points.
#[derive(Clone, Copy)]
pub(crate) struct SubsetRank {
    colex: &'static [u16],
    base: &'static [u32; 13],
    high: [u32; 13],
    n: u32,
    k: u32,
}

impl SubsetRank {
    pub(crate) fn new(n: u32, k: u32) -> Self {
        let high_points = n.saturating_sub(LOW) as usize;
        let mut high = [0; 13];
        for j in 0..=k {
            high[j as usize] = BINOMIAL[high_points][(k - j) as usize];
        }
        Self {
            colex: &COLEX,
            base: &BASE[n as usize][k as usize],
            high,
            n,
            k,
        }
    }

    pub(crate) const fn count(&self) -> u32 {
        BINOMIAL[self.n as usize][self.k as usize]
    }

    /// The number of a set of exactly `k` of the lowest `n` bits.
    #[inline]
    pub(crate) fn rank(&self, set: u32) -> u32 {
        let low = u32::from(self.colex[(set & ((1 << LOW) - 1)) as usize]);
        let high = u32::from(self.colex[(set >> LOW) as usize]) & ((1 << SIZE_AT) - 1);
        let size = (low >> SIZE_AT) as usize;
        let low = low & ((1 << SIZE_AT) - 1);
        self.base[size] + low * self.high[size] + high
    }

    /// All sets in the order of their numbers.
    pub(crate) fn sets(&self) -> Vec<u32> {
        let mut sets = vec![0; self.count() as usize];
        if self.k == 0 {
            return sets;
        }
        let mut set: u32 = (1 << self.k) - 1;
        while set >> self.n == 0 {
            sets[self.rank(set) as usize] = set;
            // The next larger number with as many bits.
            let lowest = set & set.wrapping_neg();
            let ripple = set + lowest;
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
        sets
    }
}

/// For one rank of the board, by five bits of own points and five of another set: that set's bits
/// among the points that are not own, packed together.
static SQUEEZE: LazyLock<Box<[u8]>> = LazyLock::new(|| {
    (0..1024u32)
        .map(|entry| squeeze_slowly(entry & 31, !(entry >> 5) & 31) as u8)
        .collect()
});

/// The bits of `set` at the places of `mask`, packed together.
#[inline]
pub(crate) fn squeeze_slowly(set: u32, mask: u32) -> u32 {
    let mut packed = 0;
    for (place, point) in points::points(mask).enumerate() {
        packed |= (set >> point & 1) << place;
    }
    packed
}

/// Spreads packed bits over the places of `mask`.
#[inline]
pub(crate) fn spread_slowly(packed: u32, mask: u32) -> u32 {
    let mut set = 0;
    for (place, point) in points::points(mask).enumerate() {
        set |= (packed >> place & 1) << point;
    }
    set
}

/// Packs sets of points that avoid another set.
#[derive(Clone, Copy)]
pub(crate) struct Squeezer(&'static [u8]);

impl Squeezer {
    pub(crate) fn new() -> Self {
        Self(&SQUEEZE)
    }

    /// `set` among the points outside `own`.
    #[inline]
    pub(crate) fn squeeze(self, set: u32, own: u32) -> u32 {
        let mut packed = 0;
        let mut shift = 0;
        for rank in 0..5 {
            let mine = own >> (5 * rank) & 31;
            let theirs = set >> (5 * rank) & 31;
            packed |= u32::from(self.0[(mine << 5 | theirs) as usize]) << shift;
            shift += 5 - u32::from(SIZE5[mine as usize]);
        }
        packed
    }
}

static SIZE5: [u8; 32] = {
    let mut sizes = [0; 32];
    let mut set = 0usize;
    while set < 32 {
        sizes[set] = set.count_ones() as u8;
        set += 1;
    }
    sizes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subset_has_its_own_number() {
        for n in [1, 5, 12, 13, 14, 21, 25] {
            for k in 0..=n.min(5) {
                let rank = SubsetRank::new(n, k);
                let sets = rank.sets();
                for (number, &set) in sets.iter().enumerate() {
                    assert_eq!(set.count_ones(), k);
                    assert!(set >> n == 0);
                    assert_eq!(rank.rank(set), number as u32);
                    assert!(n > 13 || rank_of_few(set) == number as u32);
                }
                assert_eq!(sets.len() as u32, rank.count());
            }
        }
    }

    #[test]
    fn squeezing_by_tables_is_squeezing_bit_by_bit_and_spreading_undoes_it() {
        let squeezer = Squeezer::new();
        let mut seed = 1u32;
        for _ in 0..10_000 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let own = seed >> 7;
            let set = seed.rotate_left(13) & !own & points::ALL;
            let packed = squeezer.squeeze(set, own);
            assert_eq!(packed, squeeze_slowly(set, !own & points::ALL));
            assert_eq!(spread_slowly(packed, !own & points::ALL), set);
        }
    }
}
