use crate::error::Error;
use crate::tables::key::TableKey;
use crate::tables::layout::{Layout, Layouts};
use crate::tables::level_file::{self, LevelFile, LevelKind};
use crate::tables::material::Material;
use crate::tables::stones::{Stones, huffed};
use crate::value::Value;
use quirkat_rules::{Geometry, Position, Rules, points};
use std::path::Path;

/// Open endgame tables of one rule set: the exact value of every position with at most
/// [`Tables::men`] men and kings.
pub struct Tables {
    key: TableKey,
    men: u8,
    levels: Vec<Option<Box<Level>>>,
}

/// One open level.
pub(crate) struct Level {
    pub(crate) layout: Layout,
    pub(crate) values: LevelFile,
    pub(crate) distances: Option<LevelFile>,
}

impl Level {
    #[inline]
    pub(crate) fn code(&self, number: u64) -> u8 {
        self.values.payload()[(number / 4) as usize] >> (2 * (number % 4)) & 3
    }
}

/// Pieces of one side that the numbering can hold, as many as a game begins with.
const MOST_OF_A_SIDE: u8 = 12;

/// How many pairs of men and kings one side can have.
const SIDES: usize = 91;

/// Men and kings of one side, at most 12 in all, as one number.
#[inline]
fn side(men: u8, kings: u8) -> usize {
    let pieces = usize::from(men + kings);
    pieces * (pieces + 1) / 2 + usize::from(kings)
}

#[inline]
pub(crate) fn slot(material: Material) -> usize {
    side(material.own_men, material.own_kings) * SIDES + side(material.opp_men, material.opp_kings)
}

impl Tables {
    /// No level yet.
    pub(crate) fn empty(key: TableKey) -> Self {
        let mut levels = Vec::new();
        levels.resize_with(SIDES * SIDES, || None);
        Self {
            key,
            men: 0,
            levels,
        }
    }

    pub(crate) fn insert(&mut self, level: Level) {
        let at = slot(level.layout.material);
        self.levels[at] = Some(Box::new(level));
    }

    #[inline]
    pub(crate) fn level(&self, material: Material) -> Option<&Level> {
        if material.own() > MOST_OF_A_SIDE || material.opp() > MOST_OF_A_SIDE {
            return None;
        }
        self.levels[slot(material)].as_deref()
    }

    pub(crate) fn set_men(&mut self, men: u8) {
        self.men = men;
    }

    /// Opens the tables of a rule set below a folder, up to `men` pieces or as many as are complete,
    /// and compares every checksum.
    ///
    /// # Errors
    /// When the rules can have no tables, when the folder lacks them, or when a file is refused.
    pub fn open(folder: &Path, rules: &Rules, men: Option<u8>) -> Result<Self, Error> {
        let key = TableKey::of(rules)?;
        let folder = folder.join(key.folder());
        let mut tables = Self::empty(key);
        let mut layouts = Layouts::default();
        'sizes: for size in 2..=men.unwrap_or(24).min(24) {
            let level_names = Material::up_to(size, rules.has_kings());
            let of_size = level_names.iter().filter(|level| level.pieces() == size);
            let exists =
                |level: &Material| level_file::path(&folder, *level, LevelKind::Values).exists();
            if !of_size.clone().all(exists) {
                break;
            }
            let mut opened = Vec::new();
            for &material in of_size {
                let layout = layouts.layout(material);
                let len = layout.len();
                let Some(file) = LevelFile::open(&folder, &key, material, LevelKind::Values, len)?
                else {
                    break 'sizes;
                };
                let distances =
                    LevelFile::open(&folder, &key, material, LevelKind::Distances, len)?;
                opened.push(Level {
                    layout,
                    values: file,
                    distances,
                });
            }
            for level in opened {
                tables.insert(level);
            }
            tables.men = size;
        }
        if tables.men == 0 || men.is_some_and(|men| tables.men < men) {
            return Err(Error::Request(format!(
                "{}: no complete {}-man tables for these rules",
                folder.display(),
                men.unwrap_or(2)
            )));
        }
        Ok(tables)
    }

    /// The rules that the tables belong to.
    pub const fn key(&self) -> &TableKey {
        &self.key
    }

    /// The largest number of men and kings covered.
    pub const fn men(&self) -> u8 {
        self.men
    }

    /// One name for the contents of all levels with at most `men` pieces: a hash of their
    /// checksums.
    pub fn digest(&self, men: u8) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.key.0);
        for level in self.levels.iter().flatten() {
            if level.layout.material.pieces() > men {
                continue;
            }
            hasher.update(&level.values.hash);
        }
        *hasher.finalize().as_bytes()
    }

    /// The value of stones without marks, `None` outside the tables. A side without pieces has
    /// lost.
    #[inline]
    pub(crate) fn value_of_stones(&self, stones: &Stones) -> Option<Value> {
        if stones.own == 0 {
            return Some(Value::Loss);
        }
        if stones.opp == 0 {
            return Some(Value::Win);
        }
        let level = self.level(Material::of(stones))?;
        level_file::value_of(level.code(level.layout.index(stones).0))
    }

    /// The distance to the next capture, promotion or end, in plies, of a won or lost position.
    pub(crate) fn distance_of_stones(&self, stones: &Stones) -> Option<u8> {
        if stones.own == 0 || stones.opp == 0 {
            return Some(0);
        }
        let level = self.level(Material::of(stones))?;
        let file = level.distances.as_ref()?;
        let number = level.layout.index(stones).0;
        file.payload().get(number as usize).copied()
    }

    /// The value of a position for the side to move, `None` when it has more pieces than the
    /// tables, or bans, or a capture in progress.
    #[inline]
    pub fn value(&self, position: &Position) -> Option<Value> {
        let (own, opp) = position.counts();
        if own + opp > u32::from(self.men) {
            return None;
        }
        let raw = position.raw()?;
        if raw.banned != 0 {
            return None;
        }
        let stones = Stones::of(&raw);
        let mut value = self.value_of_stones(&stones)?;
        // A right to huff adds choices: the position without it, or with a piece less.
        for piece in points::points(raw.marks) {
            value = value.max(self.value_of_stones(&huffed(&stones, piece))?);
        }
        Some(value)
    }

    /// Plies to the next capture, promotion or end of a won or lost position, where the tables
    /// hold distances. It is 255 where it is 255 or more.
    pub fn distance(&self, position: &Position) -> Option<u8> {
        let raw = position.raw()?;
        let value = self.value(position)?;
        if value == Value::Draw {
            return None;
        }
        let stones = Stones::of(&raw);
        if raw.marks != 0 && self.value_of_stones(&stones) != Some(value) {
            // Won by the huff alone, which takes a piece off.
            return Some(1);
        }
        self.distance_of_stones(&stones)
    }

    /// Whether every level holds distances.
    pub fn has_distances(&self) -> bool {
        self.levels
            .iter()
            .flatten()
            .all(|level| level.distances.is_some())
    }

    /// Refuses to serve other rules.
    pub(crate) fn check_rules(&self, geometry: &Geometry) -> Result<(), Error> {
        if TableKey::of(geometry.rules())? == self.key {
            Ok(())
        } else {
            Err(Error::Request(
                "the tables belong to other rules".to_owned(),
            ))
        }
    }
}
