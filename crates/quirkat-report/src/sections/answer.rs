use crate::figures::{Figure, Forest, ForestRow, Mark, Marker, described};
use crate::html::{Block, Quote, Section};
use crate::report::{Entry, Report};
use crate::warning::warnings;
use crate::words::{self, points, verdict_text, with_interval};
use crate::{Inference, Kind, ReportError, Setting, people};
use quirkat_stats::Verdict;
use quirkat_variant::People;
use std::fmt::Write;

/// What was found, what to beware of, what may be said.
pub(crate) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("answer", "Answer");
    let settings = report.primary_settings();
    for setting in &settings {
        let entries = report.in_setting(setting);
        let figure = forest(report, setting, &entries);
        section.figure(figure, caption(&entries));
    }
    if settings.len() > 1 {
        section.prose(
            "These runs do not share the setting in which they report first. Rows that differ in start set, move policy or \
             budget measure different things: they stand in figures of their own and are not compared.",
        );
    }
    let warnings = warnings(report)?;
    if !warnings.is_empty() {
        section.blocks.push(Block::Warnings(warnings));
    }
    let quotes: Vec<Quote> = settings
        .iter()
        .flat_map(|setting| report.in_setting(setting))
        .filter(|entry| entry.measured.primary)
        .filter_map(|entry| quote(report, &entry))
        .collect();
    if !quotes.is_empty() {
        section.heading("What may be said");
        section.blocks.push(Block::Quotes(quotes));
    }
    Ok(section)
}

/// The sentence of a row, with its run where there are several.
pub(crate) fn quote(report: &Report, entry: &Entry<'_>) -> Option<Quote> {
    let name = report.is_several().then(|| report.run_name(entry.at));
    words::quote(entry, name)
}

/// The advantages of a setting with intervals and verdicts.
pub(crate) fn forest(report: &Report, setting: &Setting, entries: &[Entry<'_>]) -> Figure {
    let mut rows: Vec<ForestRow> = entries.iter().map(|entry| row(report, entry)).collect();
    let level = entries.first().and_then(|entry| entry.measured.level);
    if setting.start_set == "initial" && entries.iter().all(|entry| entry.run.usual_start) {
        let people = entries.iter().filter_map(|entry| {
            let measured = entry.measured;
            People::of_named(&measured.variant, &measured.rules_hash)
        });
        rows.extend(people.filter_map(|people| people_row(people, level.unwrap_or(0.95))));
    }
    let margin = entries.first().map(|entry| entry.measured.margin);
    let tempo = setting.start_set == "tempo";
    let sides = if tempo {
        (
            "the other side".to_owned(),
            "the side to move is better off".to_owned(),
        )
    } else {
        (
            "Black is better off".to_owned(),
            "White, who moves first, is better off".to_owned(),
        )
    };
    let said = rows
        .iter()
        .map(|row| (row.label.as_str(), row.text.as_str()));
    Forest {
        name: format!("advantage-{}", setting.slug()),
        title: if tempo {
            format!("What the right to move is worth: {setting}")
        } else {
            format!("First-player advantage: {setting}")
        },
        description: described(said),
        axis: "advantage, percentage points".to_owned(),
        sides: Some(sides),
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
    let (class, marker, hollow) = verdict_style(measured.verdict);
    let mut note = match (entry.run.kind, measured.seeds) {
        (Kind::Training, _) => format!("{} games", measured.games),
        (Kind::Balance, 1) => format!("1 seed, {} games", measured.games),
        (Kind::Balance, seeds) => format!("{seeds} seeds, {} games", measured.games),
    };
    if !measured.trained {
        note.push_str(", untrained");
    }
    let among = if measured.inference == Inference::Agents {
        " (agents)"
    } else {
        ""
    };
    let small = measured
        .verdict
        .map_or_else(String::new, |verdict| match verdict {
            Verdict::Undecided => "undecided".to_owned(),
            verdict => format!("{}{among}", verdict_text(verdict, &measured.setting)),
        });
    let label = report.label(&measured.variant, entry.at);
    let text = with_interval(measured.advantage);
    ForestRow {
        note,
        letter: measured.exact.as_deref().and_then(letter),
        marks: measured
            .advantage
            .map(|advantage| Mark {
                value: advantage.value,
                interval: advantage.low.zip(advantage.high),
                dots: measured.by_seed.clone(),
                marker,
                class: class.to_owned(),
                hollow,
                tip: format!("{label}: {text}"),
            })
            .into_iter()
            .collect(),
        label,
        text,
        small,
        apart: false,
    }
}

/// How a verdict looks: its colour, its marker, whether it is hollow.
pub(crate) fn verdict_style(verdict: Option<Verdict>) -> (&'static str, Marker, bool) {
    match verdict {
        Some(Verdict::FirstPlayerFavoured) => ("first", Marker::Right, false),
        Some(Verdict::SecondPlayerFavoured) => ("second", Marker::Left, false),
        Some(Verdict::Balanced { .. }) => ("balanced", Marker::Diamond, false),
        Some(Verdict::Undecided) | None => ("open", Marker::Circle, true),
    }
}

/// The letter of a proven value: W, D or L for White.
fn letter(value: &str) -> Option<(String, String, String)> {
    let (letter, class) = match value {
        "win" => ("W", "first"),
        "draw" => ("D", "open"),
        "loss" => ("L", "second"),
        _ => return None,
    };
    let tip = format!("proven: a {value} for White under best play");
    Some((letter.to_owned(), class.to_owned(), tip))
}

fn people_row(people: &People, level: f64) -> Option<ForestRow> {
    let advantage = people::advantage(people, level)?;
    let text = with_interval(Some(advantage));
    Some(ForestRow {
        label: format!("people, {}", people.ruleset),
        note: format!("{}, {} games", people.place, people.games()),
        letter: None,
        marks: vec![Mark {
            value: advantage.value,
            interval: advantage.low.zip(advantage.high),
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

fn caption(entries: &[Entry<'_>]) -> String {
    let mut text = String::from(
        "Advantage: White's score (wins and half the draws, of the games that ended) less 50 %, in percentage points.",
    );
    if let Some(entry) = entries.first() {
        let measured = entry.measured;
        let level = 100.0 * measured.level.unwrap_or(0.95);
        let over = match measured.inference {
            Inference::Agents => "repeated games of these agents",
            Inference::Variants => "training seeds",
        };
        let _ = write!(
            text,
            " Bars: {level:.0} % intervals over {over}. Green band: within \u{b1}{} points, which counts as balanced.",
            points(measured.margin).trim_start_matches('+')
        );
        if entries.iter().any(|entry| entry.measured.by_seed.len() > 1) {
            text.push_str(" Small dots: single training seeds.");
        }
        if entries.iter().any(|entry| entry.measured.exact.is_some()) {
            text.push_str(
                " Letters: the proven value of the start under best play, **W**in or **D**raw for White (no letter: open). A \
                 drawn value is no promise of balance between players who err.",
            );
        }
        if entries.iter().any(|entry| {
            entry.measured.verdict.is_some() && measured.inference == Inference::Agents
        }) {
            text.push_str(" Verdicts are read off the interval and hold for these agents only.");
        }
    }
    text
}
