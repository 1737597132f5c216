use crate::ReportError;
use crate::figures::{Axis, AxisKind, Curve, Figure, LineChart, Point};
use crate::report::Report;
use quirkat_tables::{Table, TableRow};
use std::collections::BTreeMap;

/// A curve over iterations: where its values come from and what it says.
pub(super) struct LearningCurve {
    name: &'static str,
    title: &'static str,
    label: &'static str,
    kind: AxisKind,
    value: fn(&TableRow<'_>) -> Result<Option<f64>, ReportError>,
    ends: Option<(&'static str, &'static str)>,
    shown: &'static [f64],
    origin: Option<f64>,
    pub(super) caption: &'static str,
}

fn share(row: &TableRow<'_>, part: &str) -> Result<Option<f64>, ReportError> {
    let games = row.count("games")?.filter(|games| *games > 0);
    Ok(row
        .count(part)?
        .zip(games)
        .map(|(part, games)| part as f64 / games as f64))
}

pub(super) const LEARNING_CURVES: [LearningCurve; 9] = [
    LearningCurve {
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
    LearningCurve {
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
    LearningCurve {
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
    LearningCurve {
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
    LearningCurve {
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
    LearningCurve {
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
    LearningCurve {
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
    LearningCurve {
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
    LearningCurve {
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

/// Values of a curve by run, variant and iteration; several of one place are training seeds.
type Values = BTreeMap<(usize, String), BTreeMap<u64, Vec<Value>>>;

/// A value and the ends of its interval.
type Value = (f64, Option<(f64, f64)>);

impl LearningCurve {
    pub(super) fn draw(&self, report: &Report) -> Result<Option<Figure>, ReportError> {
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
        let curves: Vec<Curve> = values
            .iter()
            .map(|((at, variant), points)| curve(report, *at, variant, points))
            .collect();
        Ok(Some(self.figure(curves)))
    }

    fn figure(&self, curves: Vec<Curve>) -> Figure {
        let said: Vec<String> = curves.iter().filter_map(last_said).collect();
        LineChart {
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
            curves,
        }
        .draw()
    }
}

pub(super) fn last_said(curve: &Curve) -> Option<String> {
    let last = curve.points.last()?;
    Some(format!("{} {:.3}", curve.label, last.y))
}

/// The mean over training seeds; an interval only where there is one.
fn curve(report: &Report, at: usize, variant: &str, values: &BTreeMap<u64, Vec<Value>>) -> Curve {
    let points = values.iter().map(|(iteration, all)| Point {
        x: *iteration as f64,
        y: all.iter().map(|(value, _)| value / all.len() as f64).sum(),
        interval: if let [(_, ends)] = all.as_slice() {
            *ends
        } else {
            None
        },
    });
    Curve {
        label: report.label(variant, at),
        style: report.style(variant, at),
        points: points.collect(),
    }
}
