use crate::control::Control;
use crate::error::Error;
use crate::tables::endgame::Tables;
use crate::tables::layout::Layouts;
use crate::tables::material::Material;
use crate::tables::retrograde::level_states::{FAR, LevelStates, state};
use crate::tables::stones::{Stones, huffed};
use crate::value::Value;
use quirkat_rules::{Direction, Geometry, Promotion, points};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// A level and the one with the other side to move, being solved together.
pub(crate) struct LevelPair<'a> {
    pub(super) geometry: &'a Geometry,
    tables: &'a Tables,
    pub(super) steps: StepPoints,
    pub(super) flying: bool,
    pub(super) crowns: bool,
    pub(super) huffing: bool,
    pub(super) sides: Vec<LevelStates>,
    /// A level that this pair rests on lacked a value.
    gap: AtomicBool,
}

/// The points from which pieces may step, by kind and direction.
#[derive(Clone, Debug)]
pub(super) struct StepPoints {
    pub(super) man: [u32; 8],
    pub(super) king: [u32; 8],
}

impl<'a> LevelPair<'a> {
    /// A pair of levels whose lower levels are all in the tables.
    ///
    /// # Errors
    /// [`Error::Request`] when there is not enough memory: a byte a position, two with distances.
    pub(crate) fn new(
        geometry: &'a Geometry,
        tables: &'a Tables,
        layouts: &mut Layouts,
        material: Material,
        distance: bool,
    ) -> Result<Self, Error> {
        let rules = geometry.rules();
        let mut materials = vec![material, material.transposed()];
        materials.dedup();
        let sides = materials
            .into_iter()
            .map(|material| {
                let layout = layouts.layout(material);
                let bytes = |wanted: bool, fill: u8| {
                    let len = if wanted { layout.len() } else { 0 };
                    filled(len, fill).ok_or_else(|| {
                        Error::Request(format!(
                            "not enough memory for the level {material}: {len} bytes"
                        ))
                    })
                };
                Ok(LevelStates {
                    states: bytes(true, state::UNUSED)?,
                    distances: bytes(distance, FAR)?,
                    layout,
                })
            })
            .collect::<Result<_, Error>>()?;
        Ok(Self {
            geometry,
            tables,
            steps: StepPoints::of(geometry),
            flying: rules.promotion == Promotion::Flying,
            crowns: rules.has_kings(),
            huffing: rules.huffing.into(),
            sides,
            gap: AtomicBool::new(false),
        })
    }

    /// Visits all blocks of one side of the pair in parallel.
    ///
    /// # Errors
    /// Interruption, and [`Error::Disproved`] when a level that this pair rests on lacks a value.
    pub(super) fn for_blocks(
        &self,
        side: usize,
        control: &Control<'_>,
        visit: impl Fn(usize) + Sync,
    ) -> Result<(), Error> {
        let layout = &self.sides[side].layout;
        (0..layout.blocks()).into_par_iter().try_for_each(|block| {
            control.check()?;
            visit(block);
            if self.gap.load(Ordering::Relaxed) {
                return Err(Error::Disproved(format!(
                    "a level that {} rests on lacks a value",
                    layout.material
                )));
            }
            Ok(())
        })
    }

    /// The side that is to move after a quiet move.
    pub(super) const fn other(&self, side: usize) -> usize {
        if self.sides.len() == 1 { 0 } else { 1 - side }
    }

    /// The value of a position of a lower level, which a capture, a promotion or a huff leads to.
    /// A level whose file was forged may lack it: then [`Self::for_blocks`] ends with an error.
    pub(super) fn lower_value(&self, stones: &Stones) -> Value {
        self.tables.value_of_stones(stones).unwrap_or_else(|| {
            self.gap.store(true, Ordering::Relaxed);
            Value::Draw
        })
    }

    /// The best that huffing alone gives the side to move.
    pub(super) fn huff_value(&self, stones: &Stones, marks: u32) -> Value {
        points::points(marks)
            .map(|piece| self.lower_value(&huffed(stones, piece)))
            .max()
            .unwrap_or(Value::Loss)
    }
}

impl StepPoints {
    fn of(geometry: &Geometry) -> Self {
        let table = |king| Direction::ALL.map(|direction| geometry.step_points(king, direction));
        Self {
            man: table(false),
            king: table(true),
        }
    }
}

/// So many equal bytes, `None` when the system refuses the memory.
fn filled(len: u64, fill: u8) -> Option<Vec<AtomicU8>> {
    let len = usize::try_from(len).ok()?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).ok()?;
    bytes.resize_with(len, || AtomicU8::new(fill));
    Some(bytes)
}
