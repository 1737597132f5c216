use super::forest::forest;
use super::warnings::warnings;
use crate::ReportError;
use crate::page::{Block, Quote, Section};
use crate::report::{Entry, Report};
use crate::words::{points, quote};
use quirkat_tables::Inference;
use std::fmt::Write;

/// What was found, what to beware of, what may be said.
pub(in crate::sections) fn section(report: &Report) -> Result<Section, ReportError> {
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
        .filter(|entry| entry.measured.provenance.primary)
        .filter_map(|entry| quote(report, &entry))
        .collect();
    if !quotes.is_empty() {
        section.heading("What may be said");
        section.blocks.push(Block::Quotes(quotes));
    }
    Ok(section)
}

fn caption(entries: &[Entry<'_>]) -> String {
    let mut text = String::from(
        "Advantage: the first player's score (wins and half the draws, of the games that ended) less 50 %, in percentage points.",
    );
    if let Some(entry) = entries.first() {
        let measured = entry.measured;
        let level = 100.0 * measured.level();
        let over = match measured.advantage.inference {
            Inference::Agents => "repeated games of these agents",
            Inference::Variants => "training seeds",
        };
        let _ = write!(
            text,
            " Bars: {level:.0} % intervals over {over}. Green band: within \u{b1}{} points, which counts as balanced.",
            points(measured.advantage.margin).trim_start_matches('+')
        );
        if entries
            .iter()
            .any(|entry| entry.measured.advantage.by_seed.len() > 1)
        {
            text.push_str(" Small dots: single training seeds.");
        }
        if entries
            .iter()
            .any(|entry| entry.measured.provenance.exact.is_some())
        {
            text.push_str(
                " Letters: the proven value of the start under best play, **W**in or **D**raw for White (no letter: open). A \
                 drawn value is no promise of balance between players who err.",
            );
        }
        if entries.iter().any(|entry| {
            entry.measured.advantage.verdict.is_some()
                && measured.advantage.inference == Inference::Agents
        }) {
            text.push_str(" Verdicts are read off the interval and hold for these agents only.");
        }
    }
    text
}
