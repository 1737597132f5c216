//! Positions as single numbers, without loss: the keys of graphs and certificates.

use crate::error::Error;
use crate::scope::is_acyclic;
use quirkat_rules::{Color, Position, RawPosition, Rules, StepBack};

const POINTS: u32 = 25;
const SET: u128 = (1 << POINTS) - 1;
/// A ban on stepping to higher files: `Direction::Right`; 6 is `Direction::Left`.
const RIGHT: u32 = 2;

/// Packs the positions of one rule set: bit 0 says whether White is to move, then come the own
/// and the opponent's pieces, then what the rules need: kings, or bans (which pieces, and which
/// of them to the left), and huff marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packer {
    kings: bool,
    bans: bool,
    marks: bool,
}

impl Packer {
    pub(crate) fn new(rules: &Rules) -> Result<Self, Error> {
        rules.check().map_err(Error::Rules)?;
        let bans = rules.no_step_back == StepBack::Forbidden;
        if bans && !is_acyclic(rules) {
            return Err(Error::Unsupported(
                "proof search under no-step-back = true needs step = \"forward-sideways\" and \
                 promotion = \"none\", where bans only name sideways steps",
            ));
        }
        Ok(Self {
            kings: rules.has_kings(),
            bans,
            marks: rules.huffing.into(),
        })
    }

    /// Bytes that hold any key.
    pub(crate) const fn width(self) -> usize {
        let mut bits = 1 + 2 * POINTS;
        if self.kings {
            bits += POINTS;
        }
        if self.bans {
            bits += 2 * POINTS;
        }
        if self.marks {
            bits += POINTS;
        }
        bits.div_ceil(8) as usize
    }

    /// The key of a position between moves.
    #[inline]
    pub(crate) fn pack(self, position: &Position) -> u128 {
        let raw = position.raw().unwrap_or_default();
        let mut key = u128::from(position.turn() == Color::White)
            | u128::from(raw.own) << 1
            | u128::from(raw.opp) << (1 + POINTS);
        let mut at = 1 + 2 * POINTS;
        if self.kings {
            key |= u128::from(raw.kings) << at;
            at += POINTS;
        }
        if self.bans {
            key |= u128::from(raw.banned) << at;
            key |= u128::from(raw.ban_direction[2]) << (at + POINTS);
            at += 2 * POINTS;
        }
        if self.marks {
            key |= u128::from(raw.marks) << at;
        }
        key
    }

    /// The position of a key, `None` when it is the key of none.
    #[inline]
    pub(crate) fn unpack(self, key: u128) -> Option<Position> {
        let set = |at: u32| (key >> at & SET) as u32;
        let mut raw = RawPosition {
            own: set(1),
            opp: set(1 + POINTS),
            ..RawPosition::default()
        };
        let mut at = 1 + 2 * POINTS;
        if self.kings {
            raw.kings = set(at);
            at += POINTS;
        }
        if self.bans {
            raw.banned = set(at);
            // Right is 2 and left is 6: bit 1 is always set, bit 2 tells them apart.
            raw.ban_direction = [0, raw.banned, set(at + POINTS)];
            at += 2 * POINTS;
        }
        if self.marks {
            raw.marks = set(at);
            at += POINTS;
        }
        let crowded = raw.own.count_ones() > 12 || raw.opp.count_ones() > 12;
        if crowded || key >> at != 0 {
            return None;
        }
        let turn = if key & 1 == 1 {
            Color::White
        } else {
            Color::Black
        };
        Position::from_raw(&raw, turn)
    }
}

const _: () = assert!(RIGHT | 4 == quirkat_rules::Direction::Left as u32);
const _: () = assert!(RIGHT == quirkat_rules::Direction::Right as u32);

#[cfg(test)]
mod tests {
    use super::*;
    use quirkat_rules::{Geometry, Preset};

    #[test]
    fn packed_positions_of_random_games_unpack_to_themselves() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            let geometry = Geometry::new(rules);
            let packer = Packer::new(&rules).unwrap();
            let mut seed = 7u32;
            for _ in 0..50 {
                let mut position = Position::START;
                for _ in 0..60 {
                    let key = packer.pack(&position);
                    assert!(key >> (8 * packer.width() - 1) <= 1);
                    assert_eq!(packer.unpack(key), Some(position));
                    let moves = position.moves(&geometry);
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let Some(choice) = (seed >> 8).checked_rem(moves.len() as u32) else {
                        break;
                    };
                    position = moves[choice as usize].1;
                }
            }
        }
    }

    #[test]
    fn keys_of_no_position_are_refused() {
        let packer = Packer::new(&quirkat_rules::Rules::STANDARD).unwrap();
        let start = packer.pack(&Position::START);
        assert!(packer.unpack(start).is_some());
        assert_eq!(
            packer.unpack(start | 1 << 51),
            None,
            "a bit beyond the sets"
        );
        assert_eq!(packer.unpack(start | start >> 25), None, "two on one point");
        assert_eq!(packer.unpack(((1 << 13) - 1) << 1), None, "13 on a side");
    }
}
