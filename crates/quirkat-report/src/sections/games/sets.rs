use crate::read::GameSet;
use crate::report::{Entry, Report};
use quirkat_tables::Setting;

/// Why there are none.
pub(super) const NO_GAMES: &str = "There is no games.csv with the games of this setting.";

/// The games behind the rows of a setting.
pub(super) fn game_sets<'a>(
    report: &'a Report,
    setting: &Setting,
) -> Vec<(Entry<'a>, &'a GameSet)> {
    report
        .in_setting(setting)
        .into_iter()
        .filter_map(|entry| Some((entry, entry.run.games.of(&entry.measured.variant, setting)?)))
        .collect()
}
