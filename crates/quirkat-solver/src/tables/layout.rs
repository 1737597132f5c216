use crate::tables::material::Material;
use crate::tables::stones::Stones;
use crate::tables::subset_rank::{
    BINOMIAL, Squeezer, SubsetRank, rank_of_few, spread_slowly, squeeze_slowly,
};
use quirkat_rules::points;
use std::sync::Arc;

/// The own sets of one size. A set and its mirror image share a folded number.
struct Fold {
    /// By rank: folded number, then bit 1 "mirror first", bit 0 "its own mirror image".
    entries: Vec<u32>,
    /// By folded number.
    sets: Vec<u32>,
}

impl Fold {
    fn new(own: u32) -> Self {
        let rank = SubsetRank::new(25, own);
        let all = rank.sets();
        let mut entries = vec![0; all.len()];
        let mut sets = Vec::with_capacity(all.len() / 2 + 200);
        for (number, &set) in all.iter().enumerate() {
            let image = rank.rank(points::mirror_files(set)) as usize;
            if number <= image {
                let folded = (sets.len() as u32) << 2;
                entries[image] = folded | 2;
                entries[number] = folded | u32::from(number == image);
                sets.push(set);
            }
        }
        Self { entries, sets }
    }
}

/// The dense numbering of the positions of one material. Each position shares its number with its
/// mirror image.
pub(crate) struct Layout {
    pub(crate) material: Material,
    fold: Arc<Fold>,
    own_rank: SubsetRank,
    opp_rank: SubsetRank,
    squeezer: Squeezer,
    own_crowns: u32,
    opp_crowns: u32,
    crowned: bool,
}

/// Hands out layouts that share their tables.
#[derive(Default)]
pub(crate) struct Layouts {
    folds: [Option<Arc<Fold>>; 13],
}

impl Layouts {
    pub(crate) fn layout(&mut self, material: Material) -> Layout {
        let own = usize::from(material.own());
        let fold = self.folds[own].get_or_insert_with(|| Arc::new(Fold::new(own as u32)));
        Layout {
            material,
            fold: Arc::clone(fold),
            own_rank: SubsetRank::new(25, own as u32),
            opp_rank: SubsetRank::new(25 - own as u32, u32::from(material.opp())),
            squeezer: Squeezer::new(),
            own_crowns: BINOMIAL[own][usize::from(material.own_kings)],
            opp_crowns: BINOMIAL[usize::from(material.opp())][usize::from(material.opp_kings)],
            crowned: material.own_kings + material.opp_kings > 0,
        }
    }
}

impl Layout {
    /// How many numbers there are.
    pub(crate) fn len(&self) -> u64 {
        self.blocks() as u64 * self.block_len() as u64
    }

    /// Numbers come in blocks, one for each folded own set.
    pub(crate) fn blocks(&self) -> usize {
        self.fold.sets.len()
    }

    pub(crate) fn block_len(&self) -> usize {
        self.own_crowns as usize * self.opp_rank.count() as usize * self.opp_crowns as usize
    }

    /// The number of a position, and the position or mirror image that owns it.
    #[inline]
    pub(crate) fn index(&self, stones: &Stones) -> (u64, Stones) {
        let entry = self.fold.entries[self.own_rank.rank(stones.own) as usize];
        let mut stones = *stones;
        if entry & 2 != 0 {
            stones = stones.mirrored();
        } else if entry & 1 != 0 {
            stones = stones.min(stones.mirrored());
        }
        (self.number(u64::from(entry >> 2), &stones), stones)
    }

    #[inline]
    fn number(&self, folded: u64, stones: &Stones) -> u64 {
        let opp = self.squeezer.squeeze(stones.opp, stones.own);
        let opp = u64::from(self.opp_rank.rank(opp));
        if !self.crowned {
            return folded * u64::from(self.opp_rank.count()) + opp;
        }
        let crowns = |set: u32| u64::from(rank_of_few(squeeze_slowly(stones.kings, set)));
        let (own_crown, opp_crown) = (crowns(stones.own), crowns(stones.opp));
        let mut number = folded * u64::from(self.own_crowns) + own_crown;
        number = number * u64::from(self.opp_rank.count()) + opp;
        number * u64::from(self.opp_crowns) + opp_crown
    }

    /// What makes positions from numbers, block by block.
    pub(crate) fn walker(&self) -> Walker<'_> {
        Walker {
            layout: self,
            opps: self.opp_rank.sets(),
            own_crowns: crown_sets(self.material.own(), self.material.own_kings),
            opp_crowns: crown_sets(self.material.opp(), self.material.opp_kings),
        }
    }
}

fn crown_sets(pieces: u8, kings: u8) -> Vec<u32> {
    SubsetRank::new(u32::from(pieces), u32::from(kings)).sets()
}

/// Walks the positions of blocks in the order of their numbers.
pub(crate) struct Walker<'a> {
    layout: &'a Layout,
    opps: Vec<u32>,
    own_crowns: Vec<u32>,
    opp_crowns: Vec<u32>,
}

impl Walker<'_> {
    /// Calls `visit` with the place inside the block and the position of each number, whether the
    /// position owns it or not.
    #[inline]
    pub(crate) fn block(&self, block: usize, mut visit: impl FnMut(usize, &Stones, bool)) {
        let own = self.layout.fold.sets[block];
        let symmetric = points::mirror_files(own) == own;
        let spread = Spread::over(points::ALL & !own);
        let mut place = 0;
        for &own_crown in &self.own_crowns {
            let own_kings = spread_slowly(own_crown, own);
            for &packed in &self.opps {
                let opp = spread.spread(packed);
                for &opp_crown in &self.opp_crowns {
                    let kings = if opp_crown == 0 {
                        own_kings
                    } else {
                        own_kings | spread_slowly(opp_crown, opp)
                    };
                    let stones = Stones { own, opp, kings };
                    let owns = !symmetric || stones <= stones.mirrored();
                    visit(place, &stones, owns);
                    place += 1;
                }
            }
        }
    }
}

/// Spreads packed sets over fixed places, seven bits at a time.
struct Spread([[u32; 128]; 4]);

impl Spread {
    fn over(mask: u32) -> Self {
        let places: Vec<u32> = points::points(mask).map(|point| 1 << point).collect();
        let mut tables = [[0; 128]; 4];
        for (part, table) in tables.iter_mut().enumerate() {
            for packed in 1..128usize {
                let lowest = packed.trailing_zeros() as usize;
                let place = places.get(7 * part + lowest).copied().unwrap_or(0);
                table[packed] = table[packed & (packed - 1)] | place;
            }
        }
        Self(tables)
    }

    #[inline]
    fn spread(&self, packed: u32) -> u32 {
        let part = |n: u32| self.0[n as usize][(packed >> (7 * n) & 127) as usize];
        part(0) | part(1) | part(2) | part(3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_a_layout_gives_every_number_once_and_mirror_images_share_theirs() {
        let materials = [
            (2, 0, 2, 0),
            (1, 1, 1, 0),
            (0, 2, 1, 1),
            (3, 0, 1, 0),
            (1, 0, 1, 2),
        ];
        for (own_men, own_kings, opp_men, opp_kings) in materials {
            let material = Material {
                own_men,
                own_kings,
                opp_men,
                opp_kings,
            };
            let layout = Layouts::default().layout(material);
            let walker = layout.walker();
            let mut owned = 0u64;
            for block in 0..layout.blocks() {
                let mut places = 0;
                walker.block(block, |place, stones, owns| {
                    assert_eq!(Material::of(stones), material);
                    let number = (block * layout.block_len() + place) as u64;
                    let (index, owner) = layout.index(stones);
                    assert_eq!(owns, owner == *stones);
                    assert_eq!(owns, index == number);
                    assert_eq!(layout.index(&stones.mirrored()), (index, owner));
                    owned += u64::from(owns);
                    places += 1;
                });
                assert_eq!(places, layout.block_len());
            }
            assert!(owned <= layout.len());
        }
    }
}
