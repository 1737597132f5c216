use crate::board::color::Color;
use crate::board::direction::Direction;
use crate::board::lines::{LINE_FROM, between};
use crate::board::point::Point;
use crate::board::points::OFFSET;
use std::fmt;

/// Version of the action table: the order of the 290 [`Action`] ids.
pub const ACTIONS_VERSION: u32 = 1;

/// One hop of the fixed action space of 290 that serves every rule set, seen from the side to
/// move: for Black, `from` and `to` are turned by half a turn.
///
/// | ids | meaning |
/// |---|---|
/// | 0 … 263 | the ordered pairs of points on one straight line of the board, sorted by distance (1: 112, 2: 80, 3 and 4: 72), then direction ([`Direction::ALL`]), then start point. Whether it is a step or a jump follows from the position. |
/// | 264 … 288 | huff the piece on point 0 … 24 |
/// | 289 | stop: end a capture that could go on, where the rules allow that |
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action(u16);

/// What an action says, with points seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// Step or jump from one point to another.
    Go(Point, Point),
    /// Remove the opponent's piece on this point.
    Huff(Point),
    /// End the capture here.
    Stop,
}

pub(crate) const PAIRS: usize = 264;
const HUFFS: u16 = PAIRS as u16;
const NO_ACTION: u16 = u16::MAX;

#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) direction: u8,
    pub(crate) distance: u8,
}

pub(crate) const PAIR: [Pair; PAIRS] = pairs();
static PAIR_ID: [[u16; 25]; 25] = pair_ids();

impl Action {
    /// Number of actions.
    pub const COUNT: usize = 290;
    /// End the capture in progress.
    pub const STOP: Self = Self(289);

    /// The action with this id, `None` from 290 on.
    pub const fn new(id: u16) -> Option<Self> {
        if (id as usize) < Self::COUNT {
            Some(Self(id))
        } else {
            None
        }
    }

    /// The action that hops from one point to another, `None` when they are on no common line.
    pub fn go(from: Point, to: Point) -> Option<Self> {
        let id = PAIR_ID[usize::from(from.index())][usize::from(to.index())];
        (id != NO_ACTION).then_some(Self(id))
    }

    /// The action that huffs the piece on a point.
    pub const fn huff(point: Point) -> Self {
        Self(HUFFS + point.index() as u16)
    }

    pub(crate) fn pair(from: u8, to: u8) -> Self {
        Self(PAIR_ID[usize::from(from)][usize::from(to)])
    }

    /// 0 to 289.
    pub const fn id(self) -> u16 {
        self.0
    }

    /// The id as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What it says.
    pub const fn hop(self) -> Hop {
        if self.0 < HUFFS {
            let pair = PAIR[self.0 as usize];
            Hop::Go(Point::at(pair.from), Point::at(pair.to))
        } else if self.0 == Self::STOP.0 {
            Hop::Stop
        } else {
            Hop::Huff(Point::at((self.0 - HUFFS) as u8))
        }
    }

    /// The same action in the words of the board: points as White sees them.
    pub fn seen_by(self, turn: Color) -> Self {
        match self.hop() {
            Hop::Go(from, to) => Self::pair(from.seen_by(turn).index(), to.seen_by(turn).index()),
            Hop::Huff(point) => Self::huff(point.seen_by(turn)),
            Hop::Stop => self,
        }
    }
}

/// As the side to move sees it: `a1>a2`, `huff c4`, `stop`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hop() {
            Hop::Go(from, to) => write!(f, "{from}>{to}"),
            Hop::Huff(point) => write!(f, "huff {point}"),
            Hop::Stop => f.write_str("stop"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of actions: bit `id % 64` of word `id / 64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ActionMask(pub [u64; 5]);

impl ActionMask {
    /// No action.
    pub const EMPTY: Self = Self([0; 5]);

    /// Whether the action is in the set.
    #[inline]
    pub const fn contains(&self, action: Action) -> bool {
        self.0[action.0 as usize / 64] >> (action.0 % 64) & 1 == 1
    }

    /// Adds an action.
    #[inline]
    pub const fn insert(&mut self, action: Action) {
        self.0[action.0 as usize / 64] |= 1 << (action.0 % 64);
    }

    /// The number of actions.
    #[inline]
    pub const fn len(&self) -> usize {
        let w = &self.0;
        (w[0].count_ones()
            + w[1].count_ones()
            + w[2].count_ones()
            + w[3].count_ones()
            + w[4].count_ones()) as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        let w = &self.0;
        w[0] | w[1] | w[2] | w[3] | w[4] == 0
    }

    /// The actions by ascending id.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Action> + use<> {
        let mut words = self.0;
        let mut word = 0;
        std::iter::from_fn(move || {
            while words[word] == 0 {
                word += 1;
                if word == words.len() {
                    word = 0;
                    return None;
                }
            }
            let bit = words[word].trailing_zeros();
            words[word] &= words[word] - 1;
            Some(Action(word as u16 * 64 + bit as u16))
        })
    }

    /// The `n`-th action by ascending id.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Option<Action> {
        for (word, &bits) in self.0.iter().enumerate() {
            let count = bits.count_ones() as usize;
            if n < count {
                let mut bits = bits;
                for _ in 0..n {
                    bits &= bits - 1;
                }
                return Some(Action(word as u16 * 64 + bits.trailing_zeros() as u16));
            }
            n -= count;
        }
        None
    }
}

const fn pairs() -> [Pair; PAIRS] {
    let mut table = [Pair {
        from: 0,
        to: 0,
        direction: 0,
        distance: 0,
    }; PAIRS];
    let mut id = 0;
    let mut distance = 1;
    while distance <= 4 {
        let mut direction = 0;
        while direction < Direction::ALL.len() {
            let mut from = 0;
            while from < 25 {
                let to = from as i8 + OFFSET[direction] * distance as i8;
                if 0 <= to
                    && to < 25
                    && LINE_FROM[direction] >> from & 1 == 1
                    && let Some((d, n)) = between(from, to as u8)
                    && d == direction
                    && n == distance
                {
                    table[id] = Pair {
                        from,
                        to: to as u8,
                        direction: direction as u8,
                        distance: distance as u8,
                    };
                    id += 1;
                }
                from += 1;
            }
            direction += 1;
        }
        distance += 1;
    }
    assert!(id == PAIRS);
    table
}

const fn pair_ids() -> [[u16; 25]; 25] {
    let mut ids = [[NO_ACTION; 25]; 25];
    let mut id = 0;
    while id < PAIRS {
        ids[PAIR[id].from as usize][PAIR[id].to as usize] = id as u16;
        id += 1;
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_action_table_is_frozen() {
        // FNV-1a over the printed table; a change needs a new ACTIONS_VERSION.
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for id in 0..290 {
            for byte in format!("{}\n", Action::new(id).unwrap()).bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        assert_eq!(format!("{hash:016x}"), "019c14bb71e1a4d4");
        assert_eq!(crate::ACTIONS_VERSION, 1);
    }

    #[test]
    fn ids_hops_and_points_of_view_agree() {
        for id in 0..290 {
            let action = Action::new(id).unwrap();
            let again = match action.hop() {
                Hop::Go(from, to) => Action::go(from, to).unwrap(),
                Hop::Huff(point) => Action::huff(point),
                Hop::Stop => Action::STOP,
            };
            assert_eq!(action, again);
            assert_eq!(action.seen_by(Color::White), action);
            assert_eq!(action.seen_by(Color::Black).seen_by(Color::Black), action);
        }
        assert_eq!(Action::new(290), None);
        assert_eq!(
            Action::go(Point::at(1), Point::at(7)),
            None,
            "b1 and c2 are not joined"
        );
    }

    #[test]
    fn masks_list_what_was_inserted_in_order() {
        let mut mask = ActionMask::EMPTY;
        assert!(mask.is_empty() && mask.iter().next().is_none() && mask.nth(0).is_none());
        let ids = [0u16, 1, 63, 64, 200, 255, 256, 289];
        for id in ids {
            mask.insert(Action(id));
        }
        assert_eq!(mask.iter().map(Action::id).collect::<Vec<_>>(), ids);
        assert_eq!(mask.len(), ids.len());
        for (n, &id) in ids.iter().enumerate() {
            assert_eq!(mask.nth(n), Some(Action(id)));
        }
        assert!(!mask.contains(Action(2)));
    }
}
