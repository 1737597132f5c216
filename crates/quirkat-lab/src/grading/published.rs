use super::position::{GradedPosition, read_positions};
use anyhow::Result;
use quirkat_variant::{Variant, graded_positions_of};

/// The published positions of a variant in which the choice matters; `None` where there are none:
/// for other rules, whatever their name.
///
/// # Errors
/// Never, as long as the published files are whole (a test holds that).
pub fn published_for(variant: &Variant) -> Result<Option<Vec<GradedPosition>>> {
    let Some((preset, text)) = graded_positions_of(variant.rules()) else {
        return Ok(None);
    };
    let mut positions = read_positions(text, &Variant::preset(preset))?;
    positions.retain(GradedPosition::matters);
    Ok(Some(positions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::{STRATA, write_positions};
    use quirkat_rules::Preset;
    use quirkat_variant::graded_positions;

    #[test]
    fn published_positions_are_whole_and_in_every_one_the_choice_matters() {
        let mut sets = 0;
        for preset in Preset::ALL {
            let Some(text) = graded_positions(preset) else {
                continue;
            };
            let variant = Variant::new(preset.name(), preset.rules());
            let positions = read_positions(text, &variant).unwrap();
            for stratum in STRATA {
                let inside = positions.iter().filter(|graded| graded.stratum == stratum);
                assert!(inside.count() >= 100, "{preset}, {stratum} men");
            }
            assert!(positions.iter().all(GradedPosition::matters), "{preset}");
            let known = |graded: &GradedPosition| graded.moves.iter().all(|(_, v)| v.is_some());
            assert!(positions.iter().all(known), "{preset}");
            let written = write_positions(preset.name(), &positions).unwrap();
            assert_eq!(written, text.as_bytes(), "{preset}");
            sets += 1;
        }
        assert_eq!(sets, 5);
    }
}
