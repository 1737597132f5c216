/// A character that XML and HTML can hold: others are replaced.
pub(crate) fn printable(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
        c => c,
    }
}

/// A text with everything that XML reads as markup written out.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(printable(c)),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(
            escape("<a href='x'>&\u{1}"),
            "&lt;a href=&#39;x&#39;&gt;&amp;\u{fffd}"
        );
    }
}
