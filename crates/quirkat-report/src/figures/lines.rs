use super::canvas::{Anchor, Canvas, fitted, text_width};
use super::figure::Figure;
use super::scale::{Scale, round_domain, spread, tick_text};
use super::series::{series_class, series_marker};

/// Curves with intervals over one axis, each named at its end.
#[derive(Clone, Debug)]
pub(crate) struct LineChart {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) size: (f64, f64),
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// Values that the vertical axis shows in any case.
    pub(crate) shown: Vec<f64>,
    /// A line across, from which values are read.
    pub(crate) origin: Option<f64>,
    /// Values between these count as balance.
    pub(crate) zone: Option<(f64, f64)>,
    pub(crate) curves: Vec<Curve>,
}

/// An axis.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) kind: AxisKind,
}

/// What an axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisKind {
    /// Numbers.
    Linear,
    /// Numbers whose sign matters: `+` is written.
    Signed,
    /// Shares between 0 and 1, written as percentages.
    Share,
    /// Simulations per decision.
    Budget,
}

/// A curve.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) label: String,
    /// Its place in the order of colours.
    pub(crate) style: usize,
    pub(crate) points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) interval: Option<(f64, f64)>,
}

impl LineChart {
    pub(crate) fn draw(&self) -> Figure {
        let (width, height) = self.size;
        let mut canvas = Canvas::default();
        let names = self
            .curves
            .iter()
            .map(|curve| text_width(&curve.label, 11.5));
        let names = names.fold(0.0, f64::max).min(width * 0.3);
        let (top, bottom) = (14.0, height - 44.0);
        let y = self.y_scale((bottom, top));
        let ticks = self.y_ticks(&y);
        let widest = ticks
            .iter()
            .map(|(_, text)| text_width(text, 11.5))
            .fold(0.0, f64::max);
        let (left, right) = (26.0 + widest, width - names - 28.0);
        let x = self.x_scale((left + 8.0, right));
        self.ground(&mut canvas, &x, &y, &ticks, (left, right), (top, bottom));
        for curve in &self.curves {
            curve.draw(&mut canvas, &x, &y);
        }
        self.names(&mut canvas, &x, &y, names, (top, bottom));
        Figure {
            name: self.name.clone(),
            title: self.title.clone(),
            description: self.description.clone(),
            size: self.size,
            body: canvas.finish(),
        }
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.curves.iter().flat_map(|curve| &curve.points)
    }

    fn y_scale(&self, range: (f64, f64)) -> Scale {
        let values = self.points().flat_map(|point| {
            let ends = point.interval.map(|(low, high)| [low, high]);
            std::iter::once(point.y).chain(ends.into_iter().flatten())
        });
        let zone = self.zone.map(|(low, high)| [low, high]);
        let shown = self.shown.iter().copied().chain(self.origin);
        let all = values.chain(zone.into_iter().flatten()).chain(shown);
        let (low, high) = round_domain(all, 5);
        if self.y.kind == AxisKind::Share {
            Scale::linear((low.max(0.0), high.min(1.0)), range)
        } else {
            Scale::linear((low, high), range)
        }
    }

    fn x_scale(&self, range: (f64, f64)) -> Scale {
        let values = || self.points().map(|point| point.x);
        let low = values().fold(f64::INFINITY, f64::min);
        let high = values().fold(f64::NEG_INFINITY, f64::max);
        if self.x.kind == AxisKind::Budget {
            Scale::budget((low, high), range)
        } else {
            Scale::linear((low, high), range)
        }
    }

    fn x_ticks(&self, x: &Scale) -> Vec<f64> {
        if self.x.kind != AxisKind::Budget {
            let room = (x.range().1 - x.range().0) / 45.0;
            let whole = |tick: &f64| (tick - tick.round()).abs() < 1e-9;
            return x
                .ticks(room.clamp(2.0, 10.0) as usize)
                .into_iter()
                .filter(whole)
                .collect();
        }
        // The budgets that were measured, as far as their labels have room.
        let mut budgets: Vec<f64> = self.points().map(|point| point.x).collect();
        budgets.sort_by(f64::total_cmp);
        budgets.dedup();
        let mut kept: Vec<f64> = Vec::new();
        for budget in budgets {
            if kept
                .last()
                .is_none_or(|last| x.at(budget) - x.at(*last) >= 30.0)
            {
                kept.push(budget);
            }
        }
        kept
    }

    fn y_ticks(&self, y: &Scale) -> Vec<(f64, String)> {
        let ticks = y.ticks(5);
        let step = ticks.get(1).zip(ticks.first()).map_or(1.0, |(b, a)| b - a);
        let text = |tick: f64| match self.y.kind {
            AxisKind::Share => format!("{} %", tick_text(100.0 * tick, 100.0 * step)),
            AxisKind::Signed if tick > step / 2.0 => format!("+{}", tick_text(tick, step)),
            _ => tick_text(tick, step),
        };
        ticks.into_iter().map(|tick| (tick, text(tick))).collect()
    }

    fn ground(
        &self,
        canvas: &mut Canvas,
        x: &Scale,
        y: &Scale,
        ticks: &[(f64, String)],
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
    ) {
        if let Some((low, high)) = self.zone {
            canvas.rect(
                "zone",
                (left, y.at(low)),
                (right, y.at(high)),
                "counts as balanced",
            );
        }
        for (tick, text) in ticks {
            let at = y.at(*tick);
            canvas.line("grid", (left, at), (right, at));
            canvas.text("small muted", (left - 6.0, at + 4.0), Anchor::End, text);
        }
        if let Some(origin) = self.origin {
            canvas.line("zero", (left, y.at(origin)), (right, y.at(origin)));
        }
        canvas.line("axis", (left, bottom), (right, bottom));
        for tick in self.x_ticks(x) {
            let at = x.at(tick);
            canvas.line("axis", (at, bottom), (at, bottom + 4.0));
            canvas.text(
                "small muted",
                (at, bottom + 17.0),
                Anchor::Middle,
                &tick_text(tick, 1.0),
            );
        }
        canvas.text(
            "small",
            (f64::midpoint(left, right), bottom + 36.0),
            Anchor::Middle,
            &self.x.label,
        );
        if !self.y.label.is_empty() {
            canvas.text_upwards("small", (11.0, f64::midpoint(top, bottom)), &self.y.label);
        }
    }

    fn names(&self, canvas: &mut Canvas, x: &Scale, y: &Scale, width: f64, range: (f64, f64)) {
        let ends: Vec<(&Curve, &Point)> = self
            .curves
            .iter()
            .filter_map(|curve| Some((curve, curve.points.last()?)))
            .collect();
        let wanted: Vec<f64> = ends.iter().map(|(_, point)| y.at(point.y)).collect();
        let places = spread(&wanted, 14.0, range);
        let edge = x.range().1;
        for ((curve, point), place) in ends.into_iter().zip(places) {
            let from = (x.at(point.x) + 6.0, y.at(point.y));
            let class = series_class(curve.style);
            canvas.line(&format!("thin {class}"), from, (edge + 13.0, place));
            canvas.marker(
                &format!("mark {class}"),
                series_marker(curve.style),
                (edge + 17.0, place),
                4.0,
                "",
            );
            canvas.text(
                "small",
                (edge + 25.0, place + 4.0),
                Anchor::Start,
                &fitted(&curve.label, 11.5, width + 1.0),
            );
        }
    }
}

impl Curve {
    fn draw(&self, canvas: &mut Canvas, x: &Scale, y: &Scale) {
        let class = series_class(self.style);
        let bounded: Vec<&Point> = self
            .points
            .iter()
            .filter(|point| point.interval.is_some())
            .collect();
        // Many intervals are a band, few are whiskers.
        if bounded.len() > 8 {
            let end = |point: &&&Point, pick: fn((f64, f64)) -> f64| {
                (
                    x.at(point.x),
                    y.at(pick(point.interval.unwrap_or_default())),
                )
            };
            let upper = bounded.iter().map(|point| end(&point, |ends| ends.1));
            let lower = bounded.iter().rev().map(|point| end(&point, |ends| ends.0));
            canvas.path(
                &format!("area {class}"),
                &upper.chain(lower).collect::<Vec<_>>(),
                true,
            );
        } else {
            for point in &bounded {
                let (low, high) = point.interval.unwrap_or_default();
                let at = x.at(point.x) + self.nudge();
                let class = format!("thin {class}");
                canvas.line(&class, (at, y.at(low)), (at, y.at(high)));
                for end in [low, high] {
                    canvas.line(&class, (at - 3.0, y.at(end)), (at + 3.0, y.at(end)));
                }
            }
        }
        let nudge = if bounded.is_empty() || bounded.len() > 8 {
            0.0
        } else {
            self.nudge()
        };
        let line: Vec<(f64, f64)> = self
            .points
            .iter()
            .map(|point| (x.at(point.x) + nudge, y.at(point.y)))
            .collect();
        if line.len() > 1 {
            canvas.path(&format!("line {class}"), &line, false);
        }
        if line.len() <= 24 {
            for (at, point) in line.iter().zip(&self.points) {
                let tip = format!(
                    "{}: {:.3} at {}",
                    self.label,
                    point.y,
                    tick_text(point.x, 1.0)
                );
                canvas.marker(
                    &format!("mark {class}"),
                    series_marker(self.style),
                    *at,
                    4.0,
                    &tip,
                );
            }
        }
    }

    /// Whiskers of several curves at one place stand side by side.
    fn nudge(&self) -> f64 {
        ((self.style % 7) as f64 - 3.0) * 1.8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figure::check;

    fn lines(curves: Vec<Curve>, kind: AxisKind) -> LineChart {
        let axis = |kind| Axis {
            label: "a".to_owned(),
            kind,
        };
        LineChart {
            name: "l".to_owned(),
            title: "T".to_owned(),
            description: "D".to_owned(),
            size: (420.0, 260.0),
            x: axis(kind),
            y: axis(AxisKind::Share),
            shown: vec![0.0],
            origin: Some(0.5),
            zone: Some((0.4, 0.6)),
            curves,
        }
    }

    fn series(style: usize, count: usize) -> Curve {
        let point = |index: usize| Point {
            x: (index * index) as f64,
            y: 0.1 * (index % 9) as f64,
            interval: (!index.is_multiple_of(3)).then_some((0.0, 1.0)),
        };
        Curve {
            label: format!("<series {style}>"),
            style,
            points: (0..count).map(point).collect(),
        }
    }

    #[test]
    fn curves_are_well_formed_with_few_and_many_points() {
        for kind in [AxisKind::Linear, AxisKind::Budget] {
            for counts in [&[][..], &[0], &[1, 1], &[3, 30, 400], &[5; 20]] {
                let all = counts
                    .iter()
                    .enumerate()
                    .map(|(style, &count)| series(style, count));
                check(&lines(all.collect(), kind).draw());
            }
        }
    }
}
