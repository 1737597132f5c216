use crate::tables::stones::Stones;
use std::fmt;

/// Men and kings of the side to move and of its opponent: the level of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move.
    pub own_men: u8,
    /// Kings of the side to move.
    pub own_kings: u8,
    /// Men of its opponent.
    pub opp_men: u8,
    /// Kings of its opponent.
    pub opp_kings: u8,
}

impl Material {
    pub(crate) fn of(stones: &Stones) -> Self {
        let own_kings = (stones.own & stones.kings).count_ones() as u8;
        let opp_kings = (stones.opp & stones.kings).count_ones() as u8;
        Self {
            own_men: stones.own.count_ones() as u8 - own_kings,
            own_kings,
            opp_men: stones.opp.count_ones() as u8 - opp_kings,
            opp_kings,
        }
    }

    /// The same pieces with the other side to move.
    pub const fn transposed(self) -> Self {
        Self {
            own_men: self.opp_men,
            own_kings: self.opp_kings,
            opp_men: self.own_men,
            opp_kings: self.own_kings,
        }
    }

    /// All pieces on the board.
    pub const fn pieces(self) -> u8 {
        self.own() + self.opp()
    }

    /// Pieces of the side to move.
    pub const fn own(self) -> u8 {
        self.own_men + self.own_kings
    }

    /// Pieces of its opponent.
    pub const fn opp(self) -> u8 {
        self.opp_men + self.opp_kings
    }

    /// All levels with at least one piece a side and at most `men` in all, so that every level
    /// comes after those that its captures and promotions lead to.
    pub(crate) fn up_to(men: u8, kings: bool) -> Vec<Self> {
        let mut levels = Vec::new();
        for pieces in 2..=men {
            for own in 1..pieces {
                let opp = pieces - own;
                if own > 12 || opp > 12 {
                    continue;
                }
                for own_kings in 0..=if kings { own } else { 0 } {
                    for opp_kings in 0..=if kings { opp } else { 0 } {
                        levels.push(Self {
                            own_men: own - own_kings,
                            own_kings,
                            opp_men: opp - opp_kings,
                            opp_kings,
                        });
                    }
                }
            }
        }
        levels.sort_by_key(|level| {
            let crowns = level.own_kings + level.opp_kings;
            (level.pieces(), std::cmp::Reverse(crowns), *level)
        });
        levels
    }
}

/// `4v3`, with kings `2+1Kv3`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut side = |men: u8, kings: u8| match (men, kings) {
            (men, 0) => write!(f, "{men}"),
            (0, kings) => write!(f, "{kings}K"),
            (men, kings) => write!(f, "{men}+{kings}K"),
        };
        side(self.own_men, self.own_kings)?;
        f.write_str("v")?;
        let mut side = |men: u8, kings: u8| match (men, kings) {
            (men, 0) => write!(f, "{men}"),
            (0, kings) => write!(f, "{kings}K"),
            (men, kings) => write!(f, "{men}+{kings}K"),
        };
        side(self.opp_men, self.opp_kings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_promotions_lead_to_earlier_levels() {
        let levels = Material::up_to(5, true);
        let at = |text: &str| {
            levels
                .iter()
                .position(|level| level.to_string() == text)
                .unwrap()
        };
        assert!(at("1v1") < at("2v1"));
        assert!(at("2v1K") < at("2v1"));
        assert!(at("1+1Kv1") < at("2v1"));
        assert_eq!(Material::up_to(8, false).len(), 28);
    }
}
