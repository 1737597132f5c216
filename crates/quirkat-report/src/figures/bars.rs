use super::Figure;
use super::canvas::{Anchor, Canvas, fitted, text_width};
use super::scale::{Scale, tick_text};
use crate::games::GameSet;
use crate::measured::Outcomes;
use std::fmt::Write;

const WIDTH: f64 = 760.0;

fn label_width<'a>(labels: impl Iterator<Item = &'a str>) -> f64 {
    labels
        .map(|label| text_width(label, 13.0))
        .fold(0.0, f64::max)
        .clamp(60.0, 190.0)
}

/// How games ended, a bar a row: White, drawn, Black, cut.
pub(crate) fn outcome_bars(name: &str, title: &str, rows: &[(String, Outcomes)]) -> Figure {
    let mut canvas = Canvas::default();
    let labels = label_width(rows.iter().map(|(label, _)| label.as_str()));
    let (left, right) = (labels + 16.0, WIDTH - 62.0);
    let mut top = 30.0;
    let any_capped = rows.iter().any(|(_, outcomes)| outcomes.capped > 0);
    let mut x = left;
    for (class, label) in [
        ("white", "White wins"),
        ("draw", "draw"),
        ("black", "Black wins"),
        ("capped", "cut by the length limit"),
    ] {
        if class == "capped" && !any_capped {
            continue;
        }
        bar(&mut canvas, name, class, (x, 7.0), (x + 16.0, 19.0), "");
        canvas.text("small", (x + 22.0, 17.0), Anchor::Start, label);
        x += 22.0 + text_width(label, 11.5) + 20.0;
    }
    canvas.text("small muted", (WIDTH - 2.0, 17.0), Anchor::End, "games");
    let mut said = String::new();
    for (label, outcomes) in rows {
        let games = outcomes.games();
        canvas.text(
            "",
            (0.0, top + 18.0),
            Anchor::Start,
            &fitted(label, 13.0, labels + 2.0),
        );
        canvas.text(
            "small muted",
            (WIDTH - 2.0, top + 18.0),
            Anchor::End,
            &games.to_string(),
        );
        let mut from = left;
        let parts = [
            ("white", "White wins", outcomes.white),
            ("draw", "drawn", outcomes.draws),
            ("black", "Black wins", outcomes.black),
            ("capped", "cut", outcomes.capped),
        ];
        for (class, what, count) in parts {
            if count == 0 {
                continue;
            }
            let share = count as f64 / games.max(1) as f64;
            let to = from + share * (right - left);
            let tip = format!(
                "{label}: {what} {:.1} % ({count} of {games})",
                100.0 * share
            );
            bar(
                &mut canvas,
                name,
                class,
                (from, top + 3.0),
                (to, top + 24.0),
                &tip,
            );
            let text = format!("{:.0} %", 100.0 * share);
            if to - from > text_width(&text, 11.5) + 8.0 && class != "capped" {
                let ink = if class == "black" {
                    "small on-black"
                } else {
                    "small on-white"
                };
                canvas.text(
                    ink,
                    (f64::midpoint(from, to), top + 17.8),
                    Anchor::Middle,
                    &text,
                );
            }
            said.push_str(&tip);
            said.push_str("; ");
            from = to;
        }
        top += 29.0;
    }
    Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        description: said.trim_end_matches("; ").to_owned() + ".",
        size: (WIDTH, top + 6.0),
        body: canvas.finish(),
    }
}

fn bar(canvas: &mut Canvas, name: &str, class: &str, a: (f64, f64), b: (f64, f64), tip: &str) {
    if class == "capped" {
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

/// How long games are, a histogram a row with its quartiles.
pub(crate) fn lengths(name: &str, title: &str, rows: &[(String, usize, &GameSet)]) -> Figure {
    const ROW: f64 = 50.0;
    const BINS: f64 = 60.0;
    let mut canvas = Canvas::default();
    let labels = label_width(rows.iter().map(|(label, ..)| label.as_str()));
    let (left, right) = (labels + 16.0, WIDTH - 96.0);
    let longest = rows.iter().filter_map(|(_, _, set)| set.plies.last()).max();
    let longest = longest.copied().unwrap_or(0).max(10);
    let width = (longest as f64 / BINS).ceil().max(1.0) as u64;
    let bins = longest / width + 1;
    let scale = Scale::linear((0.0, bins as f64 * width as f64), (left, right));
    let (top, bottom) = (8.0, 8.0 + ROW * rows.len() as f64);
    let ticks = scale.ticks(8);
    for &tick in &ticks {
        canvas.line("grid", (scale.at(tick), top), (scale.at(tick), bottom));
        canvas.text(
            "small muted",
            (scale.at(tick), bottom + 16.0),
            Anchor::Middle,
            &tick_text(tick, 1.0),
        );
    }
    canvas.text(
        "small",
        (f64::midpoint(left, right), bottom + 34.0),
        Anchor::Middle,
        "plies",
    );
    let mut said = String::new();
    for (index, (label, style, set)) in rows.iter().enumerate() {
        let base = top + ROW * (index + 1) as f64 - 8.0;
        let class = super::lines::series_class(*style);
        canvas.text(
            "",
            (0.0, base - 12.0),
            Anchor::Start,
            &fitted(label, 13.0, labels + 2.0),
        );
        histogram(&mut canvas, &class, set, width, bins, &scale, base);
        canvas.line("axis", (left, base), (right, base));
        let quantile = |share| set.quantile(share).unwrap_or(0.0);
        let (low, median, high) = (quantile(0.25), quantile(0.5), quantile(0.75));
        canvas.line(
            &format!("whisker {class}"),
            (scale.at(low), base + 4.0),
            (scale.at(high), base + 4.0),
        );
        canvas.marker(
            &format!("mark {class}"),
            super::Marker::Diamond,
            (scale.at(median), base + 4.0),
            4.0,
            "median",
        );
        let text = format!("median {median:.0}");
        canvas.text("small", (right + 8.0, base - 14.0), Anchor::Start, &text);
        canvas.text(
            "small muted",
            (right + 8.0, base + 1.0),
            Anchor::Start,
            &format!("{low:.0} to {high:.0}"),
        );
        let _ = write!(
            said,
            "{label}: {text}, half of the games {low:.0} to {high:.0} plies; "
        );
    }
    Figure {
        name: name.to_owned(),
        title: title.to_owned(),
        description: said.trim_end_matches("; ").to_owned() + ".",
        size: (WIDTH, bottom + 44.0),
        body: canvas.finish(),
    }
}

fn histogram(
    canvas: &mut Canvas,
    class: &str,
    set: &GameSet,
    width: u64,
    bins: u64,
    scale: &Scale,
    base: f64,
) {
    let mut counts = vec![0_u64; bins as usize];
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
            format!(
                "{from} to {} plies: {count} games",
                from.saturating_add(width - 1)
            )
        };
        let (a, b) = (scale.at(from as f64), scale.at(from as f64 + width as f64));
        let gap = if b - a > 3.0 { 0.5 } else { 0.0 };
        canvas.rect(
            &format!("bar {class}"),
            (a + gap, base - height),
            (b - gap, base),
            &tip,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::figure::check;

    #[test]
    fn bars_are_well_formed_whatever_they_count() {
        let outcomes = |white, draws, black, capped| Outcomes {
            white,
            draws,
            black,
            capped,
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
