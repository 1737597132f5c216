//! Numbers and start sets in words.

use super::measured::{Inference, Measured, Points};
use super::report::Entry;
use super::{Kind, Quote, Run, SEEDS_FOR_PUBLICATION, SEEDS_FOR_VARIANTS, Setting};
use quirkat_stats::Verdict;

/// A number with a sign, a real minus, and these decimals.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let zero = text.chars().all(|c| c == '0' || c == '.');
    match (zero, value < 0.0) {
        (true, _) => text,
        (false, true) => format!("\u{2212}{text}"),
        (false, false) => format!("+{text}"),
    }
}

/// Percentage points with one decimal.
pub(crate) fn points(value: f64) -> String {
    signed(value, 1)
}

/// A share from 0 to 1 as a percentage.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}

/// `+1.0 [−0.5, +2.5]`, `–` when there is no value.
pub(crate) fn with_interval(points_of: Option<Points>) -> String {
    let Some(Points { value, low, high }) = points_of else {
        return "–".to_owned();
    };
    match low.zip(high) {
        Some((low, high)) => format!("{} [{}, {}]", points(value), points(low), points(high)),
        None => points(value),
    }
}

/// A verdict in words; between a position and its twin it is not about the first player.
pub(crate) fn verdict_text(verdict: Verdict, setting: &Setting) -> String {
    match (setting.start_set.as_str(), verdict) {
        ("tempo", Verdict::FirstPlayerFavoured) => "the mover favoured".to_owned(),
        ("tempo", Verdict::SecondPlayerFavoured) => "the other side favoured".to_owned(),
        _ => verdict.to_string(),
    }
}

/// A number or `–`.
pub(crate) fn or_dash(value: Option<f64>, text: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), text)
}

/// A probability with four decimals.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

/// A name from a file between backticks, so that it is set as code and nothing in it is markup.
pub(crate) fn code(name: &str) -> String {
    format!("`{}`", name.replace('`', "'").replace("**", "∗∗"))
}

/// Words in a row: `a, b and c`.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// A count of things, in the plural where it is due.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    if count == 1 {
        format!("1 {thing}")
    } else {
        format!("{count} {thing}s")
    }
}

/// The start set, as the place from which games go.
pub(crate) fn start_set(run: &Run, start_set: &str) -> String {
    let plies = run
        .setting("opening-plies")
        .and_then(toml::Value::as_integer);
    let quiet = match plies {
        Some(plies) => format!("quiet position with equal material after {plies} random plies"),
        None => "quiet position with equal material after random plies".to_owned(),
    };
    match start_set {
        "initial" if !run.usual_start => match run.setting("start").and_then(toml::Value::as_str) {
            Some(start) => format!("from the position {}", code(start)),
            None => "from a start of their own".to_owned(),
        },
        "initial" => "from the game's start".to_owned(),
        "openings" => format!("each from a {quiet}"),
        "tempo" => format!("in pairs, from a {quiet} and from its twin with the sides exchanged"),
        _ => format!("from the start set {}", code(start_set)),
    }
}

/// Who plays.
fn agents(run: &Run, measured: &Measured) -> String {
    let seeds = measured.seeds;
    if run.kind == Kind::Training {
        format!(
            "between copies of one trained agent (training seed {}, {})",
            run.seeds(),
            counted(measured.iteration, "iteration")
        )
    } else if seeds == 1 {
        "between copies of one trained agent".to_owned()
    } else {
        let learnt = if measured.trained {
            ""
        } else {
            ", trained on other variants"
        };
        format!("by the agents of {seeds} training seeds{learnt}, each against itself")
    }
}

/// The sentence about a row, complete: value, interval, start set, agents, move policy, budget,
/// seeds. `None` when no game ended.
pub(crate) fn quote(entry: &Entry<'_>, run_name: Option<&str>) -> Option<Quote> {
    let Entry { run, measured, .. } = *entry;
    let Points { value, low, high } = measured.advantage?;
    let what = if measured.setting.start_set == "tempo" {
        "having the move is worth"
    } else {
        "the first player's advantage is"
    };
    let level = measured.level.unwrap_or(0.95);
    let interval = low.zip(high).map_or_else(
        || "no interval".to_owned(),
        |(low, high)| {
            format!(
                "{:.0}\u{a0}% interval {} to {}",
                100.0 * level,
                points(low),
                points(high)
            )
        },
    );
    let scorer = if measured.setting.start_set == "tempo" {
        "the mover"
    } else {
        "White"
    };
    let verdict = measured.verdict.map_or_else(String::new, |verdict| {
        let among = if measured.inference == Inference::Agents && verdict != Verdict::Undecided {
            " among these agents"
        } else {
            ""
        };
        format!(": {}{among}", verdict_text(verdict, &measured.setting))
    });
    let search = match measured.setting.simulations {
        0 => "without search".to_owned(),
        _ => format!("at {}", measured.setting.budget()),
    };
    let scope = match measured.inference {
        Inference::Agents => " This is about these agents, not about the variant.",
        Inference::Variants => "",
    };
    let text = format!(
        "In {}, **{what} {} percentage points** ({interval}; {scorer} scores {}){verdict}. \
         Measured in {} {}, played {} {search}, {}.{scope}",
        code(&measured.variant),
        points(value),
        percent(0.5 + value / 100.0),
        counted(measured.games, "game"),
        start_set(run, &measured.setting.start_set),
        agents(run, measured),
        measured.setting.policy(),
    );
    let from = run_name.map_or_else(String::new, |name| format!(" Run {}.", code(name)));
    let standing = match measured.inference {
        _ if !run.changed.is_empty() => {
            "Not to be quoted: tables were changed since the run wrote them.".to_owned()
        }
        Inference::Agents => format!(
            "Not to be quoted about the variant: fewer than {SEEDS_FOR_VARIANTS} training seeds."
        ),
        Inference::Variants if !measured.is_publishable() => format!(
            "Not for publication: {}, {SEEDS_FOR_PUBLICATION} are needed.",
            counted(measured.seeds, "training seed")
        ),
        Inference::Variants if !measured.primary => {
            "Secondary: no test was planned for it. To be quoted with that, and with the sentence above.".to_owned()
        }
        Inference::Variants => {
            "May be quoted, with the configuration and the tables of this run.".to_owned()
        }
    };
    Some(Quote {
        text,
        standing: standing + &from,
        publishable: measured.is_publishable() && measured.primary && run.changed.is_empty(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_sign_and_zero_has_none() {
        assert_eq!(
            [points(4.25), points(-0.04), points(-3.0), points(0.0)],
            ["+4.2", "0.0", "\u{2212}3.0", "0.0"]
        );
        assert_eq!(percent(0.985), "98.5\u{a0}%");
        assert_eq!(with_interval(None), "–");
    }

    #[test]
    fn words_are_listed_and_counted() {
        let words =
            |words: &[&str]| listed(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(
            [words(&[]), words(&["a"]), words(&["a", "b", "c"])],
            ["", "a", "a, b and c"]
        );
        assert_eq!(
            [counted(1, "game"), counted(0, "game")],
            ["1 game", "0 games"]
        );
        assert_eq!(code("a`**<b>"), "`a'∗∗<b>`");
    }
}
