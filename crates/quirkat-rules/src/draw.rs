//! Drawing a move without listing the moves.

use crate::bits::points;
use crate::geometry::{KING, MAN};
use crate::lanes::{Lanes, Near, Words};
use crate::walk::Visitor;
use crate::{Geometry, Position};

impl Position {
    /// The position after the legal move that `pick` names by its number in [`Self::moves`]:
    /// `pick` gets the number of moves and gives a smaller one (a larger one counts as the last).
    /// It is not asked where there is one move. `None` where there is none.
    ///
    /// The fastest way to play at random over the moves of the notation: nothing is allocated and
    /// only the drawn move is made.
    ///
    /// ```
    /// use quirkat_rules::{Geometry, Position, Rules};
    ///
    /// let geometry = Geometry::new(Rules::STANDARD);
    /// let next = Position::START.draw_successor(&geometry, |count| count - 1).unwrap();
    /// assert_eq!(next, Position::START.moves(&geometry)[3].1);
    /// ```
    #[inline]
    pub fn draw_successor(
        &self,
        geometry: &Geometry,
        pick: impl FnOnce(u64) -> u64,
    ) -> Option<Self> {
        if self.is_bare() {
            return None;
        }
        if self.chain.is_some() || geometry.flying && self.own & self.kings != 0 {
            return self.draw_from_list(geometry, pick);
        }
        #[cfg(target_arch = "x86_64")]
        if crate::lanes::has_avx2() {
            // SAFETY: the features were detected.
            #[allow(unsafe_code)]
            return unsafe { draw_by_register(self, geometry, pick) };
        }
        draw::<Words>(self, geometry, pick)
    }

    /// One walk for captures of several jumps: as many as fit are noted on the way.
    fn draw_from_list(&self, geometry: &Geometry, pick: impl FnOnce(u64) -> u64) -> Option<Self> {
        let mut list = Noted {
            moves: [(0, 0, 0); NOTED],
            count: 0,
        };
        self.walk(geometry, &mut list);
        let drawn = number(list.count as u64, pick)? as usize;
        if list.count <= NOTED {
            let (from, to, third) = list.moves[drawn];
            return Some(match to & KIND {
                STEP => self.after_step(geometry, from, to & !KIND, third as usize),
                CAPTURE => self.after_capture(geometry, from, to & !KIND, third),
                _ => self.after_huff(from),
            });
        }
        let mut seen = 0;
        let mut chosen = None;
        self.each_successor(geometry, |next| {
            if seen == drawn {
                chosen = Some(next);
            }
            seen += 1;
        });
        chosen
    }
}

#[inline]
fn number(count: u64, pick: impl FnOnce(u64) -> u64) -> Option<u64> {
    match count {
        0 => None,
        1 => Some(0),
        _ => Some(pick(count).min(count - 1)),
    }
}

const NOTED: usize = 64;
const KIND: u8 = 0xc0;
const STEP: u8 = 0x00;
const CAPTURE: u8 = 0x40;
const HUFF: u8 = 0x80;

/// The first moves of a walk: start, kind and end, then the direction or the pieces jumped.
struct Noted {
    moves: [(u8, u8, u32); NOTED],
    count: usize,
}

impl Noted {
    #[inline]
    fn note(&mut self, entry: (u8, u8, u32)) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = entry;
        }
        self.count += 1;
    }
}

impl Visitor for Noted {
    #[inline]
    fn step(&mut self, from: u8, to: u8, direction: usize) {
        self.note((from, to | STEP, direction as u32));
    }

    #[inline]
    fn capture(&mut self, path: &[u8], jumped: u32) {
        self.note((path[0], path[path.len() - 1] | CAPTURE, jumped));
    }

    #[inline]
    fn huff(&mut self, piece: u8) {
        self.note((piece, HUFF, 0));
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn draw_by_register(
    position: &Position,
    geometry: &Geometry,
    pick: impl FnOnce(u64) -> u64,
) -> Option<Position> {
    draw::<crate::lanes::Avx2>(position, geometry, pick)
}

#[inline(always)]
fn draw<L: Lanes>(
    position: &Position,
    geometry: &Geometry,
    pick: impl FnOnce(u64) -> u64,
) -> Option<Position> {
    let own = L::splat(position.own);
    let kings = L::splat(position.kings);
    let free = L::splat(position.empty());
    let open = L::splat(position.opp)
        .looking::<Near, 1>()
        .and(free.looking::<Near, 2>());
    let mut jumps = own
        .without(kings)
        .and(L::load(&geometry.first_jump_from[MAN]));
    let mut steps = own.without(kings).and(L::load(&geometry.step_from[MAN]));
    if geometry.promotion {
        let crowned = own.and(kings);
        jumps = jumps.or(crowned.and(L::load(&geometry.first_jump_from[KING])));
        steps = steps.or(crowned.and(L::load(&geometry.step_from[KING])));
    }
    jumps = jumps.and(open);
    steps = steps.and(free.looking::<Near, 1>());
    if geometry.no_step_back {
        let banned: [u32; 8] = [0, 1, 2, 3, 4, 5, 6, 7].map(|d| position.bans.in_direction(d));
        steps = steps.without(L::load(&banned));
    }
    let capturing = !jumps.is_empty();
    if capturing {
        let kind = if geometry.promotion { KING } else { MAN };
        let later = open.and(L::load(&geometry.later_jump_from[kind])).union();
        if !jumps
            .and(L::splat(later).looking::<Near, 2>())
            .is_empty()
        {
            return position.draw_from_list(geometry, pick);
        }
        if !geometry.optional {
            steps = L::splat(0);
        }
    }
    let (huffs, captures) = (position.marks.count_ones(), jumps.count());
    let mut drawn = number(u64::from(huffs + captures + steps.count()), pick)? as u32;
    if drawn < huffs {
        let piece = points(position.marks).nth(drawn as usize)?;
        return Some(position.after_huff(piece));
    }
    drawn -= huffs;
    if drawn < captures {
        let mut from = jumps.union();
        loop {
            let point = from.trailing_zeros();
            let directions = jumps.directions_at(point);
            if drawn < directions.count_ones() {
                let direction = points(directions).nth(drawn as usize)?;
                let offset = crate::direction::OFFSET[usize::from(direction)];
                let from = point as u8;
                let over = (from as i8 + offset) as u8;
                let to = (over as i8 + offset) as u8;
                return Some(position.after_capture(geometry, from, to, 1 << over));
            }
            drawn -= directions.count_ones();
            from &= from - 1;
        }
    }
    drawn -= captures;
    for (direction, set) in steps.store().into_iter().enumerate() {
        let count = set.count_ones();
        if drawn < count {
            let from = points(set).nth(drawn as usize)?;
            let to = (from as i8 + crate::direction::OFFSET[direction]) as u8;
            return Some(position.after_step(geometry, from, to, direction));
        }
        drawn -= count;
    }
    None
}
