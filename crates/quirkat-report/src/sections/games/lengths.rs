use super::sets::{NO_GAMES, game_sets};
use crate::figures::lengths;
use crate::page::Section;
use crate::read::GameSet;
use crate::report::Report;
use crate::words::setting_slug;

/// How long games are.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("length", "Game length");
    for setting in report.primary_settings() {
        let sets = game_sets(report, &setting);
        if sets.is_empty() {
            section.absent(NO_GAMES);
            continue;
        }
        let rows: Vec<(String, usize, &GameSet)> = sets
            .iter()
            .map(|(entry, set)| {
                let variant = &entry.measured.variant;
                (
                    report.label(variant, entry.at),
                    report.style(variant, entry.at),
                    *set,
                )
            })
            .collect();
        let name = format!("length-{}", setting_slug(&setting));
        let figure = lengths(&name, &format!("Length of games: {setting}"), &rows);
        section.figure(
            figure,
            "Histograms, each to its own height; diamond and line below: median and the middle half of the games. A ply is a \
             move of one side; games that were cut are among them.",
        );
    }
    section
}
