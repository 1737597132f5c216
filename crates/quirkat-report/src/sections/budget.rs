use crate::Setting;
use crate::figures::{Axis, AxisKind, Lines, Point, Series};
use crate::html::{Grid, Section};
use crate::report::Report;
use crate::setting::slug;
use crate::words::{code, with_interval};
use std::collections::BTreeSet;

/// The advantage over the search budget, a figure for each start set.
pub(crate) fn section(report: &Report) -> Section {
    let mut section = Section::new("budget", "Search budget");
    let budgets: BTreeSet<u64> = report
        .settings()
        .iter()
        .map(|setting| setting.simulations)
        .collect();
    if budgets.len() < 2 {
        section.absent(
            "One budget was measured, so there is no curve. An advantage at one budget is one point: stronger play can have \
             another. `evaluation.simulations` takes a list.",
        );
        return section;
    }
    section.prose(
        "One number at one budget says little: how the advantage moves as the agents search more says whether it belongs to \
         weak play. The proxy of strength beside each budget is under Strength.",
    );
    let mut done: Vec<(&str, &str)> = Vec::new();
    for setting in report
        .primary_settings()
        .into_iter()
        .chain(report.other_start_sets())
    {
        let key = (setting.start_set.as_str(), setting.move_policy.as_str());
        if done.contains(&key) {
            continue;
        }
        done.push(key);
        curve(report, key, &mut section);
    }
    section
}

fn curve(report: &Report, (start_set, move_policy): (&str, &str), section: &mut Section) {
    let at_budget = |simulations: u64| Setting {
        start_set: start_set.to_owned(),
        move_policy: move_policy.to_owned(),
        simulations,
    };
    let mut budgets: BTreeSet<u64> = BTreeSet::new();
    let mut series: Vec<Series> = Vec::new();
    let mut table = Grid::new(
        format!("{start_set} · {move_policy}: advantage in percentage points by simulations"),
        &["variant"],
    );
    let mut lines: Vec<(usize, &str)> = Vec::new();
    let mut margin = None;
    for entry in report.entries() {
        let measured = entry.measured;
        if measured.setting.start_set != start_set || measured.setting.move_policy != move_policy {
            continue;
        }
        budgets.insert(measured.setting.simulations);
        margin = margin.or(Some(measured.margin));
        if !lines.contains(&(entry.at, &measured.variant)) {
            lines.push((entry.at, &measured.variant));
        }
    }
    if budgets.len() < 2 {
        return;
    }
    table
        .columns
        .extend(budgets.iter().map(|budget| (budget.to_string(), true)));
    for (at, variant) in lines {
        let mut row = vec![code(&report.label(variant, at))];
        let mut points = Vec::new();
        for &budget in &budgets {
            let entries = report.in_setting(&at_budget(budget));
            let found = entries
                .iter()
                .find(|entry| entry.at == at && entry.measured.variant == variant);
            let advantage = found.and_then(|entry| entry.measured.advantage);
            row.push(with_interval(advantage));
            points.extend(advantage.map(|advantage| Point {
                x: budget as f64,
                y: advantage.value,
                interval: advantage.low.zip(advantage.high),
            }));
        }
        table.rows.push(row);
        // One point is no curve.
        if points.len() > 1 {
            series.push(Series {
                label: report.label(variant, at),
                style: report.style(variant, at),
                points,
            });
        }
    }
    let said: Vec<String> = table
        .rows
        .iter()
        .map(|row| row.join(" ").replace('`', ""))
        .collect();
    let figure = Lines {
        name: format!("budget-{}", slug(&format!("{start_set}-{move_policy}"))),
        title: format!("Advantage over search budget: {start_set} · {move_policy}"),
        description: said.join("; "),
        size: (760.0, 360.0),
        x: Axis {
            label: "simulations a decision (logarithmic, with a place for 0: the raw policy)"
                .to_owned(),
            kind: AxisKind::Budget,
        },
        y: Axis {
            label: "advantage, percentage points".to_owned(),
            kind: AxisKind::Signed,
        },
        shown: Vec::new(),
        origin: Some(0.0),
        zone: margin.map(|margin| (-margin, margin)),
        series,
    };
    section.figure(figure.draw(), "Whiskers: the intervals of the table. They are moved apart a little where they would hide each other.");
    section.table(table);
}
