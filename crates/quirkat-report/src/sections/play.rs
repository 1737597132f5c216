use crate::figures::{self, Axis, AxisKind, Lines, Point, Series};
use crate::games::{GameSet, OPENING_PLIES};
use crate::html::{Grid, Section};
use crate::measured::{Outcomes, Points};
use crate::report::{Entry, Report};
use crate::words::{code, or_dash, percent};
use crate::{ReportError, Setting};
use quirkat_rules::Position;
use quirkat_stats::wilson;
use quirkat_variant::exact_moves;

/// How games ended.
pub(crate) fn outcomes(report: &Report) -> Section {
    let mut section = Section::new("outcomes", "Outcomes");
    for setting in report.primary_settings() {
        let rows: Vec<(String, Outcomes)> = report
            .in_setting(setting)
            .iter()
            .filter_map(|entry| {
                Some((
                    report.label(&entry.measured.variant, entry.at),
                    entry.measured.outcomes?,
                ))
            })
            .collect();
        if rows.is_empty() {
            section.absent(format!("No table has the counts of results for {setting}."));
            continue;
        }
        let name = format!("outcomes-{}", setting.slug());
        let figure = figures::outcome_bars(&name, &format!("How games ended: {setting}"), &rows);
        section.figure(
            figure,
            "Of all games, cut ones among them; scores leave those out.",
        );
    }
    section
}

/// The games behind the rows of a setting.
fn sets<'a>(report: &'a Report, setting: &Setting) -> Vec<(Entry<'a>, &'a GameSet)> {
    report
        .in_setting(setting)
        .into_iter()
        .filter_map(|entry| Some((entry, entry.run.games.of(&entry.measured.variant, setting)?)))
        .collect()
}

const NO_GAMES: &str = "There is no games.csv with the games of this setting.";

/// How long games are.
pub(crate) fn lengths(report: &Report) -> Section {
    let mut section = Section::new("length", "Game length");
    for setting in report.primary_settings() {
        let sets = sets(report, setting);
        if sets.is_empty() {
            section.absent(NO_GAMES);
            continue;
        }
        let rows: Vec<(String, usize, &GameSet)> = sets
            .iter()
            .map(|(entry, set)| {
                let variant = &entry.measured.variant;
                (
                    report.label(variant, entry.at),
                    report.style(variant, entry.at),
                    *set,
                )
            })
            .collect();
        let name = format!("length-{}", setting.slug());
        let figure = figures::lengths(&name, &format!("Length of games: {setting}"), &rows);
        section.figure(
            figure,
            "Histograms, each to its own height; diamond and line below: median and the middle half of the games. A ply is a \
             move of one side; games that were cut are among them.",
        );
    }
    section
}

/// How different games are.
pub(crate) fn diversity(report: &Report) -> Section {
    let mut section = Section::new("diversity", "Opening diversity");
    for setting in report.primary_settings() {
        let sets = sets(report, setting);
        if sets.is_empty() {
            section.absent(NO_GAMES);
            continue;
        }
        let mut table = Grid::new(
            setting.to_string(),
            &[
                "variant",
                "#games",
                "#different",
                "#starts",
                "#bits after 4 plies",
                "#bits after 8 plies",
                "#lines after 8 plies",
            ],
        );
        let mut series = Vec::new();
        for (entry, set) in &sets {
            let variant = &entry.measured.variant;
            let bits = |plies| or_dash(set.bits_after(plies), |bits| format!("{bits:.2}"));
            let lines = set.entropy.iter().find(|entropy| entropy.ply == 8);
            table.rows.push(vec![
                code(&report.label(variant, entry.at)),
                set.plies.len().to_string(),
                set.unique.to_string(),
                set.starts.to_string(),
                bits(4),
                bits(8),
                lines.map_or_else(|| "–".to_owned(), |entropy| entropy.distinct.to_string()),
            ]);
            let points = set.entropy.iter().map(|entropy| Point {
                x: entropy.ply as f64,
                y: entropy.bits,
                interval: None,
            });
            series.push(Series {
                label: report.label(variant, entry.at),
                style: report.style(variant, entry.at),
                points: points.collect(),
            });
        }
        let said: Vec<String> = table
            .rows
            .iter()
            .map(|row| format!("{}: {} bits after 8 plies", row[0].replace('`', ""), row[5]))
            .collect();
        let most = sets
            .iter()
            .map(|(_, set)| set.plies.len())
            .max()
            .unwrap_or(0);
        let figure = Lines {
            name: format!("diversity-{}", setting.slug()),
            title: format!("Entropy of the opening: {setting}"),
            description: said.join("; "),
            size: (760.0, 320.0),
            x: Axis {
                label: format!("plies from the start of the game (the first {OPENING_PLIES})"),
                kind: AxisKind::Linear,
            },
            y: Axis {
                label: "entropy, bits".to_owned(),
                kind: AxisKind::Linear,
            },
            shown: vec![0.0],
            origin: None,
            zone: None,
            series,
        };
        section.figure(
            figure.draw(),
            format!(
                "Shannon entropy of the lines of play up to a ply: 0 bits when all games are the same, at most {:.1} bits with \
                 {most} games. A diagnostic: it changes no number of games.",
                (most.max(1) as f64).log2()
            ),
        );
        section.table(table);
    }
    section
}

/// What White's first moves are worth.
pub(crate) fn first_moves(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("first-moves", "First moves");
    let mut any = false;
    for (at, run) in report.runs().iter().enumerate() {
        let whose = if report.is_several() {
            format!(" in {}", code(report.run_name(at)))
        } else {
            String::new()
        };
        let mut table = Grid::new(
            String::new(),
            &[
                "variant",
                "move",
                "#games",
                "#share",
                "#White's score after it",
                "exact, for White",
            ],
        );
        let setting = if let Some(rows) = &run.tables.first_moves {
            tabled(rows, &mut table)?
        } else {
            counted(report, at, &mut table)
        };
        if let Some(setting) = setting.filter(|_| !table.rows.is_empty()) {
            any = true;
            let intervals = if run.tables.first_moves.is_some() {
                ""
            } else {
                "; Wilson intervals"
            };
            table.caption = format!("First moves{whose}; {setting}{intervals}");
            section.table(table);
        }
    }
    if any {
        section.prose(
            "Exact: what is proven for White after the move, under best play of both. Shares are of these agents' games. A \
             move that the agents never play has no score.",
        );
    } else {
        section.absent(
            "No games from the game's start were measured, so there are no first moves to count.",
        );
    }
    Ok(section)
}

/// From `first_moves.csv`, at its greatest budget and first policy.
fn tabled(rows: &quirkat_tables::Table, table: &mut Grid) -> Result<Option<Setting>, ReportError> {
    rows.require(&["variant", "move", "share"])?;
    let mut settings = Vec::new();
    for row in rows.rows() {
        settings.push(Setting::of(&row)?);
    }
    let Some(first) = settings.first() else {
        return Ok(None);
    };
    let most = settings.iter().filter(|setting| {
        setting.move_policy == first.move_policy && setting.start_set == first.start_set
    });
    let Some(shown) = most.max_by_key(|setting| setting.simulations).cloned() else {
        return Ok(None);
    };
    for (row, _) in rows
        .rows()
        .zip(&settings)
        .filter(|(_, setting)| **setting == shown)
    {
        let shares = |value: &str, low: &str, high: &str| -> Result<String, ReportError> {
            let points = Points::of(&row, value, low, high)?;
            Ok(points.map_or_else(
                || "–".to_owned(),
                |points| share_with_interval(points.value, points.low.zip(points.high)),
            ))
        };
        table.rows.push(vec![
            code(row.text("variant")),
            code(row.text("move")),
            row.count("games")?
                .map_or_else(|| "–".to_owned(), |games| games.to_string()),
            shares("share", "share_low", "share_high")?,
            shares("white_score", "white_score_low", "white_score_high")?,
            row.text("exact_value").to_owned(),
        ]);
    }
    Ok(Some(shown))
}

/// Counted in the games of a run.
fn counted(report: &Report, at: usize, table: &mut Grid) -> Option<Setting> {
    let primary = report.runs()[at].primary()?;
    let setting = Setting {
        start_set: "initial".to_owned(),
        ..primary.clone()
    };
    for (entry, set) in sets(report, &setting)
        .into_iter()
        .filter(|(entry, _)| entry.at == at)
    {
        let measured = entry.measured;
        let known = if entry.run.usual_start {
            exact_moves(&measured.rules_hash, &Position::START.to_string())
        } else {
            &[]
        };
        let all: u64 = set.first_moves.values().map(|first| first.games).sum();
        let mut moves: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
        moves.extend(
            set.first_moves
                .keys()
                .map(String::as_str)
                .filter(|name| !known.iter().any(|(known, _)| known == name)),
        );
        for name in moves {
            let first = set.first_moves.get(name).copied().unwrap_or_default();
            let interval = wilson(first.games, all, measured.level.unwrap_or(0.95)).ok();
            let value = known.iter().find(|(known, _)| known == name);
            table.rows.push(vec![
                code(&measured.variant),
                code(name),
                first.games.to_string(),
                share_with_interval(
                    first.games as f64 / all.max(1) as f64,
                    interval.map(|interval| (interval.low, interval.high)),
                ),
                if first.ended == 0 {
                    "–".to_owned()
                } else {
                    percent(first.points / first.ended as f64)
                },
                value.map_or_else(|| "unknown".to_owned(), |(_, value)| value.clone()),
            ]);
        }
    }
    Some(setting)
}

fn share_with_interval(value: f64, interval: Option<(f64, f64)>) -> String {
    match interval {
        Some((low, high)) => format!(
            "{} [{:.1}, {:.1}]",
            percent(value),
            100.0 * low,
            100.0 * high
        ),
        None => percent(value),
    }
}
