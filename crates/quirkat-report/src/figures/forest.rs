use super::canvas::{Anchor, Canvas, Marker, fitted, text_width};
use super::figure::Figure;
use super::scale::{Scale, round_domain, tick_text};
use std::fmt::Write;

/// Rows of values with intervals beside one axis.
#[derive(Clone, Debug)]
pub(crate) struct ForestPlot {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) axis: String,
    /// What the sides of zero mean, when zero has sides.
    pub(crate) sides: Option<(String, String)>,
    /// Values between these count as balance.
    pub(crate) zone: Option<(f64, f64)>,
    /// Values that the axis shows in any case.
    pub(crate) shown: Vec<f64>,
    /// The line from which values are read.
    pub(crate) origin: Option<f64>,
    pub(crate) rows: Vec<ForestRow>,
    /// What the marks are, when they are not told by the rows: class, marker, label.
    pub(crate) legend: Vec<(String, Marker, String)>,
    /// What stands above the letters.
    pub(crate) letters: Option<String>,
}

/// A row of a [`ForestPlot`].
#[derive(Clone, Debug, Default)]
pub(crate) struct ForestRow {
    pub(crate) label: String,
    /// Below the label, small.
    pub(crate) note: String,
    /// A letter on a coloured ground: letter, class, what it means.
    pub(crate) letter: Option<(String, String, String)>,
    pub(crate) marks: Vec<ForestMark>,
    /// At the right end.
    pub(crate) text: String,
    /// Below it, small.
    pub(crate) small: String,
    /// A line above it, as before another kind of row.
    pub(crate) apart: bool,
}

/// A value with its interval.
#[derive(Clone, Debug)]
pub(crate) struct ForestMark {
    pub(crate) value: f64,
    pub(crate) interval: Option<(f64, f64)>,
    /// Single values behind it.
    pub(crate) dots: Vec<f64>,
    pub(crate) marker: Marker,
    pub(crate) class: String,
    pub(crate) hollow: bool,
    pub(crate) tip: String,
}

const WIDTH: f64 = 760.0;
const PLOT_MIN: f64 = 250.0;

impl ForestPlot {
    pub(crate) fn draw(&self) -> Figure {
        let mut canvas = Canvas::default();
        let has_letters = self.rows.iter().any(|row| row.letter.is_some());
        let widest = |texts: &mut dyn Iterator<Item = (&str, f64)>| {
            texts
                .map(|(text, size)| text_width(text, size))
                .fold(0.0, f64::max)
        };
        let left_text = widest(
            &mut self
                .rows
                .iter()
                .flat_map(|row| [(row.label.as_str(), 13.0), (row.note.as_str(), 11.5)]),
        )
        .clamp(60.0, 190.0);
        let right_text = widest(
            &mut self
                .rows
                .iter()
                .flat_map(|row| [(row.text.as_str(), 13.0), (row.small.as_str(), 11.5)]),
        );
        let letters = if has_letters { 30.0 } else { 0.0 };
        let left = left_text + letters + 16.0;
        let right = (WIDTH - right_text.min(WIDTH - left - PLOT_MIN) - 14.0).max(left + PLOT_MIN);
        let heading = 22.0 + if self.legend.is_empty() { 0.0 } else { 22.0 };
        let heights: Vec<f64> = self.rows.iter().map(ForestRow::height).collect();
        let bottom = heading + heights.iter().sum::<f64>();
        let height = bottom + if self.sides.is_some() { 58.0 } else { 42.0 };
        let scale = Scale::linear(self.domain(), (left, right - 10.0));

        self.legend(&mut canvas);
        self.ground(&mut canvas, &scale, (left, right), (heading, bottom));
        if let Some(title) = self.letters.as_ref().filter(|_| has_letters) {
            canvas.text(
                "small muted",
                (left - 19.0, heading - 8.0),
                Anchor::Middle,
                title,
            );
        }
        let mut top = heading;
        for (row, height) in self.rows.iter().zip(&heights) {
            row.draw(&mut canvas, &scale, top, *height, left_text, (left, right));
            top += height;
        }
        Figure {
            name: self.name.clone(),
            title: self.title.clone(),
            description: self.description.clone(),
            size: (WIDTH, height),
            body: canvas.finish(),
        }
    }

    fn domain(&self) -> (f64, f64) {
        let marks = self.rows.iter().flat_map(|row| &row.marks);
        let values = marks.flat_map(|mark| {
            let ends = mark.interval.map(|(low, high)| [low, high]);
            std::iter::once(mark.value)
                .chain(ends.into_iter().flatten())
                .chain(mark.dots.iter().copied())
        });
        let zone = self.zone.map(|(low, high)| [low, high]);
        let zone = zone.into_iter().flatten();
        round_domain(
            values
                .chain(zone)
                .chain(self.shown.iter().copied())
                .chain(self.origin),
            8,
        )
    }

    fn ground(
        &self,
        canvas: &mut Canvas,
        scale: &Scale,
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
    ) {
        if let Some((low, high)) = self.zone {
            let tip = format!("within {} of 0", tick_text(high, 0.5));
            canvas.rect("zone", (scale.at(low), top), (scale.at(high), bottom), &tip);
        }
        let ticks = scale.ticks(7);
        let step = ticks.get(1).zip(ticks.first()).map_or(1.0, |(b, a)| b - a);
        for &tick in &ticks {
            let x = scale.at(tick);
            canvas.line("grid", (x, top), (x, bottom));
            let signed = self.origin == Some(0.0) && tick > 0.0;
            let text = format!("{}{}", if signed { "+" } else { "" }, tick_text(tick, step));
            canvas.text("small muted", (x, bottom + 16.0), Anchor::Middle, &text);
        }
        canvas.line("axis", (left, bottom), (right - 10.0, bottom));
        if let Some(origin) = self.origin {
            canvas.line("zero", (scale.at(origin), top), (scale.at(origin), bottom));
        }
        let middle = f64::midpoint(left, right - 10.0);
        canvas.text("small", (middle, bottom + 34.0), Anchor::Middle, &self.axis);
        if let Some((below, above)) = &self.sides {
            let zero = scale.at(self.origin.unwrap_or(0.0));
            // A side with no room for its words has no values either.
            if text_width(below, 11.5) + 10.0 < zero - left {
                canvas.text(
                    "small muted",
                    (zero - 8.0, bottom + 51.0),
                    Anchor::End,
                    &format!("\u{2190} {below}"),
                );
            }
            if text_width(above, 11.5) + 10.0 < right - zero {
                canvas.text(
                    "small muted",
                    (zero + 8.0, bottom + 51.0),
                    Anchor::Start,
                    &format!("{above} \u{2192}"),
                );
            }
        }
    }

    fn legend(&self, canvas: &mut Canvas) {
        let mut x = 8.0;
        for (class, marker, label) in &self.legend {
            canvas.marker(&format!("mark {class}"), *marker, (x, 13.0), 5.0, "");
            canvas.text("small", (x + 11.0, 17.0), Anchor::Start, label);
            x += 11.0 + text_width(label, 11.5) + 22.0;
        }
    }
}

impl ForestRow {
    fn height(&self) -> f64 {
        let lines = if self.note.is_empty() && self.small.is_empty() {
            26.0
        } else {
            38.0
        };
        let marks = 14.0 + 12.0 * self.marks.len() as f64;
        f64::max(lines, marks) + if self.apart { 8.0 } else { 0.0 }
    }

    fn draw(
        &self,
        canvas: &mut Canvas,
        scale: &Scale,
        top: f64,
        height: f64,
        label_width: f64,
        (left, right): (f64, f64),
    ) {
        let (top, height) = if self.apart {
            canvas.line("guide", (0.0, top + 4.0), (WIDTH, top + 4.0));
            (top + 8.0, height - 8.0)
        } else {
            (top, height)
        };
        let middle = top + height / 2.0;
        two_lines(
            canvas,
            (0.0, middle),
            Anchor::Start,
            (&self.label, &self.note),
            label_width,
        );
        if let Some((letter, class, tip)) = &self.letter {
            let x = left - 19.0;
            canvas.rect(
                &format!("mark {class}"),
                (x - 9.0, middle - 9.0),
                (x + 9.0, middle + 9.0),
                tip,
            );
            canvas.text("letter", (x, middle + 4.2), Anchor::Middle, letter);
        }
        let count = self.marks.len() as f64;
        for (index, mark) in self.marks.iter().enumerate() {
            let y = middle + 12.0 * (index as f64 - (count - 1.0) / 2.0);
            mark.draw(canvas, scale, y);
        }
        let (text, small) = (self.text.as_str(), self.small.as_str());
        two_lines(
            canvas,
            (right + 2.0, middle),
            Anchor::Start,
            (text, small),
            WIDTH - right - 2.0,
        );
    }
}

fn two_lines(
    canvas: &mut Canvas,
    (x, middle): (f64, f64),
    anchor: Anchor,
    (text, small): (&str, &str),
    width: f64,
) {
    let shift = if small.is_empty() { 4.5 } else { -2.5 };
    if !text.is_empty() {
        canvas.text(
            "",
            (x, middle + shift),
            anchor,
            &fitted(text, 13.0, width + 2.0),
        );
    }
    if !small.is_empty() {
        canvas.text(
            "small muted",
            (x, middle + 12.5),
            anchor,
            &fitted(small, 11.5, width + 2.0),
        );
    }
}

impl ForestMark {
    fn draw(&self, canvas: &mut Canvas, scale: &Scale, y: f64) {
        let x = scale.at(self.value);
        for dot in &self.dots {
            canvas.marker(
                &format!("dot {}", self.class),
                Marker::Circle,
                (scale.at(*dot), y + 10.0),
                2.6,
                "",
            );
        }
        if let Some((low, high)) = self.interval {
            let (low, high) = (scale.at(low), scale.at(high));
            let class = format!("whisker {}", self.class);
            canvas.line(&class, (low, y), (high, y));
            for end in [low, high] {
                canvas.line(&class, (end, y - 4.0), (end, y + 4.0));
            }
        }
        let kind = if self.hollow { "hollow" } else { "mark" };
        canvas.marker(
            &format!("{kind} {}", self.class),
            self.marker,
            (x, y),
            5.6,
            &self.tip,
        );
    }
}

/// A description of rows for those who cannot see them.
pub(crate) fn described<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::new();
    for (label, value) in rows {
        if !text.is_empty() {
            text.push_str("; ");
        }
        let _ = write!(text, "{label}: {value}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figure::check;

    fn mark(value: f64, interval: Option<(f64, f64)>) -> ForestMark {
        ForestMark {
            value,
            interval,
            dots: vec![value - 1.0, value + 1.0],
            marker: Marker::Right,
            class: "first".to_owned(),
            hollow: false,
            tip: "tip".to_owned(),
        }
    }

    fn forest(rows: Vec<ForestRow>) -> ForestPlot {
        ForestPlot {
            name: "f".to_owned(),
            title: "T".to_owned(),
            description: "D".to_owned(),
            axis: "points".to_owned(),
            sides: Some(("Black".to_owned(), "White".to_owned())),
            zone: Some((-2.0, 2.0)),
            shown: Vec::new(),
            origin: Some(0.0),
            rows,
            legend: Vec::new(),
            letters: Some("exact".to_owned()),
        }
    }

    #[test]
    fn a_forest_is_well_formed_whatever_its_rows() {
        let row = |label: &str, marks: Vec<ForestMark>| ForestRow {
            label: label.to_owned(),
            marks,
            text: "+1.0 [0, 2]".to_owned(),
            small: "undecided".to_owned(),
            letter: Some(("W".to_owned(), "first".to_owned(), "a win".to_owned())),
            ..ForestRow::default()
        };
        let long = "x".repeat(300);
        let rows = vec![
            row("a & <b>", vec![mark(48.0, Some((46.0, 49.0)))]),
            row("nothing", Vec::new()),
            row(&long, vec![mark(-50.0, None), mark(0.0, Some((-1.0, 1.0)))]),
        ];
        let figure = forest(rows.clone()).draw();
        check(&figure);
        assert_eq!(figure, forest(rows).draw(), "equal calls give equal bytes");
        check(&forest(Vec::new()).draw());
    }
}
