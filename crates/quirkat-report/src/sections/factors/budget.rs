use crate::figures::{Axis, AxisKind, Curve, Figure, LineChart, Point};
use crate::page::{Grid, Section, code};
use crate::read::Points;
use crate::report::{Entry, Report};
use crate::words::{slug, with_interval};
use quirkat_tables::{MovePolicy, StartSet};
use std::collections::BTreeSet;

/// The advantage over the search budget, a figure for each start set.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("budget", "Search budget");
    let budgets: BTreeSet<u32> = report
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
    let mut done: Vec<(StartSet, MovePolicy)> = Vec::new();
    for setting in report
        .primary_settings()
        .into_iter()
        .chain(report.other_start_sets())
    {
        let key = (setting.start_set, setting.move_policy);
        if !done.contains(&key) {
            done.push(key);
            over_budgets(report, key, &mut section);
        }
    }
    section
}

fn over_budgets(report: &Report, key: (StartSet, MovePolicy), section: &mut Section) {
    let entries: Vec<Entry<'_>> = report
        .entries()
        .filter(|entry| {
            let setting = &entry.measured.setting;
            (setting.start_set, setting.move_policy) == key
        })
        .collect();
    let budgets: BTreeSet<u32> = entries
        .iter()
        .map(|entry| entry.measured.setting.simulations)
        .collect();
    if budgets.len() < 2 {
        return;
    }
    let (start_set, policy) = key;
    let mut table = Grid::new(
        format!("{start_set} · {policy}: advantage in percentage points by simulations"),
        &["variant"],
    );
    let columns = budgets.iter().map(|budget| (budget.to_string(), true));
    table.columns.extend(columns);
    let mut curves: Vec<Curve> = Vec::new();
    for (at, variant) in lines(&entries) {
        let measured: Vec<(u32, Option<Points>)> = budgets
            .iter()
            .map(|budget| (*budget, advantage(&entries, at, variant, *budget)))
            .collect();
        let mut row = vec![code(&report.label(variant, at))];
        row.extend(measured.iter().map(|(_, points)| with_interval(*points)));
        table.rows.push(row);
        // One point is no curve.
        curves.extend(
            Some(curve(report, at, variant, &measured)).filter(|curve| curve.points.len() > 1),
        );
    }
    let margin = entries.first().map(|entry| entry.measured.advantage.margin);
    section.figure(
        figure(key, margin, curves, &table),
        "Whiskers: the intervals of the table. They are moved apart a little where they would hide each other.",
    );
    section.table(table);
}

/// Runs and variants, each once.
fn lines<'a>(entries: &[Entry<'a>]) -> Vec<(usize, &'a str)> {
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for entry in entries {
        let line = (entry.at, entry.measured.variant.as_str());
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn advantage(entries: &[Entry<'_>], at: usize, variant: &str, budget: u32) -> Option<Points> {
    let found = entries.iter().find(|entry| {
        let measured = entry.measured;
        entry.at == at && measured.variant == variant && measured.setting.simulations == budget
    });
    found.and_then(|entry| entry.measured.advantage.points)
}

fn curve(report: &Report, at: usize, variant: &str, measured: &[(u32, Option<Points>)]) -> Curve {
    let points = measured.iter().filter_map(|(budget, points)| {
        let Points { value, ends } = (*points)?;
        Some(Point {
            x: f64::from(*budget),
            y: value,
            interval: ends,
        })
    });
    Curve {
        label: report.label(variant, at),
        style: report.style(variant, at),
        points: points.collect(),
    }
}

fn figure(
    (start_set, policy): (StartSet, MovePolicy),
    margin: Option<f64>,
    curves: Vec<Curve>,
    table: &Grid,
) -> Figure {
    let said: Vec<String> = table
        .rows
        .iter()
        .map(|row| row.join(" ").replace('`', ""))
        .collect();
    LineChart {
        name: format!("budget-{}", slug(&format!("{start_set}-{policy}"))),
        title: format!("Advantage over search budget: {start_set} · {policy}"),
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
        curves,
    }
    .draw()
}
