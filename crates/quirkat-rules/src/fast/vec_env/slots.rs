use crate::board::color::Color;
use crate::play::position::{Bans, CaptureInProgress, Position};
use crate::rules::geometry::Geometry;

/// The state of many games, one vector for each word of it, with unused places at the end so that
/// the length is a multiple of [`PLACES`]. Point sets are seen from each game's side to move.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    pub(super) own: Vec<u32>,
    pub(super) opp: Vec<u32>,
    pub(super) kings: Vec<u32>,
    pub(super) marks: Vec<u32>,
    /// The banned pieces, and bit by bit the directions of their bans.
    pub(super) bans: [Vec<u32>; 4],
    /// The point of the piece whose capture is in progress, as a set; none outside a capture.
    pub(super) at: Vec<u32>,
    /// Where that capture began.
    pub(super) start: Vec<u32>,
    /// Pieces that it may not jump again along each axis. Without a rule that tells axes apart
    /// only the first is kept.
    pub(super) jumped: [Vec<u32>; 4],
    /// Pieces that could have begun a capture now, for marks.
    pub(super) capturers: Vec<u32>,
    /// All ones when Black is to move.
    pub(super) black: Vec<u32>,
    /// Plies since the last capture or huff.
    pub(super) quiet: Vec<u32>,
    /// Plies since the last one that cannot be undone: positions before it do not come back.
    pub(super) run: Vec<u32>,
    /// All ones when the game is over.
    pub(super) over: Vec<u32>,
    other_axis: bool,
}

/// The number of games that are stepped together.
pub(super) const PLACES: usize = 8;

/// The words of the games stepped together that begin at `base`, a multiple of [`PLACES`].
#[inline(always)]
pub(super) fn eight(words: &[u32], base: usize) -> &[u32; PLACES] {
    words[base..]
        .first_chunk()
        .expect("a multiple of PLACES games")
}

/// The same to be written.
#[inline(always)]
pub(super) fn eight_mut(words: &mut [u32], base: usize) -> &mut [u32; PLACES] {
    words[base..]
        .first_chunk_mut()
        .expect("a multiple of PLACES games")
}

impl Slots {
    pub(super) fn new(geometry: &Geometry, count: usize) -> Self {
        let words = || vec![0u32; count.next_multiple_of(PLACES)];
        Self {
            own: words(),
            opp: words(),
            kings: words(),
            marks: words(),
            bans: std::array::from_fn(|_| words()),
            at: words(),
            start: words(),
            jumped: std::array::from_fn(|_| words()),
            capturers: words(),
            black: words(),
            quiet: words(),
            run: words(),
            over: vec![u32::MAX; count.next_multiple_of(PLACES)],
            other_axis: geometry.other_axis,
        }
    }

    pub(super) fn position(&self, slot: usize) -> Position {
        let jumped: [u32; 4] = std::array::from_fn(|axis| {
            let axis = if self.other_axis { axis } else { 0 };
            self.jumped[axis][slot]
        });
        let chain = (self.at[slot] != 0).then(|| CaptureInProgress {
            start: self.start[slot].trailing_zeros() as u8,
            at: self.at[slot].trailing_zeros() as u8,
            jumped,
        });
        let [set, codes @ ..]: [u32; 4] = std::array::from_fn(|word| self.bans[word][slot]);
        Position {
            own: self.own[slot],
            opp: self.opp[slot],
            kings: self.kings[slot],
            marks: self.marks[slot],
            bans: Bans::of(set, codes),
            chain,
            turn: if self.black[slot] == 0 {
                Color::White
            } else {
                Color::Black
            },
        }
    }

    pub(super) fn set_position(&mut self, slot: usize, position: &Position) {
        self.own[slot] = position.own;
        self.opp[slot] = position.opp;
        self.kings[slot] = position.kings;
        self.marks[slot] = position.marks;
        self.bans[0][slot] = position.bans.set;
        for (word, code) in position.bans.directions().into_iter().enumerate() {
            self.bans[word + 1][slot] = code;
        }
        let (at, start, jumped) = match &position.chain {
            Some(chain) => (1 << chain.at, 1 << chain.start, chain.jumped),
            None => (0, 0, [0; 4]),
        };
        self.at[slot] = at;
        self.start[slot] = start;
        for (axis, set) in jumped.into_iter().enumerate() {
            self.jumped[axis][slot] = set;
        }
        self.black[slot] = match position.turn {
            Color::White => 0,
            Color::Black => u32::MAX,
        };
    }
}

/// The positions of each game at the ply ends of its present run, for repetition.
#[derive(Clone, Debug)]
pub(super) struct History {
    games: usize,
    /// Row by ply of the run, a column a game: the pieces.
    pieces: Vec<u64>,
    /// The same for kings, marks and bans, where the rules have any.
    rest: Vec<[u64; 3]>,
    has_rest: bool,
}

impl History {
    /// Room for so many plies, so that these do not allocate.
    pub(super) fn new(geometry: &Geometry, games: usize, plies: usize) -> Self {
        let has_rest = geometry.promotion || geometry.huffing || geometry.no_step_back;
        Self {
            games,
            pieces: vec![0; games * plies],
            rest: vec![[0; 3]; if has_rest { games * plies } else { 0 }],
            has_rest,
        }
    }

    #[inline]
    fn pieces_of(slots: &Slots, slot: usize) -> u64 {
        u64::from(slots.own[slot]) | u64::from(slots.opp[slot]) << 32
    }

    fn rest_of(slots: &Slots, slot: usize) -> [u64; 3] {
        let pair = |low: &[u32], high: &[u32]| u64::from(low[slot]) | u64::from(high[slot]) << 32;
        [
            pair(&slots.kings, &slots.marks),
            pair(&slots.bans[0], &slots.bans[1]),
            pair(&slots.bans[2], &slots.bans[3]),
        ]
    }

    /// Notes a game's position as that of the present ply of its run.
    #[inline]
    pub(super) fn note(&mut self, slots: &Slots, slot: usize) {
        let at = slots.run[slot] as usize * self.games + slot;
        if at >= self.pieces.len() {
            self.grow(at);
        }
        self.pieces[at] = Self::pieces_of(slots, slot);
        if self.has_rest {
            self.rest[at] = Self::rest_of(slots, slot);
        }
    }

    #[cold]
    fn grow(&mut self, at: usize) {
        let length = (at + self.games).next_multiple_of(self.games);
        self.pieces.resize(length, 0);
        if self.has_rest {
            self.rest.resize(length, [0; 3]);
        }
    }

    /// How often the position now occurred before in the run. Each side needs two of its plies to
    /// bring its pieces back, so that the last time is four plies ago at least, an even number.
    pub(super) fn earlier_occurrences(&self, slots: &Slots, slot: usize) -> u32 {
        if slots.at[slot] != 0 {
            return 0;
        }
        let run = slots.run[slot] as usize;
        let pieces = Self::pieces_of(slots, slot);
        let mut found = 0;
        let mut back = 4;
        while back <= run {
            let at = (run - back) * self.games + slot;
            let same = self.pieces[at] == pieces
                && (!self.has_rest || self.rest[at] == Self::rest_of(slots, slot));
            found += u32::from(same);
            back += 2;
        }
        found
    }
}
