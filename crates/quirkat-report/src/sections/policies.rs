use crate::Setting;
use crate::figures::{Forest, ForestRow, Mark, described, series_class, series_marker};
use crate::html::{Grid, Section};
use crate::report::{Entry, Report};
use crate::words::{code, with_interval};

/// The move policies side by side: not to compare variants across them, but to see how much the
/// policy decides.
pub(crate) fn section(report: &Report) -> Section {
    let mut section = Section::new("policies", "Move policies");
    let mut shown = false;
    for primary in report.primary_settings() {
        let move_policies = move_policies(report, primary);
        if move_policies.len() < 2 {
            continue;
        }
        if !shown {
            section.prose(
                "The same agents from the same starts with other move policies. The policy can move an advantage by more \
                 than its interval is wide, so each row belongs to its policy: across policies, look but do not compare.",
            );
        }
        shown = true;
        side_by_side(report, primary, &move_policies, &mut section);
    }
    if !shown {
        section.absent(
            "One move policy was measured. Greedy play, play sampled in the first plies and play sampled throughout can give \
             different advantages; `evaluation.move-policies` takes a list.",
        );
    }
    section
}

fn move_policies(report: &Report, primary: &Setting) -> Vec<String> {
    let mut move_policies: Vec<String> = Vec::new();
    for setting in report.settings() {
        let beside =
            setting.start_set == primary.start_set && setting.simulations == primary.simulations;
        if beside && !move_policies.contains(&setting.move_policy) {
            move_policies.push(setting.move_policy.clone());
        }
    }
    move_policies
}

fn side_by_side(
    report: &Report,
    primary: &Setting,
    move_policies: &[String],
    section: &mut Section,
) {
    let mut rows = Vec::new();
    let mut table = Grid::new(
        format!(
            "{} at {}: advantage in percentage points (games) by move policy",
            primary.start_set,
            primary.budget()
        ),
        &["variant"],
    );
    table.columns.extend(
        move_policies
            .iter()
            .map(|move_policy| (code(move_policy), true)),
    );
    for main in report.in_setting(primary) {
        let found: Vec<Option<Entry<'_>>> = move_policies
            .iter()
            .map(|move_policy| {
                report.entries().find(|entry| {
                    entry.at == main.at
                        && entry.measured.variant == main.measured.variant
                        && entry.measured.setting.start_set == primary.start_set
                        && entry.measured.setting.simulations == primary.simulations
                        && entry.measured.setting.move_policy == *move_policy
                })
            })
            .collect();
        let label = report.label(&main.measured.variant, main.at);
        let mut row = vec![code(&label)];
        let mut marks = Vec::new();
        for (index, entry) in found.iter().enumerate() {
            let advantage = entry.and_then(|entry| entry.measured.advantage);
            let games = entry.map_or(0, |entry| entry.measured.games);
            row.push(format!("{} ({games})", with_interval(advantage)));
            marks.extend(advantage.map(|advantage| Mark {
                value: advantage.value,
                // The interval of a handful of games is as wide as the figure and tells nothing.
                interval: advantage.low.zip(advantage.high).filter(|_| games >= 10),
                dots: Vec::new(),
                marker: series_marker(index),
                class: series_class(index),
                hollow: false,
                tip: format!(
                    "{label}, {}: {}",
                    move_policies[index],
                    with_interval(Some(advantage))
                ),
            }));
        }
        table.rows.push(row);
        rows.push(ForestRow {
            label,
            marks,
            ..ForestRow::default()
        });
    }
    let said: Vec<String> = table.rows.iter().map(|row| row[1..].join(" / ")).collect();
    let said = described(
        rows.iter()
            .map(|row| row.label.as_str())
            .zip(said.iter().map(String::as_str)),
    );
    let legend = move_policies.iter().enumerate();
    let figure = Forest {
        name: format!("policies-{}", primary.slug()),
        title: format!(
            "Advantage by move policy: {} at {}",
            primary.start_set,
            primary.budget()
        ),
        description: said,
        axis: "advantage, percentage points".to_owned(),
        sides: None,
        zone: None,
        shown: vec![-5.0, 5.0],
        origin: Some(0.0),
        rows,
        legend: legend
            .map(|(index, move_policy)| {
                (
                    series_class(index),
                    series_marker(index),
                    move_policy.clone(),
                )
            })
            .collect(),
        letters: None,
    };
    let greedy = if move_policies
        .iter()
        .any(|move_policy| move_policy == "greedy")
    {
        " `greedy` plays each start once, for to play it again would mostly repeat the game; no interval is drawn for fewer \
         than ten games."
    } else {
        ""
    };
    section.figure(
        figure.draw(),
        format!("Bars: the intervals of the table.{greedy}"),
    );
    section.table(table);
}
