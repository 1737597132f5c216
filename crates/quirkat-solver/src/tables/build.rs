use crate::control::{Control, SolverEvent};
use crate::error::Error;
use crate::tables::endgame::{Level, Tables};
use crate::tables::key::TableKey;
use crate::tables::layout::Layouts;
use crate::tables::level_file::{self, LevelFile, LevelKind};
use crate::tables::material::Material;
use crate::tables::retrograde::{LevelPair, SolvedLevel, solve_pair};
use quirkat_rules::{Geometry, Rules};
use std::path::{Path, PathBuf};

/// What tables to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The rules. The draw rules do not matter.
    pub rules: Rules,
    /// The largest number of men and kings on the board, 2 to 12.
    pub men: u8,
    /// The folder for the tables of all rule sets; each rule set has its own inside.
    pub folder: PathBuf,
    /// Whether to hold distances too: a byte a position.
    pub distances: bool,
}

/// Builds every missing level of the tables and opens them all. Each level appears on disk whole,
/// so that a run that was interrupted or killed goes on where it was, and several processes can
/// build in one folder. Uses the current rayon pool.
///
/// # Errors
/// Rules without tables, a number of men outside 2 to 12, a damaged or forged level in the folder,
/// failing files, or interruption.
pub fn build_tables(options: &BuildOptions, control: &Control<'_>) -> Result<Tables, Error> {
    let key = TableKey::of(&options.rules)?;
    if !(2..=12).contains(&options.men) {
        return Err(Error::Request(format!(
            "tables for {} men: 2 to 12 are possible",
            options.men
        )));
    }
    let folder = options.folder.join(key.folder());
    quirkat_store::write(
        &folder.join("rules.toml"),
        options.rules.canonical().as_bytes(),
    )?;
    let builder = Builder {
        geometry: Geometry::new(options.rules),
        folder: &folder,
        key,
        distances: options.distances,
        control,
    };
    builder.run(options)
}

struct Builder<'a> {
    geometry: Geometry,
    folder: &'a Path,
    key: TableKey,
    distances: bool,
    control: &'a Control<'a>,
}

impl Builder<'_> {
    fn run(&self, options: &BuildOptions) -> Result<Tables, Error> {
        let mut tables = Tables::empty(self.key);
        let mut layouts = Layouts::default();
        let levels = Material::up_to(options.men, options.rules.has_kings());
        let mut done = 0;
        for &material in &levels {
            self.control.check()?;
            if tables.level(material).is_some() {
                continue;
            }
            let found = [material, material.transposed()]
                .map(|material| self.open_level(&mut layouts, material));
            let [first, second] = found;
            if let (Some(first), Some(second)) = (first?, second?) {
                for level in [first, second] {
                    let name = level.layout.material;
                    if tables.level(name).is_none() {
                        done += 1;
                        (self.control.report)(SolverEvent::LevelFound {
                            level: name.to_string(),
                        });
                        tables.insert(level);
                    }
                }
                continue;
            }
            let pair = LevelPair::new(
                &self.geometry,
                &tables,
                &mut layouts,
                material,
                self.distances,
            )?;
            for solved in solve_pair(pair, self.control)? {
                done += 1;
                self.keep(&solved)?;
                (self.control.report)(SolverEvent::LevelDone {
                    level: solved.material.to_string(),
                    positions: solved.owned,
                    wins: solved.wins,
                    losses: solved.losses,
                    done,
                    of: levels.len(),
                });
                let level = self.open_level(&mut layouts, solved.material)?;
                tables.insert(level.ok_or_else(|| {
                    Error::refused(self.folder, "a level vanished while it was in use")
                })?);
            }
        }
        tables.set_men(options.men);
        Ok(tables)
    }

    fn keep(&self, solved: &SolvedLevel) -> Result<(), Error> {
        let write = |kind, payload: &[u8]| {
            level_file::write(
                self.folder,
                &self.key,
                solved.material,
                kind,
                solved.positions,
                payload,
            )
        };
        if let Some(distances) = &solved.distances {
            write(LevelKind::Distances, distances)?;
        }
        write(LevelKind::Values, &solved.values)
    }

    /// The level as it is on disk, `None` when something wanted is missing.
    fn open_level(
        &self,
        layouts: &mut Layouts,
        material: Material,
    ) -> Result<Option<Level>, Error> {
        let layout = layouts.layout(material);
        let open = |kind| LevelFile::open(self.folder, &self.key, material, kind, layout.len());
        let Some(values) = open(LevelKind::Values)? else {
            return Ok(None);
        };
        let distances = open(LevelKind::Distances)?;
        if self.distances && distances.is_none() {
            return Ok(None);
        }
        Ok(Some(Level {
            layout,
            values,
            distances,
        }))
    }
}
