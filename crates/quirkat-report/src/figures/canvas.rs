use super::xml::escape;
use std::fmt::Write;

/// Shapes of a figure as SVG text, in order. Equal calls give equal bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    body: String,
}

/// The side of a text that is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// What tells series and verdicts apart when there are no colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Right,
    Left,
}

impl Marker {
    /// The markers of series, in order.
    pub(crate) const SERIES: [Self; 7] = [
        Self::Circle,
        Self::Square,
        Self::Diamond,
        Self::Up,
        Self::Down,
        Self::Right,
        Self::Left,
    ];
}

/// A coordinate: at most two decimals, never anything but a number.
fn px(value: f64) -> String {
    debug_assert!(value.is_finite(), "a coordinate of {value}");
    let value = if value.is_finite() { value } else { 0.0 };
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

impl Canvas {
    pub(crate) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        self.add(&format!(
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            px(x1),
            px(y1),
            px(x2),
            px(y2)
        ));
    }

    /// A rectangle between two corners, in any order; `tip` is what a pointer on it is told.
    pub(crate) fn rect(&mut self, class: &str, a: (f64, f64), b: (f64, f64), tip: &str) {
        let corners = format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            px(a.0.min(b.0)),
            px(a.1.min(b.1)),
            px((a.0 - b.0).abs()),
            px((a.1 - b.1).abs())
        );
        self.close(&corners, "rect", tip);
    }

    pub(crate) fn path(&mut self, class: &str, points: &[(f64, f64)], closed: bool) {
        if points.is_empty() {
            return;
        }
        let mut d = String::new();
        for (index, &(x, y)) in points.iter().enumerate() {
            let _ = write!(
                d,
                "{}{} {}",
                if index == 0 { "M" } else { "L" },
                px(x),
                px(y)
            );
        }
        if closed {
            d.push('Z');
        }
        self.add(&format!("<path class=\"{class}\" d=\"{d}\"/>"));
    }

    pub(crate) fn marker(
        &mut self,
        class: &str,
        marker: Marker,
        (x, y): (f64, f64),
        size: f64,
        tip: &str,
    ) {
        let r = size;
        let corners: &[(f64, f64)] = match marker {
            Marker::Circle => {
                let start = format!(
                    "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"",
                    px(x),
                    px(y),
                    px(r * 0.95)
                );
                return self.close(&start, "circle", tip);
            }
            Marker::Square => &[(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
            Marker::Diamond => &[(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)],
            Marker::Up => &[(0.0, -1.1), (1.1, 0.85), (-1.1, 0.85)],
            Marker::Down => &[(0.0, 1.1), (1.1, -0.85), (-1.1, -0.85)],
            Marker::Right => &[(1.1, 0.0), (-0.85, 1.1), (-0.85, -1.1)],
            Marker::Left => &[(-1.1, 0.0), (0.85, 1.1), (0.85, -1.1)],
        };
        let points: Vec<String> = corners
            .iter()
            .map(|(dx, dy)| format!("{},{}", px(x + r * dx), px(y + r * dy)))
            .collect();
        let start = format!("<polygon class=\"{class}\" points=\"{}\"", points.join(" "));
        self.close(&start, "polygon", tip);
    }

    pub(crate) fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let class = if class.is_empty() {
            String::new()
        } else {
            format!(" class=\"{class}\"")
        };
        self.add(&format!(
            "<text{class} x=\"{}\" y=\"{}\"{anchor}>{}</text>",
            px(x),
            px(y),
            escape(text)
        ));
    }

    /// A text that reads upwards, centred at its point.
    pub(crate) fn text_upwards(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        self.add(&format!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" transform=\"rotate(-90 {x} {y})\">{}</text>",
            escape(text),
            x = px(x),
            y = px(y),
        ));
    }

    /// Shapes that are SVG already.
    pub(crate) fn raw(&mut self, shapes: &str) {
        self.body.push_str(shapes);
    }

    pub(crate) fn finish(self) -> String {
        self.body
    }

    fn close(&mut self, start: &str, element: &str, tip: &str) {
        if tip.is_empty() {
            self.add(&format!("{start}/>"));
        } else {
            self.add(&format!(
                "{start}><title>{}</title></{element}>",
                escape(tip)
            ));
        }
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
}

/// About how wide a text is: there is no font to ask, so this is of a wide one.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '\'' | '|' | 'I' => 0.29,
            'f' | 'r' | 't' | ' ' | '.' | ',' | ':' | ';' | '(' | ')' | '[' | ']' | '-' | '/' => {
                0.38
            }
            'm' | 'w' | 'M' | 'W' | '@' | '%' | '+' | '=' | '<' | '>' => 0.88,
            c if c.is_ascii_uppercase() => 0.71,
            c if c.is_ascii() => 0.62,
            _ => 0.85,
        })
        .sum::<f64>()
        * size
}

/// A text cut to a width, with an ellipsis where it was cut.
pub(crate) fn fitted(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars() {
        cut.push(c);
        if text_width(&cut, size) + 0.9 * size > width {
            cut.pop();
            break;
        }
    }
    cut.push('\u{2026}');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short_and_have_no_negative_zero() {
        assert_eq!(
            [px(1.0), px(-0.001), px(2.345_678), px(100.0), px(-3.5)],
            ["1", "0", "2.35", "100", "-3.5"]
        );
    }

    #[test]
    fn texts_and_tips_are_escaped() {
        let mut canvas = Canvas::default();
        canvas.text("", (0.0, 0.0), Anchor::Start, "<b>&\"");
        canvas.rect("x", (2.0, 5.0), (1.0, 3.0), "</title><script>");
        let text = canvas.finish();
        assert!(text.contains("&lt;b&gt;&amp;&quot;"), "{text}");
        assert!(
            text.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"),
            "{text}"
        );
        assert!(
            text.contains("x=\"1\" y=\"3\" width=\"1\" height=\"2\""),
            "{text}"
        );
    }

    #[test]
    fn a_long_label_is_cut_to_its_room() {
        assert_eq!(fitted("standard", 13.0, 100.0), "standard");
        let cut = fitted(&"very-long-name-".repeat(9), 13.0, 100.0);
        assert!(
            cut.ends_with('\u{2026}') && text_width(&cut, 13.0) < 105.0,
            "{cut}"
        );
        assert_eq!(fitted("abc", 13.0, 0.0), "\u{2026}");
    }
}
