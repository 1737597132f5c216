use crate::ReportError;
use crate::figures::{Axis, AxisKind, Lines, Point, Series};
use crate::html::{Grid, Section};
use crate::measured::{Measured, Points};
use crate::report::Report;
use crate::words::{code, or_dash, percent, with_interval};
use quirkat_tables::Table;
use std::collections::BTreeMap;

/// How strong the agents are, for an advantage between weak players is about their mistakes.
pub(crate) fn section(report: &Report) -> Result<Section, ReportError> {
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
type Strengths<'a> = BTreeMap<(usize, usize, &'a str), BTreeMap<u64, &'a Measured>>;

fn proxies(report: &Report, section: &mut Section) {
    let mut strengths: Strengths<'_> = BTreeMap::new();
    for entry in report
        .entries()
        .filter(|entry| entry.measured.proxy_score.is_some())
    {
        let budgets = strengths
            .entry((
                entry.at,
                report.style(&entry.measured.variant, entry.at),
                &entry.measured.variant,
            ))
            .or_default();
        budgets
            .entry(entry.measured.setting.simulations)
            .or_insert(entry.measured);
    }
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
    let mut series = Vec::new();
    for ((at, style, variant), budgets) in &strengths {
        let mut points = Vec::new();
        for (budget, measured) in budgets {
            let score = measured.proxy_score;
            table.rows.push(vec![
                code(&report.label(variant, *at)),
                budget.to_string(),
                code(&measured.proxy_opponent),
                measured
                    .proxy_games
                    .map_or_else(|| "–".to_owned(), |games| games.to_string()),
                or_dash(score, percent),
                or_dash(measured.grade, percent),
            ]);
            points.extend(score.map(|y| Point {
                x: *budget as f64,
                y,
                interval: None,
            }));
        }
        series.push(Series {
            label: report.label(variant, *at),
            style: *style,
            points,
        });
    }
    if series.iter().any(|series| series.points.len() > 1) {
        let said: Vec<String> = table
            .rows
            .iter()
            .map(|row| format!("{} at {}: {}", row[0].replace('`', ""), row[1], row[4]))
            .collect();
        let figure = Lines {
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
            series,
        };
        section.figure(figure.draw(), "The opponent is the same at every budget.");
    }
    section.table(table.without_empty_columns());
}

fn pairs(
    report: &Report,
    at: usize,
    pairs: &Table,
    section: &mut Section,
) -> Result<(), ReportError> {
    let whose = if report.is_several() {
        format!(" in {}", code(report.run_name(at)))
    } else {
        String::new()
    };
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
