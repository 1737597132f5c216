use super::answer::{forest, quote};
use crate::html::{Block, Grid, Quote, Section};
use crate::measured::Points;
use crate::report::{Entry, Report};
use crate::words::{code, or_dash, p_value, verdict_text, with_interval};
use crate::{Inference, Kind, ReportError, Setting};

/// All advantages at the primary policy and budget: figures, sentences, tables, comparisons.
pub(crate) fn section(report: &Report) -> Result<Section, ReportError> {
    let mut section = Section::new("advantage", "Advantage by start set");
    let others = report.other_start_sets();
    if others.is_empty() {
        section.absent("One start set was measured: its figure is under Answer.");
    }
    for setting in &others {
        let entries = report.in_setting(setting);
        section.figure(forest(report, setting, &entries), about(setting));
        missing(report, setting, &entries, &mut section);
        let quotes: Vec<Quote> = entries
            .iter()
            .filter_map(|entry| quote(report, entry))
            .collect();
        section.blocks.push(Block::Quotes(quotes));
    }
    section.heading("The numbers");
    for setting in report.primary_settings().into_iter().chain(others) {
        section.table(numbers(report, setting));
    }
    comparisons(report, &mut section)?;
    Ok(section)
}

fn about(setting: &Setting) -> &'static str {
    match setting.start_set.as_str() {
        "tempo" => {
            "Each position is played with either side to move and the board turned, so what remains is the worth of having \
             the move."
        }
        "openings" => {
            "Random openings are lopsided in ways of their own: this row is about playing on from them, not about the start."
        }
        _ => "",
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
    let balance = entries.iter().any(|entry| entry.run.kind == Kind::Balance);
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
        .all(|entry| entry.measured.inference == Inference::Agents);
    let about = if only_agents {
        "; all of it about these agents only"
    } else {
        ""
    };
    let mut table = Grid::new(format!("{setting}{about}"), &headings);
    for entry in &entries {
        let measured = entry.measured;
        let verdict = measured
            .verdict
            .map_or_else(|| "–".to_owned(), |verdict| verdict_text(verdict, setting));
        let level = measured.level.map_or_else(String::new, |level| {
            format!("{:.0}\u{a0}%, ", 100.0 * level)
        });
        let mut row = vec![
            code(&report.label(&measured.variant, entry.at)),
            with_interval(measured.advantage),
            verdict,
            measured.seeds.to_string(),
            measured.games.to_string(),
            or_dash(measured.decisions_per_ply, |value| format!("{value:.2}")),
            format!("{level}{}", measured.method.replace('-', "\u{2011}")),
        ];
        if balance {
            row.insert(3, or_dash(measured.p_holm, p_value));
        }
        table.rows.push(row);
    }
    table.without_empty_columns()
}

/// Differences between variants at the primary setting of each run.
fn comparisons(report: &Report, section: &mut Section) -> Result<(), ReportError> {
    section.heading("Differences between variants");
    let mut any = false;
    for (at, run) in report.runs().iter().enumerate() {
        let (Some(table), Some(primary)) = (&run.tables.comparisons, run.primary()) else {
            continue;
        };
        table.require(&["variant_a", "variant_b", "difference_pp", "simulations"])?;
        let mut planned = Grid::new("", &["difference", "#pp", "#p (Holm)", "speaks about"]);
        let mut exploratory = planned.clone();
        for row in table.rows() {
            let (a, b) = (row.text("variant_a"), row.text("variant_b"));
            if Setting::of(&row)? != *primary || b == "50%" {
                continue;
            }
            let difference = Points::of(&row, "difference_pp", "low", "high")?;
            let line = vec![
                format!("{} − {}", code(a), code(b)),
                with_interval(difference),
                or_dash(row.number("p_holm")?, p_value),
                row.text("inference").to_owned(),
            ];
            if b == "standard" {
                planned.rows.push(line);
            } else {
                exploratory.rows.push(line);
            }
        }
        let whose = if report.is_several() {
            format!(" in {}", code(report.run_name(at)))
        } else {
            String::new()
        };
        planned.caption = format!("Planned: against `standard`{whose}; {primary}");
        exploratory.caption = format!("Exploratory: all other pairs{whose}; {primary}");
        for mut table in [planned, exploratory] {
            if !table.rows.is_empty() {
                if table.rows.iter().all(|row| row[2] == "–") {
                    table
                        .caption
                        .push_str("; no p-values with fewer than three training seeds");
                }
                any = true;
                section.table(table.without_empty_columns());
            }
        }
    }
    if !any {
        section.absent(
            "One variant was measured, or no differences were tabled: there is nothing to compare.",
        );
    }
    if report.is_several() {
        section.prose(
            "Differences are within a run. Between runs none is given: their agents were trained by different \
             configurations or builds, and no test here was planned for that.",
        );
    }
    Ok(())
}
