use super::canvas::{Anchor, Canvas, fitted, text_width};
use super::figure::Figure;
use super::labels::{WIDTH, label_width};
use quirkat_tables::GameCounts;

/// A way in which games end: its class, its name in the legend and in tips.
struct Ending {
    class: &'static str,
    legend: &'static str,
    tip: &'static str,
    count: fn(&GameCounts) -> u64,
}

const CAPPED: &str = "capped";

const ENDINGS: [Ending; 4] = [
    Ending {
        class: "white",
        legend: "White wins",
        tip: "White wins",
        count: |outcomes| outcomes.white,
    },
    Ending {
        class: "draw",
        legend: "draw",
        tip: "drawn",
        count: |outcomes| outcomes.draws,
    },
    Ending {
        class: "black",
        legend: "Black wins",
        tip: "Black wins",
        count: |outcomes| outcomes.black,
    },
    Ending {
        class: CAPPED,
        legend: "cut by the length limit",
        tip: "cut",
        count: |outcomes| outcomes.capped,
    },
];

/// How games ended, a bar a row: White, drawn, Black, cut.
pub(crate) fn outcome_bars(name: &str, title: &str, rows: &[(String, GameCounts)]) -> Figure {
    let mut canvas = Canvas::default();
    let labels = label_width(rows.iter().map(|(label, _)| label.as_str()));
    let left = labels + 16.0;
    legend(&mut canvas, name, left, rows);
    let mut top = 30.0;
    let mut said: Vec<String> = Vec::new();
    for (label, outcomes) in rows {
        let fitting = fitted(label, 13.0, labels + 2.0);
        canvas.text("", (0.0, top + 18.0), Anchor::Start, &fitting);
        let games = outcomes.games().to_string();
        canvas.text(
            "small muted",
            (WIDTH - 2.0, top + 18.0),
            Anchor::End,
            &games,
        );
        said.extend(row(&mut canvas, name, label, outcomes, (left, top)));
        top += 29.0;
    }
    Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        description: said.join("; ") + ".",
        size: (WIDTH, top + 6.0),
        body: canvas.finish(),
    }
}

fn legend(canvas: &mut Canvas, name: &str, left: f64, rows: &[(String, GameCounts)]) {
    let any_capped = rows.iter().any(|(_, outcomes)| outcomes.capped > 0);
    let mut x = left;
    for ending in &ENDINGS {
        if ending.class == CAPPED && !any_capped {
            continue;
        }
        bar(canvas, name, ending.class, (x, 7.0), (x + 16.0, 19.0), "");
        canvas.text("small", (x + 22.0, 17.0), Anchor::Start, ending.legend);
        x += 22.0 + text_width(ending.legend, 11.5) + 20.0;
    }
    canvas.text("small muted", (WIDTH - 2.0, 17.0), Anchor::End, "games");
}

/// The parts of a bar, and what each says.
fn row(
    canvas: &mut Canvas,
    name: &str,
    label: &str,
    outcomes: &GameCounts,
    (left, top): (f64, f64),
) -> Vec<String> {
    let games = outcomes.games();
    let width = WIDTH - 62.0 - left;
    let mut from = left;
    let mut said = Vec::new();
    for ending in &ENDINGS {
        let count = (ending.count)(outcomes);
        if count == 0 {
            continue;
        }
        let share = count as f64 / games.max(1) as f64;
        let percent = 100.0 * share;
        let to = from + share * width;
        let tip = format!(
            "{label}: {} {percent:.1} % ({count} of {games})",
            ending.tip
        );
        let (a, b) = ((from, top + 3.0), (to, top + 24.0));
        bar(canvas, name, ending.class, a, b, &tip);
        let text = format!("{percent:.0} %");
        if to - from > text_width(&text, 11.5) + 8.0 && ending.class != CAPPED {
            let ink = if ending.class == "black" {
                "small on-black"
            } else {
                "small on-white"
            };
            let middle = (f64::midpoint(from, to), top + 17.8);
            canvas.text(ink, middle, Anchor::Middle, &text);
        }
        said.push(tip);
        from = to;
    }
    said
}

fn bar(canvas: &mut Canvas, name: &str, class: &str, a: (f64, f64), b: (f64, f64), tip: &str) {
    if class == CAPPED {
        // A pattern is named by the figure, for several figures share a page.
        let mut hatched = Canvas::default();
        hatched.rect("HATCH", a, b, tip);
        let rect = hatched.finish().replace(
            "class=\"HATCH\"",
            &format!("class=\"axis\" fill=\"url(#{name}-hatch)\""),
        );
        canvas.raw(&rect);
    } else {
        canvas.rect(class, a, b, tip);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figure::check;

    #[test]
    fn bars_are_well_formed_whatever_they_count() {
        let outcomes = |white, draws, black, capped| GameCounts {
            white,
            draws,
            black,
            capped,
            ..GameCounts::default()
        };
        let rows = vec![
            ("<a>".to_owned(), outcomes(0, 0, 0, 0)),
            ("b".to_owned(), outcomes(1, 2, 3, 4)),
            ("c".to_owned(), outcomes(u64::MAX / 8, 0, 1, 0)),
        ];
        let figure = outcome_bars("o", "T", &rows);
        check(&figure);
        assert!(figure.body.contains("url(#o-hatch)"));
        assert!(
            figure
                .description
                .contains("b: White wins 10.0 % (1 of 10)")
        );
        check(&outcome_bars("o", "T", &[]));
    }
}
