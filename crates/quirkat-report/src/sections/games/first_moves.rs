use super::sets::game_sets;
use crate::ReportError;
use crate::page::{Grid, Section, code};
use crate::read::{FirstMove, GameSet, Measured, Points, setting_of};
use crate::report::Report;
use crate::words::{count_or_dash, in_run, or_dash, percent, share_with_interval};
use quirkat_rules::Position;
use quirkat_stats::wilson;
use quirkat_tables::{Setting, StartSet, Table, TableRow};
use quirkat_variant::{UNKNOWN, exact_moves};

/// What White's first moves are worth.
pub(in crate::sections) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("first-moves", "First moves");
    let mut any = false;
    for (at, run) in report.runs().iter().enumerate() {
        let whose = in_run(report, at);
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
fn tabled(rows: &Table, table: &mut Grid) -> Result<Option<Setting>, ReportError> {
    rows.require(&["variant", "move", "share"])?;
    let mut settings = Vec::new();
    for row in rows.rows() {
        settings.push(setting_of(&row)?);
    }
    let Some(first) = settings.first() else {
        return Ok(None);
    };
    let beside = |setting: &&Setting| {
        setting.move_policy == first.move_policy && setting.start_set == first.start_set
    };
    let most = settings.iter().filter(beside);
    let Some(shown) = most.max_by_key(|setting| setting.simulations) else {
        return Ok(None);
    };
    for (row, setting) in rows.rows().zip(&settings) {
        if setting == shown {
            table.rows.push(tabled_row(&row)?);
        }
    }
    Ok(Some(*shown))
}

fn tabled_row(row: &TableRow<'_>) -> Result<Vec<String>, ReportError> {
    let shares = |value: &str, low: &str, high: &str| -> Result<String, ReportError> {
        let share = Points::of(row, value, low, high)?;
        Ok(or_dash(share, share_with_interval))
    };
    Ok(vec![
        code(row.text("variant")),
        code(row.text("move")),
        count_or_dash(row.count("games")?),
        shares("share", "share_low", "share_high")?,
        shares("white_score", "white_score_low", "white_score_high")?,
        row.text("exact_value").to_owned(),
    ])
}

/// Counted in the games of a run.
fn counted(report: &Report, at: usize, table: &mut Grid) -> Option<Setting> {
    let setting = Setting {
        start_set: StartSet::Initial,
        ..report.runs()[at].primary()?
    };
    for (entry, set) in game_sets(report, &setting) {
        if entry.at == at {
            table
                .rows
                .extend(counted_rows(entry.measured, set, entry.run.usual_start));
        }
    }
    Some(setting)
}

/// The moves of which an exact value is known in the order of that table, then all others.
fn counted_rows(measured: &Measured, set: &GameSet, usual_start: bool) -> Vec<Vec<String>> {
    let known = if usual_start {
        exact_moves(&measured.rules_hash, &Position::START.to_string())
    } else {
        &[]
    };
    let value = |name: &str| known.iter().find(|(known, _)| known == name);
    let others = set.first_moves.keys().filter(|name| value(name).is_none());
    let all: u64 = set.first_moves.values().map(|first| first.games).sum();
    known
        .iter()
        .map(|(name, _)| name)
        .chain(others)
        .map(|name| {
            let first = set.first_moves.get(name).copied().unwrap_or_default();
            vec![
                code(&measured.variant),
                code(name),
                first.games.to_string(),
                share_with_interval(share(&first, all, measured.level())),
                or_dash((first.ended > 0).then_some(first), |first| {
                    percent(first.points / first.ended as f64)
                }),
                value(name).map_or(UNKNOWN, |(_, value)| value).to_owned(),
            ]
        })
        .collect()
}

/// How often a move was played, with Wilson's interval.
fn share(first: &FirstMove, all: u64, level: f64) -> Points {
    let interval = wilson(first.games, all, level).ok();
    Points {
        value: first.games as f64 / all.max(1) as f64,
        ends: interval.map(|interval| (interval.low, interval.high)),
    }
}
