use std::str::FromStr;
use std::time::Duration;

/// What a refused text shows of what was given.
const SHOWN: usize = 60;

/// A text of somebody else, quoted and cut to a readable length.
pub(super) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// A number, or an error that names it.
pub(super) fn number<T: FromStr>(name: &str, value: Option<&str>) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("a number is missing after {}", quoted(name)))?;
    value
        .parse()
        .map_err(|_| format!("{} is no number for {}", quoted(value), quoted(name)))
}

/// Milliseconds; a clock that has run out may be below zero.
pub(super) fn milliseconds(name: &str, value: Option<&str>) -> Result<Duration, String> {
    let count: i64 = number(name, value)?;
    Ok(Duration::from_millis(count.max(0).unsigned_abs()))
}

/// Seconds with a fraction.
pub(super) fn seconds(name: &str, value: Option<&str>) -> Result<Duration, String> {
    let count: f64 = number(name, value)?;
    Duration::try_from_secs_f64(count.max(0.0)).map_err(|_| {
        format!(
            "{} is no time for {}",
            quoted(value.unwrap_or("")),
            quoted(name)
        )
    })
}

/// One argument of a Hub line: a name with or without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    pub(super) name: String,
    pub(super) value: Option<String>,
}

/// Splits a Hub line, `command name=value name="a value" flag`, into its command and arguments.
pub(super) fn hub_line(line: &str) -> Result<(String, Vec<Argument>), String> {
    let mut rest = line.trim();
    let mut command = None;
    let mut arguments = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c == '=' || c.is_whitespace());
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        let after = after.trim_start();
        let mut value = None;
        rest = after;
        if let Some(given) = after.strip_prefix('=') {
            let given = given.trim_start();
            let (text, after) = match given.strip_prefix('"') {
                Some(inside) => inside
                    .split_once('"')
                    .ok_or_else(|| "a quotation mark is not closed".to_owned())?,
                None => given.split_at(given.find(char::is_whitespace).unwrap_or(given.len())),
            };
            value = Some(text.to_owned());
            rest = after.trim_start();
        }
        if name.is_empty() {
            return Err("a name is missing before `=`".to_owned());
        }
        let name = name.to_owned();
        match (&command, &value) {
            (None, None) => command = Some(name),
            (None, Some(_)) => return Err("the command is missing".to_owned()),
            _ => arguments.push(Argument { name, value }),
        }
    }
    Ok((command.unwrap_or_default(), arguments))
}

/// A text as the value of a Hub argument; a value cannot hold quotation marks.
pub(super) fn hub_value(text: &str) -> String {
    let plain =
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c == '=' || c == '"');
    if plain {
        text.to_owned()
    } else {
        format!("\"{}\"", text.replace('"', "'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (String, Vec<(String, Option<String>)>) {
        let (command, arguments) = hub_line(line).unwrap();
        let pairs = arguments.into_iter().map(|a| (a.name, a.value));
        (command, pairs.collect())
    }

    #[test]
    fn hub_lines_have_flags_and_values_with_or_without_quotation_marks() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            read("pos pos=\"4w/5 w h:c4\" moves = \"a1-a2 huff:c4\" x=\"\" flag"),
            (
                "pos".to_owned(),
                vec![
                    ("pos".to_owned(), some("4w/5 w h:c4")),
                    ("moves".to_owned(), some("a1-a2 huff:c4")),
                    ("x".to_owned(), some("")),
                    ("flag".to_owned(), None),
                ]
            )
        );
        assert_eq!(read("").0, "");
        for line in ["pos pos=\"4w", "=", "pos =3", "a=b", "go x=1 =2"] {
            assert!(hub_line(line).is_err(), "{line}");
        }
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        for (text, value) in [
            ("a", "a"),
            ("", "\"\""),
            ("a b", "\"a b\""),
            ("a\"=", "\"a'=\""),
        ] {
            assert_eq!(hub_value(text), value);
        }
    }

    #[test]
    fn times_are_never_negative_nor_infinite() {
        assert_eq!(milliseconds("p1time", Some("-5")), Ok(Duration::ZERO));
        assert_eq!(seconds("time", Some("-0.5")), Ok(Duration::ZERO));
        assert_eq!(
            seconds("time", Some("0.25")),
            Ok(Duration::from_millis(250))
        );
        for text in ["inf", "1e300", "x", ""] {
            assert!(seconds("time", Some(text)).is_err(), "{text}");
        }
        assert_eq!(seconds("time", Some("nan")), Ok(Duration::ZERO));
        assert!(milliseconds("movetime", None).is_err());
    }
}
