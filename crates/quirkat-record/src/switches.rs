//! Rule switches in one line: those that differ from `standard`, as `step=all promotion=short`, or
//! the word `standard` when none does.

use super::RecordFault;
use super::error::{check_length, clipped};
use quirkat_rules::{Preset, Rules};
use quirkat_variant::parse_rules;
use std::fmt::Write as _;

pub(super) fn write_switches(rules: &Rules) -> String {
    let (own, standard) = (rules.canonical(), Rules::default().canonical());
    let differing = own.lines().zip(standard.lines()).filter(|(a, b)| a != b);
    let words: Vec<String> = differing
        .map(|(line, _)| line.replace([' ', '"'], ""))
        .collect();
    if words.is_empty() {
        return Preset::DEFAULT.name().to_owned();
    }
    words.join(" ")
}

pub(super) fn read_switches(text: &str) -> Result<Rules, RecordFault> {
    let fail = |why: String| RecordFault::Rules {
        text: clipped(text),
        why,
    };
    let plain = |word: &str| {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        !word.is_empty() && word.chars().all(allowed)
    };
    // Fourteen switches with their values are shorter.
    check_length(text, "list of switches", 1000)?;
    let mut toml = String::new();
    for word in text
        .split_whitespace()
        .filter(|word| *word != Preset::DEFAULT.name())
    {
        let pair = word.split_once('=');
        let Some((key, value)) = pair.filter(|(key, value)| plain(key) && plain(value)) else {
            return Err(fail(format!(
                "`{}` is not of the form switch=value, such as promotion=short",
                clipped(word)
            )));
        };
        let bare = matches!(value, "true" | "false") || value.parse::<u64>().is_ok();
        let quote = if bare { "" } else { "\"" };
        let _ = writeln!(toml, "{key} = {quote}{value}{quote}");
    }
    parse_rules(&toml).map_err(|error| fail(format!("{error:#}")))
}
