use super::comparisons::add_comparisons;
use super::forest::forest;
use crate::ReportError;
use crate::page::{Block, Grid, Quote, Section, code};
use crate::read::RunKind;
use crate::report::{Entry, Report};
use crate::words::{or_dash, p_value, quote, verdict_text, with_interval};
use quirkat_tables::{Inference, Setting, StartSet};

/// All advantages at the primary policy and budget: figures, sentences, tables, comparisons.
pub(in crate::sections) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("advantage", "Advantage by start set");
    let others = report.other_start_sets();
    if others.is_empty() {
        section.absent("One start set was measured: its figure is under Answer.");
    }
    for setting in &others {
        let entries = report.in_setting(setting);
        section.figure(forest(report, setting, &entries), about(setting.start_set));
        missing(report, setting, &entries, &mut section);
        let quotes: Vec<Quote> = entries
            .iter()
            .filter_map(|entry| quote(report, entry))
            .collect();
        section.blocks.push(Block::Quotes(quotes));
    }
    section.heading("The numbers");
    for setting in report.primary_settings().into_iter().chain(others) {
        section.table(numbers(report, &setting));
    }
    add_comparisons(report, &mut section)?;
    Ok(section)
}

fn about(start_set: StartSet) -> &'static str {
    match start_set {
        StartSet::Tempo => {
            "Each position is played with either side to move and the board turned, so what remains is the worth of having \
             the move."
        }
        StartSet::Openings => {
            "Random openings are lopsided in ways of their own: this row is about playing on from them, not about the start."
        }
        StartSet::Initial | StartSet::Given => "",
    }
}

/// Says which runs have no row in a setting.
fn missing(report: &Report, setting: &Setting, entries: &[Entry<'_>], section: &mut Section) {
    let absent: Vec<String> = (0..report.runs().len())
        .filter(|at| entries.iter().all(|entry| entry.at != *at))
        .map(|at| code(report.run_name(at)))
        .collect();
    if !absent.is_empty() {
        section.absent(format!(
            "Not measured in {}: {setting}. Rows of other settings are not put beside these.",
            absent.join(", ")
        ));
    }
}

fn numbers(report: &Report, setting: &Setting) -> Grid {
    let entries = report.in_setting(setting);
    let balance = entries
        .iter()
        .any(|entry| entry.run.kind == RunKind::Balance);
    let mut headings = vec![
        "variant",
        "#advantage, pp",
        "verdict",
        "#seeds",
        "#games",
        "#decisions a ply",
        "interval",
    ];
    if balance {
        headings.insert(3, "#p (Holm)");
    }
    let only_agents = entries
        .iter()
        .all(|entry| entry.measured.advantage.inference == Inference::Agents);
    let about = if only_agents {
        "; all of it about these agents only"
    } else {
        ""
    };
    let mut table = Grid::new(format!("{setting}{about}"), &headings);
    for entry in &entries {
        let mut row = numbers_row(report, entry, setting);
        if balance {
            row.insert(3, or_dash(entry.measured.advantage.p_holm, p_value));
        }
        table.rows.push(row);
    }
    table.without_empty_columns()
}

fn numbers_row(report: &Report, entry: &Entry<'_>, setting: &Setting) -> Vec<String> {
    let measured = entry.measured;
    let advantage = &measured.advantage;
    let level = advantage.level.map_or_else(String::new, |level| {
        format!("{:.0}\u{a0}%, ", 100.0 * level)
    });
    vec![
        code(&report.label(&measured.variant, entry.at)),
        with_interval(advantage.points),
        or_dash(advantage.verdict, |verdict| verdict_text(verdict, setting)),
        measured.provenance.seeds.to_string(),
        measured.games.games.to_string(),
        or_dash(measured.games.decisions_per_ply, |value| {
            format!("{value:.2}")
        }),
        format!("{level}{}", advantage.method.replace('-', "\u{2011}")),
    ]
}
