use crate::ReportError;
use crate::figures::{Axis, AxisKind, Curve, Figure, LineChart, Point};
use crate::page::{Grid, Section, code};
use crate::read::{Points, Strength};
use crate::report::Report;
use crate::words::{count_or_dash, in_run, or_dash, percent, with_interval};
use quirkat_tables::Table;
use std::collections::BTreeMap;

/// How strong the agents are, for an advantage between weak players is about their mistakes.
pub(in crate::sections) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("strength", "Strength");
    proxies(report, &mut section);
    for (at, run) in report.runs().iter().enumerate() {
        if let Some(table) = &run.tables.pairs {
            pairs(report, at, table, &mut section)?;
        }
    }
    Ok(section)
}

/// A run, a variant by its place and name, and what is known of its strength at each budget.
type Strengths<'a> = BTreeMap<(usize, usize, &'a str), BTreeMap<u32, &'a Strength>>;

fn proxies(report: &Report, section: &mut Section) {
    let strengths = strengths(report);
    if strengths.is_empty() {
        section.absent(
            "No proxy of strength was measured: nothing here says how well the agents play.",
        );
        return;
    }
    section.prose(
        "The proxy is the agent's score in pairs of games from one opening with colours swapped, against the same opponent in \
         every row. The grade, where known, is the share of positions of a published sample in which the agent keeps the exact \
         value.",
    );
    let table = table(report, &strengths);
    let curves = curves(report, &strengths);
    if curves.iter().any(|curve| curve.points.len() > 1) {
        section.figure(
            figure(curves, &table),
            "The opponent is the same at every budget.",
        );
    }
    section.table(table.without_empty_columns());
}

fn strengths(report: &Report) -> Strengths<'_> {
    let mut strengths: Strengths<'_> = BTreeMap::new();
    for entry in report.entries() {
        let measured = entry.measured;
        if measured.strength.score.is_none() {
            continue;
        }
        let style = report.style(&measured.variant, entry.at);
        strengths
            .entry((entry.at, style, &measured.variant))
            .or_default()
            .entry(measured.setting.simulations)
            .or_insert(&measured.strength);
    }
    strengths
}

fn table(report: &Report, strengths: &Strengths<'_>) -> Grid {
    let mut table = Grid::new(
        "",
        &[
            "variant",
            "#simulations",
            "opponent",
            "#games",
            "#score",
            "#grade",
        ],
    );
    for ((at, _, variant), budgets) in strengths {
        for (budget, strength) in budgets {
            table.rows.push(vec![
                code(&report.label(variant, *at)),
                budget.to_string(),
                code(&strength.opponent),
                count_or_dash(strength.games),
                or_dash(strength.score, percent),
                or_dash(strength.grade, percent),
            ]);
        }
    }
    table
}

fn curves(report: &Report, strengths: &Strengths<'_>) -> Vec<Curve> {
    let curve =
        |((at, style, variant), budgets): (&(usize, usize, &str), &BTreeMap<_, &Strength>)| {
            let points = budgets.iter().filter_map(|(budget, strength)| {
                Some(Point {
                    x: f64::from(*budget),
                    y: strength.score?,
                    interval: None,
                })
            });
            Curve {
                label: report.label(variant, *at),
                style: *style,
                points: points.collect(),
            }
        };
    strengths.iter().map(curve).collect()
}

fn figure(curves: Vec<Curve>, table: &Grid) -> Figure {
    let said: Vec<String> = table
        .rows
        .iter()
        .map(|row| format!("{} at {}: {}", row[0].replace('`', ""), row[1], row[4]))
        .collect();
    LineChart {
        name: "strength-budget".to_owned(),
        title: "Strength over search budget".to_owned(),
        description: said.join("; "),
        size: (760.0, 320.0),
        x: Axis {
            label: "simulations a decision (logarithmic, with a place for 0)".to_owned(),
            kind: AxisKind::Budget,
        },
        y: Axis {
            label: "score against the proxy's opponent".to_owned(),
            kind: AxisKind::Share,
        },
        shown: vec![0.5, 1.0],
        origin: Some(0.5),
        zone: None,
        curves,
    }
    .draw()
}

fn pairs(
    report: &Report,
    at: usize,
    pairs: &Table,
    section: &mut Section,
) -> Result<(), ReportError> {
    let whose = in_run(report, at);
    let mut table = Grid::new(
        format!("Agents of two seeds, pairs of games with colours swapped{whose}"),
        &[
            "variant",
            "seeds",
            "#pairs",
            "#advantage (pair sum), pp",
            "#strength of the first (pair difference), pp",
            "move policy",
            "#simulations",
        ],
    );
    for row in pairs.rows() {
        table.rows.push(vec![
            code(row.text("variant")),
            format!("{} – {}", row.text("seed_a"), row.text("seed_b")),
            row.text("pairs").to_owned(),
            with_interval(Points::of(&row, "advantage_pp", "low", "high")?),
            with_interval(Points::of(
                &row,
                "strength_pp",
                "strength_low",
                "strength_high",
            )?),
            code(row.text("move_policy")),
            row.text("simulations").to_owned(),
        ]);
    }
    if !table.rows.is_empty() {
        section.heading(format!(
            "Agents of different seeds against each other{whose}"
        ));
        section.prose(
            "Over a pair the sum of scores is the first player's advantage, in which strength cancels; the difference is \
             strength, in which colours cancel. An advantage that self-play has and these pairs have not would be a habit that an agent shares with itself.",
        );
        section.table(table);
    }
    Ok(())
}
