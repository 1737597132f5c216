use crate::figures::outcome_bars;
use crate::page::Section;
use crate::report::Report;
use crate::words::setting_slug;
use quirkat_tables::GameCounts;

/// How games ended.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("outcomes", "Outcomes");
    for setting in report.primary_settings() {
        let rows: Vec<(String, GameCounts)> = report
            .in_setting(&setting)
            .iter()
            .filter_map(|entry| {
                Some((
                    report.label(&entry.measured.variant, entry.at),
                    entry.measured.games.outcomes?,
                ))
            })
            .collect();
        if rows.is_empty() {
            section.absent(format!("No table has the counts of results for {setting}."));
            continue;
        }
        let name = format!("outcomes-{}", setting_slug(&setting));
        let figure = outcome_bars(&name, &format!("How games ended: {setting}"), &rows);
        section.figure(
            figure,
            "Of all games, cut ones among them; scores leave those out.",
        );
    }
    section
}
