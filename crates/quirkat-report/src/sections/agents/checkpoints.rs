use super::learning_curve::last_said;
use crate::ReportError;
use crate::figures::{Axis, AxisKind, Curve, Figure, LineChart, Point};
use crate::read::{Points, iteration, setting_of};
use crate::report::Report;
use crate::words::slug;
use quirkat_tables::{Setting, Table};
use std::collections::BTreeMap;

/// The advantage at earlier checkpoints; `None` when there is only the last.
pub(super) fn checkpoints(
    report: &Report,
    at: usize,
    curve: &Table,
    primary: &Setting,
) -> Result<Option<Figure>, ReportError> {
    let mut values: BTreeMap<&str, BTreeMap<u64, Point>> = BTreeMap::new();
    for row in curve.rows() {
        if setting_of(&row)? != *primary {
            continue;
        }
        let advantage = Points::of(
            &row,
            "advantage_pp",
            "advantage_pp_low",
            "advantage_pp_high",
        )?;
        let iteration = iteration(row.text("checkpoint"));
        if let Some(advantage) = advantage {
            let point = Point {
                x: iteration as f64,
                y: advantage.value,
                interval: advantage.ends,
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
    let curves: Vec<Curve> = values
        .into_iter()
        .map(|(variant, points)| Curve {
            label: report.label(variant, at),
            style: report.style(variant, at),
            points: points.into_values().collect(),
        })
        .collect();
    let said: Vec<String> = curves.iter().filter_map(last_said).collect();
    let figure = LineChart {
        name: format!("checkpoints-{}", slug(report.run_name(at))),
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
        curves,
    };
    Ok(Some(figure.draw()))
}
