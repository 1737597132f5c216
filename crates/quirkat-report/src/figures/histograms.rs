use super::canvas::{Anchor, Canvas, Marker, fitted};
use super::figure::Figure;
use super::labels::{WIDTH, label_width};
use super::scale::{Scale, tick_text};
use super::series::series_class;
use crate::read::GameSet;

const ROW: f64 = 50.0;
const TOP: f64 = 8.0;

/// How many bins there are at most.
const BINS: f64 = 60.0;

/// How long games are, a histogram a row with its quartiles. A row is a label, the place of its colour,
/// and games.
pub(crate) fn lengths(name: &str, title: &str, rows: &[(String, usize, &GameSet)]) -> Figure {
    let mut canvas = Canvas::default();
    let labels = label_width(rows.iter().map(|(label, ..)| label.as_str()));
    let longest = rows.iter().filter_map(|(_, _, set)| set.plies.last()).max();
    let longest = longest.copied().unwrap_or(0).max(10);
    let width = (longest as f64 / BINS).ceil().max(1.0) as u64;
    let bins = Bins {
        count: longest / width + 1,
        width,
        left: labels + 16.0,
        right: WIDTH - 96.0,
    };
    let bottom = TOP + ROW * rows.len() as f64;
    bins.axis(&mut canvas, bottom);
    let mut said: Vec<String> = Vec::new();
    for (index, (label, style, set)) in rows.iter().enumerate() {
        let base = TOP + ROW * (index + 1) as f64 - 8.0;
        let fitting = fitted(label, 13.0, labels + 2.0);
        canvas.text("", (0.0, base - 12.0), Anchor::Start, &fitting);
        let class = series_class(*style);
        bins.histogram(&mut canvas, &class, set, base);
        said.push(format!(
            "{label}: {}",
            bins.quartiles(&mut canvas, &class, set, base)
        ));
    }
    Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        description: said.join("; ") + ".",
        size: (WIDTH, bottom + 44.0),
        body: canvas.finish(),
    }
}

/// Bins of equal width over lengths from 0.
struct Bins {
    count: u64,
    /// In plies.
    width: u64,
    /// Where the axis begins in the drawing.
    left: f64,
    /// Where it ends.
    right: f64,
}

impl Bins {
    fn scale(&self) -> Scale {
        let end = self.count as f64 * self.width as f64;
        Scale::linear((0.0, end), (self.left, self.right))
    }

    fn axis(&self, canvas: &mut Canvas, bottom: f64) {
        let scale = self.scale();
        for tick in scale.ticks(8) {
            let x = scale.at(tick);
            canvas.line("grid", (x, TOP), (x, bottom));
            let text = tick_text(tick, 1.0);
            canvas.text("small muted", (x, bottom + 16.0), Anchor::Middle, &text);
        }
        let middle = (f64::midpoint(self.left, self.right), bottom + 34.0);
        canvas.text("small", middle, Anchor::Middle, "plies");
    }

    /// Median and quartiles below a histogram, and what they say.
    fn quartiles(&self, canvas: &mut Canvas, class: &str, set: &GameSet, base: f64) -> String {
        let (scale, right) = (self.scale(), self.right);
        canvas.line("axis", (self.left, base), (right, base));
        let quantile = |share| set.quantile(share).unwrap_or(0.0);
        let (low, median, high) = (quantile(0.25), quantile(0.5), quantile(0.75));
        let y = base + 4.0;
        let whisker = format!("whisker {class}");
        canvas.line(&whisker, (scale.at(low), y), (scale.at(high), y));
        let mark = format!("mark {class}");
        canvas.marker(&mark, Marker::Diamond, (scale.at(median), y), 4.0, "median");
        let text = format!("median {median:.0}");
        canvas.text("small", (right + 8.0, base - 14.0), Anchor::Start, &text);
        let half = format!("{low:.0} to {high:.0}");
        canvas.text(
            "small muted",
            (right + 8.0, base + 1.0),
            Anchor::Start,
            &half,
        );
        format!("{text}, half of the games {half} plies")
    }

    fn histogram(&self, canvas: &mut Canvas, class: &str, set: &GameSet, base: f64) {
        let (scale, width) = (self.scale(), self.width);
        let mut counts = vec![0_u64; self.count as usize];
        for plies in &set.plies {
            counts[(plies / width) as usize] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let from = (bin as u64).saturating_mul(width);
            let height = 36.0 * count as f64 / most as f64;
            let tip = if width == 1 {
                format!("{from} plies: {count} games")
            } else {
                let last = from.saturating_add(width - 1);
                format!("{from} to {last} plies: {count} games")
            };
            let (a, b) = (scale.at(from as f64), scale.at(from as f64 + width as f64));
            let gap = if b - a > 3.0 { 0.5 } else { 0.0 };
            let class = format!("bar {class}");
            canvas.rect(&class, (a + gap, base - height), (b - gap, base), &tip);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figure::check;

    #[test]
    fn lengths_are_well_formed_for_one_game_and_for_long_ones() {
        let set = |plies: &[u64]| GameSet {
            plies: plies.to_vec(),
            ..GameSet::default()
        };
        let (none, one, many) = (set(&[]), set(&[7]), set(&[1, 2, 2, 90, 4000]));
        let rows = vec![
            ("none".to_owned(), 0, &none),
            ("one".to_owned(), 1, &one),
            ("many".to_owned(), 9, &many),
        ];
        let figure = lengths("p", "T", &rows);
        check(&figure);
        assert!(
            figure
                .description
                .contains("many: median 2, half of the games 2 to 90 plies"),
            "{}",
            figure.description
        );
        check(&lengths("p", "T", &[]));
    }
}
