use crate::read::Points;

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
    let Some(Points { value, ends }) = points_of else {
        return "–".to_owned();
    };
    match ends {
        Some((low, high)) => format!("{} [{}, {}]", points(value), points(low), points(high)),
        None => points(value),
    }
}

/// A value in words, or `–`.
pub(crate) fn or_dash<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), text)
}

/// A count, or `–`.
pub(crate) fn count_or_dash(count: Option<u64>) -> String {
    or_dash(count, |count| count.to_string())
}

/// A share from 0 to 1 with the ends of its interval, as percentages: `50.0 % [40.0, 60.0]`.
pub(crate) fn share_with_interval(Points { value, ends }: Points) -> String {
    match ends {
        Some((low, high)) => format!(
            "{} [{:.1}, {:.1}]",
            percent(value),
            100.0 * low,
            100.0 * high
        ),
        None => percent(value),
    }
}

/// A probability with four decimals.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
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
    }
}
