use super::{about, agents, factors, games, result};
use crate::ReportError;
use crate::page::{Page, code};
use crate::read::{Run, RunKind};
use crate::report::Report;
use crate::words::listed;

/// The page of runs.
///
/// # Errors
/// A field that is not what its column holds, with file and line.
pub fn page(report: &Report) -> Result<Page, ReportError> {
    let finished = report.runs().iter().any(Run::is_finished);
    let mut sections = vec![
        result::answer::section(report)?,
        about::method::section(report),
    ];
    if finished {
        sections.push(result::advantage::section(report)?);
        sections.push(factors::budget::section(report));
        sections.push(factors::policies::section(report));
        sections.push(games::outcomes::section(report));
        sections.push(games::lengths::section(report));
        sections.push(games::diversity::section(report));
        sections.push(games::first_moves::section(report)?);
        sections.push(factors::effects::section(report)?);
        sections.extend(result::people::section(report));
        sections.push(agents::strength::section(report)?);
    }
    sections.push(agents::learning::section(report)?);
    sections.push(about::reproduce::section(report));
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
    page.sections.push(about::reproduce::files(figures));
    page.sections.push(about::dictionary::section(report));
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
                RunKind::Training => "training run",
                RunKind::Balance => "balance run",
            };
            format!("{kind} {}", code(report.run_name(at)))
        })
        .collect();
    format!("Alquerque family. {}.", listed(&runs))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADVANTAGE: &str = "variant,start_set,move_policy,simulations,games,advantage_pp\n\
        a,initial,sampled:1:8,8,4,1.0\n";

    #[test]
    fn the_sections_of_a_finished_run_have_their_titles_and_order() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("evaluation")).unwrap();
        std::fs::write(folder.path().join("config.toml"), "seed = 1\n").unwrap();
        std::fs::write(folder.path().join("evaluation/advantage.csv"), ADVANTAGE).unwrap();
        let report = Report::read(&[folder.path().to_owned()]).unwrap();
        let page = page(&report).unwrap();
        let titles: Vec<&str> = page
            .sections
            .iter()
            .map(|section| section.title.as_str())
            .collect();
        let wanted = [
            "Answer",
            "Question and method",
            "Advantage by start set",
            "Search budget",
            "Move policies",
            "Outcomes",
            "Game length",
            "Opening diversity",
            "First moves",
            "Effects of rules",
            "Strength",
            "Learning curves",
            "Reproduction",
            "Figures as files",
            "Data dictionary",
        ];
        assert_eq!(titles, wanted);
    }
}
