//! The parts of the page, each from the tables that it needs.

mod advantage;
mod answer;
mod budget;
mod effects;
mod learning;
mod method;
mod people;
mod play;
mod policies;
mod reproduce;
mod strength;

use super::report::Report;
use super::words::{code, listed};
use super::{Kind, Page, ReportError};

/// All of it.
pub(crate) fn page(report: &Report) -> Result<Page, ReportError> {
    let finished = report.runs().iter().any(super::Run::is_finished);
    let mut sections = vec![answer::section(report)?, method::section(report)];
    if finished {
        sections.push(advantage::section(report)?);
        sections.push(budget::section(report));
        sections.push(policies::section(report));
        sections.push(play::outcomes(report));
        sections.push(play::lengths(report));
        sections.push(play::diversity(report));
        sections.push(play::first_moves(report)?);
        sections.push(effects::section(report)?);
        sections.extend(people::section(report));
        sections.push(strength::section(report)?);
    }
    sections.push(learning::section(report)?);
    sections.push(reproduce::section(report));
    let mut page = Page {
        title: title(report),
        subtitle: subtitle(report),
        sections,
    };
    let figures: Vec<(String, String)> = page
        .figures()
        .iter()
        .map(|figure| (format!("figures/{}.svg", figure.name), figure.title.clone()))
        .collect();
    page.sections.push(reproduce::files(figures));
    page.sections.push(reproduce::dictionary(report));
    Ok(page)
}

fn title(report: &Report) -> String {
    let measured = report.measured_variants();
    let names = if measured.is_empty() {
        report.variants()
    } else {
        measured
    };
    match names {
        [] => "First-player advantage".to_owned(),
        names if names.len() <= 3 => format!("First-player advantage in {}", listed(names)),
        names => format!("First-player advantage in {} variants", names.len()),
    }
}

fn subtitle(report: &Report) -> String {
    let runs: Vec<String> = report
        .runs()
        .iter()
        .enumerate()
        .map(|(at, run)| {
            let kind = match run.kind {
                Kind::Training => "training run",
                Kind::Balance => "balance run",
            };
            format!("{kind} {}", code(report.run_name(at)))
        })
        .collect();
    format!("Alquerque family. {}.", listed(&runs))
}
