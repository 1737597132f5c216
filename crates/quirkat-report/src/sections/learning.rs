use crate::figures::{Axis, AxisKind, Figure, Lines, Point, Series};
use crate::html::{Block, Section};
use crate::report::Report;
use crate::words::code;
use crate::{ReportError, Setting, measured};
use quirkat_tables::{Table, TableRow};
use std::collections::BTreeMap;

/// A curve over iterations: where its values come from and what it says.
struct Curve {
    name: &'static str,
    title: &'static str,
    label: &'static str,
    kind: AxisKind,
    value: fn(&TableRow<'_>) -> Result<Option<f64>, ReportError>,
    ends: Option<(&'static str, &'static str)>,
    shown: &'static [f64],
    origin: Option<f64>,
    caption: &'static str,
}

fn share(row: &TableRow<'_>, part: &str) -> Result<Option<f64>, ReportError> {
    let games = row.count("games")?.filter(|games| *games > 0);
    Ok(row
        .count(part)?
        .zip(games)
        .map(|(part, games)| part as f64 / games as f64))
}

const CURVES: [Curve; 9] = [
    Curve {
        name: "learning-elo",
        title: "Strength: Elo over iterations",
        label: "Elo",
        kind: AxisKind::Signed,
        value: |row| Ok(row.number("elo")?),
        ends: Some(("elo_low", "elo_high")),
        shown: &[0.0],
        origin: Some(0.0),
        caption: "From games between checkpoints; 0 is the untrained network.",
    },
    Curve {
        name: "learning-grade",
        title: "Grade, with search",
        label: "value kept",
        kind: AxisKind::Share,
        value: |row| Ok(row.number("grade")?),
        ends: None,
        shown: &[1.0],
        origin: None,
        caption: "Share of moves that keep the exact value, on the published sample.",
    },
    Curve {
        name: "learning-raw-grade",
        title: "Grade of the raw policy",
        label: "value kept",
        kind: AxisKind::Share,
        value: |row| Ok(row.number("raw_grade")?),
        ends: None,
        shown: &[1.0],
        origin: None,
        caption: "The same without search.",
    },
    Curve {
        name: "learning-policy-loss",
        title: "Loss of the policy",
        label: "nats",
        kind: AxisKind::Linear,
        value: |row| Ok(row.number("policy_loss")?),
        ends: None,
        shown: &[],
        origin: None,
        caption: "Mean cross-entropy with the search's visits.",
    },
    Curve {
        name: "learning-value-loss",
        title: "Loss of the value",
        label: "nats",
        kind: AxisKind::Linear,
        value: |row| Ok(row.number("value_loss")?),
        ends: None,
        shown: &[],
        origin: None,
        caption: "Mean cross-entropy of win, draw, loss.",
    },
    Curve {
        name: "learning-white-score",
        title: "White's score in self-play",
        label: "White's score",
        kind: AxisKind::Share,
        value: |row| Ok(row.number("white_score")?),
        ends: None,
        shown: &[0.5],
        origin: Some(0.5),
        caption: "With noise and sampled moves, at the budget of self-play: not a measurement of the advantage.",
    },
    Curve {
        name: "learning-draws",
        title: "Draws in self-play",
        label: "share of games",
        kind: AxisKind::Share,
        value: |row| share(row, "draws"),
        ends: None,
        shown: &[0.0],
        origin: None,
        caption: "",
    },
    Curve {
        name: "learning-plies",
        title: "Length of self-play games",
        label: "plies",
        kind: AxisKind::Linear,
        value: |row| Ok(row.number("mean_plies")?),
        ends: None,
        shown: &[0.0],
        origin: None,
        caption: "",
    },
    Curve {
        name: "learning-unique",
        title: "Different games in self-play",
        label: "share of games",
        kind: AxisKind::Share,
        value: |row| share(row, "unique_games"),
        ends: None,
        shown: &[1.0],
        origin: None,
        caption: "",
    },
];

/// How training went, iteration by iteration.
pub(crate) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("learning", "Learning curves");
    let mut gallery = Vec::new();
    for curve in &CURVES {
        if let Some(figure) = curve.draw(report)? {
            gallery.push((figure, curve.caption.to_owned()));
        }
    }
    let without: Vec<String> = (0..report.runs().len())
        .filter(|at| report.runs()[*at].metrics.is_empty())
        .map(|at| code(report.run_name(at)))
        .collect();
    if !without.is_empty() {
        section.absent(format!(
            "No metrics.csv in {}: no learning curves.",
            without.join(", ")
        ));
    }
    if report.runs().iter().any(|run| run.metrics.len() > 1) {
        section.prose("Each curve is the mean over the training seeds of a run.");
    }
    if !gallery.is_empty() {
        section.blocks.push(Block::Gallery(gallery));
    }
    for (at, run) in report.runs().iter().enumerate() {
        if let (Some(curve), Some(primary)) = (&run.tables.curve, run.primary())
            && let Some(figure) = checkpoints(report, at, curve, primary)?
        {
            section.figure(
                figure,
                "Measured games of earlier checkpoints in the primary setting: whether the advantage has settled as the agents \
                 learnt.",
            );
        }
    }
    if section.blocks.is_empty() {
        section.absent("There are no rows of learning yet.");
    }
    Ok(section)
}

/// Values of a curve by run, variant and iteration; several of one place are training seeds.
type Values = BTreeMap<(usize, String), BTreeMap<u64, Vec<Value>>>;

/// A value and the ends of its interval.
type Value = (f64, Option<(f64, f64)>);

impl Curve {
    fn draw(&self, report: &Report) -> Result<Option<Figure>, ReportError> {
        let mut values = Values::new();
        for (at, run) in report.runs().iter().enumerate() {
            for metrics in &run.metrics {
                metrics.require(&["variant", "iteration"])?;
            }
            for row in run.metrics.iter().flat_map(Table::rows) {
                let Some(value) = (self.value)(&row)? else {
                    continue;
                };
                let ends = match self.ends {
                    Some((low, high)) => row.number(low)?.zip(row.number(high)?),
                    None => None,
                };
                let iteration = row.count("iteration")?;
                let iteration =
                    iteration.ok_or_else(|| row.wrong("iteration", "a whole number"))?;
                let key = (at, row.text("variant").to_owned());
                values
                    .entry(key)
                    .or_default()
                    .entry(iteration)
                    .or_default()
                    .push((value, ends));
            }
        }
        if values.is_empty() {
            return Ok(None);
        }
        let series: Vec<Series> = values
            .iter()
            .map(|((at, variant), points)| series(report, *at, variant, points))
            .collect();
        Ok(Some(self.figure(series)))
    }

    fn figure(&self, series: Vec<Series>) -> Figure {
        let said: Vec<String> = series.iter().filter_map(last_said).collect();
        Lines {
            name: self.name.to_owned(),
            title: self.title.to_owned(),
            description: format!("At the last iteration: {}.", said.join("; ")),
            size: (420.0, 270.0),
            x: Axis {
                label: "iteration".to_owned(),
                kind: AxisKind::Linear,
            },
            y: Axis {
                label: self.label.to_owned(),
                kind: self.kind,
            },
            shown: self.shown.to_vec(),
            origin: self.origin,
            zone: None,
            series,
        }
        .draw()
    }
}

fn last_said(series: &Series) -> Option<String> {
    let last = series.points.last()?;
    Some(format!("{} {:.3}", series.label, last.y))
}

/// The mean over training seeds; an interval only where there is one.
fn series(report: &Report, at: usize, variant: &str, values: &BTreeMap<u64, Vec<Value>>) -> Series {
    let points = values.iter().map(|(iteration, all)| Point {
        x: *iteration as f64,
        y: all.iter().map(|(value, _)| value / all.len() as f64).sum(),
        interval: if let [(_, ends)] = all.as_slice() {
            *ends
        } else {
            None
        },
    });
    Series {
        label: report.label(variant, at),
        style: report.style(variant, at),
        points: points.collect(),
    }
}

/// The advantage at earlier checkpoints; `None` when there is only the last.
fn checkpoints(
    report: &Report,
    at: usize,
    curve: &Table,
    primary: &Setting,
) -> Result<Option<Figure>, ReportError> {
    let mut values: BTreeMap<&str, BTreeMap<u64, Point>> = BTreeMap::new();
    for row in curve.rows() {
        if Setting::of(&row)? != *primary {
            continue;
        }
        let advantage = measured::Points::of(
            &row,
            "advantage_pp",
            "advantage_pp_low",
            "advantage_pp_high",
        )?;
        let iteration = measured::iteration(row.text("checkpoint"));
        if let Some(advantage) = advantage {
            let point = Point {
                x: iteration as f64,
                y: advantage.value,
                interval: advantage.low.zip(advantage.high),
            };
            values
                .entry(row.text("variant"))
                .or_default()
                .insert(iteration, point);
        }
    }
    if values.values().all(|points| points.len() < 2) {
        return Ok(None);
    }
    let series: Vec<Series> = values
        .into_iter()
        .map(|(variant, points)| Series {
            label: report.label(variant, at),
            style: report.style(variant, at),
            points: points.into_values().collect(),
        })
        .collect();
    let said: Vec<String> = series.iter().filter_map(last_said).collect();
    let figure = Lines {
        name: format!("checkpoints-{}", crate::slug(report.run_name(at))),
        title: format!("Advantage over training: {primary}"),
        description: format!("At the last checkpoint: {}.", said.join("; ")),
        size: (760.0, 340.0),
        x: Axis {
            label: "iterations of training".to_owned(),
            kind: AxisKind::Linear,
        },
        y: Axis {
            label: "advantage, percentage points".to_owned(),
            kind: AxisKind::Signed,
        },
        shown: Vec::new(),
        origin: Some(0.0),
        zone: None,
        series,
    };
    Ok(Some(figure.draw()))
}
