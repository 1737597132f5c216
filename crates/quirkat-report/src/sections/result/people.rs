use crate::page::{Grid, Section, code};
use crate::read::{DEFAULT_LEVEL, people_advantage};
use crate::report::Report;
use crate::words::{percent, with_interval};
use quirkat_variant::People;

/// What people scored under the rules on the page, with its caveat; nothing where nobody counted.
pub(in crate::sections) fn section(report: &Report) -> Option<Section> {
    let published = published(report);
    if published.is_empty() {
        return None;
    }
    let mut section = Section::new("people", "People");
    for people in published {
        let games = people.games();
        section.prose(format!(
            "On {}, in {games} games of Alquerque under the rules here called {}, White won {}, Black {}, and {} were \
             drawn.",
            people.place,
            code(&people.ruleset),
            people.white_wins,
            people.black_wins,
            people.draws
        ));
        let mut table = Grid::new(
            "",
            &["who", "#games", "#White", "#draw", "#Black", "#advantage"],
        );
        let share = |count: u64| percent(count as f64 / games as f64);
        table.rows.push(vec![
            "people".to_owned(),
            games.to_string(),
            share(people.white_wins),
            share(people.draws),
            share(people.black_wins),
            with_interval(people_advantage(people, DEFAULT_LEVEL)),
        ]);
        section.table(table);
        section.prose(format!(
            "**This is observational**: {}. The same people played many of the games, so the interval (95 %, as if games \
             were independent) is too narrow, and the figure is not an effect of moving first alone.",
            people.caveat
        ));
    }
    Some(section)
}

/// The results of people for the rule sets on the page, each once.
fn published(report: &Report) -> Vec<&'static People> {
    let mut found: Vec<&'static People> = Vec::new();
    for entry in report.entries() {
        let measured = entry.measured;
        let people = People::of_named(&measured.variant, &measured.rules_hash);
        found.extend(people.filter(|people| !found.contains(people)));
    }
    found
}
