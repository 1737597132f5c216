use super::sets::{NO_GAMES, game_sets};
use crate::figures::{Axis, AxisKind, Curve, Figure, LineChart, Point};
use crate::page::{Grid, Section, code};
use crate::read::{GameSet, OPENING_PLIES};
use crate::report::{Entry, Report};
use crate::words::{or_dash, setting_slug};
use quirkat_tables::Setting;

/// How different games are.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("diversity", "Opening diversity");
    for setting in report.primary_settings() {
        let sets = game_sets(report, &setting);
        if sets.is_empty() {
            section.absent(NO_GAMES);
            continue;
        }
        let most = sets.iter().map(|(_, set)| set.plies.len()).max();
        let most = most.unwrap_or(0);
        let table = table(report, &setting, &sets);
        section.figure(
            figure(report, &setting, &sets, &table),
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

fn table(report: &Report, setting: &Setting, sets: &[(Entry<'_>, &GameSet)]) -> Grid {
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
    for (entry, set) in sets {
        let bits = |plies| or_dash(set.bits_after(plies), |bits| format!("{bits:.2}"));
        let lines = set.entropy.iter().find(|entropy| entropy.ply == 8);
        table.rows.push(vec![
            code(&report.label(&entry.measured.variant, entry.at)),
            set.plies.len().to_string(),
            set.unique.to_string(),
            set.starts.to_string(),
            bits(4),
            bits(8),
            or_dash(lines, |entropy| entropy.distinct.to_string()),
        ]);
    }
    table
}

fn figure(
    report: &Report,
    setting: &Setting,
    sets: &[(Entry<'_>, &GameSet)],
    table: &Grid,
) -> Figure {
    let said: Vec<String> = table
        .rows
        .iter()
        .map(|row| format!("{}: {} bits after 8 plies", row[0].replace('`', ""), row[5]))
        .collect();
    let curve = |(entry, set): &(Entry<'_>, &GameSet)| {
        let points = set.entropy.iter().map(|entropy| Point {
            x: entropy.ply as f64,
            y: entropy.bits,
            interval: None,
        });
        Curve {
            label: report.label(&entry.measured.variant, entry.at),
            style: report.style(&entry.measured.variant, entry.at),
            points: points.collect(),
        }
    };
    LineChart {
        name: format!("diversity-{}", setting_slug(setting)),
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
        curves: sets.iter().map(curve).collect(),
    }
    .draw()
}
