use crate::figures::{ForestMark, ForestPlot, ForestRow, described, series_class, series_marker};
use crate::page::{Grid, Section, code};
use crate::report::{Entry, Report};
use crate::words::{budget, setting_slug, with_interval};
use quirkat_tables::{MovePolicy, Setting};

/// The interval of fewer games is as wide as the figure and tells nothing.
const GAMES_FOR_INTERVAL: u64 = 10;

/// The move policies side by side: not to compare variants across them, but to see how much the
/// policy decides.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("policies", "Move policies");
    let mut shown = false;
    for primary in report.primary_settings() {
        let policies = move_policies(report, &primary);
        if policies.len() < 2 {
            continue;
        }
        if !shown {
            section.prose(
                "The same agents from the same starts with other move policies. The policy can move an advantage by more \
                 than its interval is wide, so each row belongs to its policy: across policies, look but do not compare.",
            );
        }
        shown = true;
        side_by_side(report, &primary, &policies, &mut section);
    }
    if !shown {
        section.absent(
            "One move policy was measured. Greedy play, play sampled in the first plies and play sampled throughout can give \
             different advantages; `evaluation.move-policies` takes a list.",
        );
    }
    section
}

fn move_policies(report: &Report, primary: &Setting) -> Vec<MovePolicy> {
    let mut policies: Vec<MovePolicy> = Vec::new();
    for setting in report.settings() {
        let beside =
            setting.start_set == primary.start_set && setting.simulations == primary.simulations;
        if beside && !policies.contains(&setting.move_policy) {
            policies.push(setting.move_policy);
        }
    }
    policies
}

fn side_by_side(
    report: &Report,
    primary: &Setting,
    policies: &[MovePolicy],
    section: &mut Section,
) {
    let at = format!("{} at {}", primary.start_set, budget(primary.simulations));
    let mut table = Grid::new(
        format!("{at}: advantage in percentage points (games) by move policy"),
        &["variant"],
    );
    let columns = policies
        .iter()
        .map(|policy| (code(&policy.to_string()), true));
    table.columns.extend(columns);
    let mut rows = Vec::new();
    for main in report.in_setting(primary) {
        let label = report.label(&main.measured.variant, main.at);
        let mut cells = vec![code(&label)];
        let mut marks = Vec::new();
        for (place, policy) in policies.iter().enumerate() {
            let entry = played_by(report, &main, *policy);
            let points = entry.and_then(|entry| entry.measured.advantage.points);
            let games = entry.map_or(0, |entry| entry.measured.games.games);
            let text = with_interval(points);
            marks.extend(points.map(|points| ForestMark {
                value: points.value,
                interval: points.ends.filter(|_| games >= GAMES_FOR_INTERVAL),
                dots: Vec::new(),
                marker: series_marker(place),
                class: series_class(place),
                hollow: false,
                tip: format!("{label}, {policy}: {text}"),
            }));
            cells.push(format!("{text} ({games})"));
        }
        table.rows.push(cells);
        rows.push(ForestRow {
            label,
            marks,
            ..ForestRow::default()
        });
    }
    let plot = plot(primary, &at, policies, rows, &table);
    section.figure(
        plot.draw(),
        format!("Bars: the intervals of the table.{}", about(policies)),
    );
    section.table(table);
}

/// The row of the same agents under another policy.
fn played_by<'a>(report: &'a Report, main: &Entry<'_>, policy: MovePolicy) -> Option<Entry<'a>> {
    let setting = Setting {
        move_policy: policy,
        ..main.measured.setting
    };
    report.entries().find(|entry| {
        entry.at == main.at
            && entry.measured.variant == main.measured.variant
            && entry.measured.setting == setting
    })
}

fn plot(
    primary: &Setting,
    at: &str,
    policies: &[MovePolicy],
    rows: Vec<ForestRow>,
    table: &Grid,
) -> ForestPlot {
    let said: Vec<String> = table.rows.iter().map(|row| row[1..].join(" / ")).collect();
    let labels = rows.iter().map(|row| row.label.as_str());
    let legend = policies.iter().enumerate();
    ForestPlot {
        name: format!("policies-{}", setting_slug(primary)),
        title: format!("Advantage by move policy: {at}"),
        description: described(labels.zip(said.iter().map(String::as_str))),
        axis: "advantage, percentage points".to_owned(),
        sides: None,
        zone: None,
        shown: vec![-5.0, 5.0],
        origin: Some(0.0),
        rows,
        legend: legend
            .map(|(place, policy)| {
                let (class, marker) = (series_class(place), series_marker(place));
                (class, marker, policy.to_string())
            })
            .collect(),
        letters: None,
    }
}

fn about(policies: &[MovePolicy]) -> &'static str {
    if policies.contains(&MovePolicy::Greedy) {
        " `greedy` plays each start once, for to play it again would mostly repeat the game; no interval is drawn for fewer \
         than ten games."
    } else {
        ""
    }
}
