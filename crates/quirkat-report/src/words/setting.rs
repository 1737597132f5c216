use crate::page::code;
use crate::read::Run;
use quirkat_stats::Verdict;
use quirkat_tables::{MovePolicy, Setting, StartSet};

/// A name of a setting that is good for a file.
pub(crate) fn setting_slug(setting: &Setting) -> String {
    slug(&format!(
        "{}-{}-{}",
        setting.start_set, setting.move_policy, setting.simulations
    ))
}

/// A text with nothing but small letters, digits and single hyphens.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').chars().take(60).collect()
}

/// A budget in words.
pub(crate) fn budget(simulations: u32) -> String {
    match simulations {
        0 => "no search (the raw policy)".to_owned(),
        1 => "1 simulation a decision".to_owned(),
        count => format!("{count} simulations a decision"),
    }
}

/// A move policy in words.
pub(crate) fn move_policy(policy: MovePolicy) -> String {
    match policy {
        MovePolicy::Greedy => "always the best move".to_owned(),
        MovePolicy::Given => "by a move policy that their source does not tell".to_owned(),
        MovePolicy::Sampled {
            temperature,
            plies: None,
        } => format!(
            "every move drawn in proportion to its visits{}",
            tempered(temperature)
        ),
        MovePolicy::Sampled {
            temperature,
            plies: Some(plies),
        } => format!(
            "the first {plies} plies drawn in proportion to visits{}, then the most visited move",
            tempered(temperature)
        ),
    }
}

/// The exponent of visits where it is not 1.
fn tempered(temperature: f32) -> String {
    let temperature = temperature.to_string();
    if temperature == "1" {
        String::new()
    } else {
        format!("^(1/{temperature})")
    }
}

/// The start set, as the place from which games go.
pub(crate) fn start_set(run: &Run, start_set: StartSet) -> String {
    let plies = run
        .setting("opening-plies")
        .and_then(toml::Value::as_integer);
    let quiet = match plies {
        Some(plies) => format!("quiet position with equal material after {plies} random plies"),
        None => "quiet position with equal material after random plies".to_owned(),
    };
    match start_set {
        StartSet::Initial if run.usual_start => "from the game's start".to_owned(),
        StartSet::Initial => match run.setting("start").and_then(toml::Value::as_str) {
            Some(start) => format!("from the position {}", code(start)),
            None => "from a start of their own".to_owned(),
        },
        StartSet::Given => "from starts that their source does not tell".to_owned(),
        StartSet::Openings => format!("each from a {quiet}"),
        StartSet::Tempo => {
            format!("in pairs, from a {quiet} and from its twin with the sides exchanged")
        }
    }
}

/// A verdict in words; between a position and its twin it is not about the first player.
pub(crate) fn verdict_text(verdict: Verdict, setting: &Setting) -> String {
    match (setting.start_set, verdict) {
        (StartSet::Tempo, Verdict::FirstPlayerFavoured) => "the mover favoured".to_owned(),
        (StartSet::Tempo, Verdict::SecondPlayerFavoured) => "the other side favoured".to_owned(),
        _ => verdict.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_told_in_words() {
        let told = |policy: &str| move_policy(policy.parse().unwrap());
        assert_eq!(told("greedy"), "always the best move");
        assert!(
            told("sampled:1:8").starts_with("the first 8 plies drawn in proportion to visits,")
        );
        assert!(told("sampled:0.5:all").ends_with("visits^(1/0.5)"));
    }

    #[test]
    fn slugs_are_safe_file_names() {
        assert_eq!(slug("initial-sampled:1:8-32"), "initial-sampled-1-8-32");
        assert_eq!(slug("../../etc/<x>"), "etc-x");
        assert!(slug(&"x".repeat(500)).len() <= 60);
    }
}
