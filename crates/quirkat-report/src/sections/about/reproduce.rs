use crate::page::{Block, Section, code};
use crate::read::{Run, RunKind};
use crate::report::Report;
use quirkat_rules::Preset;

/// How to get these numbers again.
pub(in crate::sections) fn section(report: &Report) -> Section {
    let mut section = Section::new("reproduce", "Reproduction");
    section.prose(
        "The same configuration, seed and build give the same games, for any number of threads, on processors with the same \
         vector instructions (the numerics class above). Save the configuration without its `[rules…]` tables as `again.toml`; \
         a rule set that has no preset's name goes into a file of its own, with the switches of its table.",
    );
    for (at, run) in report.runs().iter().enumerate() {
        if report.is_several() {
            section.heading(format!("Run {}", code(report.run_name(at))));
        }
        section.blocks.push(Block::Verbatim(command(run)));
        let own: Vec<String> = own_rules(run).iter().map(|name| code(name)).collect();
        if !own.is_empty() {
            section.prose(format!("Rule sets of their own: {}.", own.join(", ")));
        }
        section
            .blocks
            .push(Block::Verbatim(run.config_text.trim_end().to_owned()));
    }
    section
}

fn command(run: &Run) -> String {
    let verb = match run.kind {
        RunKind::Training => "train",
        RunKind::Balance => "balance",
    };
    let commit = run.manifest_text("commit");
    let at: String = commit.chars().filter(char::is_ascii_alphanumeric).collect();
    let checkout = if commit == "unknown" {
        String::new()
    } else {
        format!("git checkout {at}\n")
    };
    format!(
        "{checkout}cargo run --release -- {verb} again.toml --out runs/again\ncargo run --release -- report runs/again"
    )
}

/// Variants of a run that are no presets.
fn own_rules(run: &Run) -> Vec<&str> {
    let rules = run.config.get("rules").and_then(toml::Value::as_table);
    let names = rules
        .into_iter()
        .flat_map(toml::Table::keys)
        .map(String::as_str);
    names
        .filter(|name| name.parse::<Preset>().is_err())
        .collect()
}

/// The drawings as files.
pub(in crate::sections) fn files(figures: Vec<(String, String)>) -> Section {
    let mut section = Section::new("figures", "Figures as files");
    if figures.is_empty() {
        section.absent("There are none.");
    } else {
        section.prose("Each drawing on this page is also an SVG file of its own, beside the page.");
        section.blocks.push(Block::Links(figures));
    }
    section
}
