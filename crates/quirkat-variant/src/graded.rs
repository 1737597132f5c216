//! Positions to grade agents on, which are part of the program: grades that are measured with them
//! anywhere are of the same positions.

use include_dir::{Dir, include_dir};
use quirkat_rules::{Preset, Rules};

/// A file for each preset that has such positions, by its name.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/graded");

/// The positions of a preset as CSV; `None` where there are none.
pub fn graded_positions(preset: Preset) -> Option<&'static str> {
    FILES.get_file(format!("{preset}.csv"))?.contents_utf8()
}

/// The same for rules, whatever their name.
pub fn graded_positions_of(rules: &Rules) -> Option<(Preset, &'static str)> {
    let preset = Preset::ALL
        .into_iter()
        .find(|preset| preset.rules() == *rules)?;
    Some((preset, graded_positions(preset)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_belongs_to_a_preset() {
        let found = Preset::ALL.into_iter().filter_map(graded_positions).count();
        assert_eq!(found, FILES.files().count());
        assert!(found >= 5);
    }
}
