use crate::figures::{Figure, ForestMark, ForestPlot, ForestRow, Marker, described};
use crate::read::{ExactValue, Measured, RunKind, people_advantage};
use crate::report::{Entry, Report};
use crate::sections::verdict_style::verdict_style;
use crate::words::{setting_slug, verdict_text, with_interval};
use quirkat_stats::Verdict;
use quirkat_tables::{Inference, Setting, StartSet};
use quirkat_variant::People;

/// The advantages of a setting with intervals and verdicts.
pub(super) fn forest(report: &Report, setting: &Setting, entries: &[Entry<'_>]) -> Figure {
    let mut rows: Vec<ForestRow> = entries.iter().map(|entry| row(report, entry)).collect();
    if setting.start_set == StartSet::Initial && entries.iter().all(|entry| entry.run.usual_start) {
        let level = entries.first().map(|entry| entry.measured.level());
        let people = entries.iter().filter_map(|entry| {
            let measured = entry.measured;
            People::of_named(&measured.variant, &measured.rules_hash)
        });
        rows.extend(people.filter_map(|people| people_row(people, level?)));
    }
    let margin = entries.first().map(|entry| entry.measured.advantage.margin);
    let (title, below, above) = if setting.start_set == StartSet::Tempo {
        (
            "What the right to move is worth",
            "the other side",
            "the side to move is better off",
        )
    } else {
        (
            "First-player advantage",
            "Black is better off",
            "White, who moves first, is better off",
        )
    };
    let said = rows
        .iter()
        .map(|row| (row.label.as_str(), row.text.as_str()));
    ForestPlot {
        name: format!("advantage-{}", setting_slug(setting)),
        title: format!("{title}: {setting}"),
        description: described(said),
        axis: "advantage, percentage points".to_owned(),
        sides: Some((below.to_owned(), above.to_owned())),
        zone: margin.map(|margin| (-margin, margin)),
        shown: vec![-5.0, 5.0],
        origin: Some(0.0),
        rows,
        legend: Vec::new(),
        letters: Some("exact".to_owned()),
    }
    .draw()
}

fn row(report: &Report, entry: &Entry<'_>) -> ForestRow {
    let measured = entry.measured;
    let advantage = &measured.advantage;
    let label = report.label(&measured.variant, entry.at);
    let text = with_interval(advantage.points);
    let (class, marker, hollow) = verdict_style(advantage.verdict);
    let mark = advantage.points.map(|points| ForestMark {
        value: points.value,
        interval: points.ends,
        dots: advantage.by_seed.clone(),
        marker,
        class: class.to_owned(),
        hollow,
        tip: format!("{label}: {text}"),
    });
    ForestRow {
        note: note(entry.run.kind, measured),
        letter: measured.provenance.exact.map(letter),
        marks: mark.into_iter().collect(),
        small: verdict_note(measured),
        label,
        text,
        apart: false,
    }
}

/// How much stands behind a row.
fn note(kind: RunKind, measured: &Measured) -> String {
    let games = measured.games.games;
    let seeds = match (kind, measured.provenance.seeds) {
        (RunKind::Training, _) => String::new(),
        (RunKind::Balance, 1) => "1 seed, ".to_owned(),
        (RunKind::Balance, seeds) => format!("{seeds} seeds, "),
    };
    let untrained = if measured.provenance.trained {
        ""
    } else {
        ", untrained"
    };
    format!("{seeds}{games} games{untrained}")
}

fn verdict_note(measured: &Measured) -> String {
    let among = if measured.advantage.inference == Inference::Agents {
        " (agents)"
    } else {
        ""
    };
    match measured.advantage.verdict {
        None => String::new(),
        Some(Verdict::Undecided) => "undecided".to_owned(),
        Some(verdict) => format!("{}{among}", verdict_text(verdict, &measured.setting)),
    }
}

/// The letter of a proven value, W, D or L for White, with its class and its tip.
fn letter(value: ExactValue) -> (String, String, String) {
    let (letter, class) = match value {
        ExactValue::Win => ("W", "first"),
        ExactValue::Draw => ("D", "open"),
        ExactValue::Loss => ("L", "second"),
    };
    let tip = format!("proven: a {} for White under best play", value.name());
    (letter.to_owned(), class.to_owned(), tip)
}

fn people_row(people: &People, level: f64) -> Option<ForestRow> {
    let advantage = people_advantage(people, level)?;
    let text = with_interval(Some(advantage));
    Some(ForestRow {
        label: format!("people, {}", people.ruleset),
        note: format!("{}, {} games", people.place, people.games()),
        letter: None,
        marks: vec![ForestMark {
            value: advantage.value,
            interval: advantage.ends,
            dots: Vec::new(),
            marker: Marker::Square,
            class: "c6".to_owned(),
            hollow: true,
            tip: format!("people on {}: {text}", people.place),
        }],
        text,
        small: "observational".to_owned(),
        apart: true,
    })
}
