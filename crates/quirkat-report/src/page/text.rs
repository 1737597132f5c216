use crate::figures::printable;
use maud::{Render, html};

/// A text as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'a>(pub(crate) &'a str);

/// A text with `code` between backticks and strong words between double asterisks. A mark without its
/// partner is a character like others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marked<'a>(pub(crate) &'a str);

/// A name from a file between backticks, so that it is set as code and nothing in it is markup.
pub(crate) fn code(name: &str) -> String {
    format!("`{}`", name.replace('`', "'").replace("**", "∗∗"))
}

impl Render for Plain<'_> {
    fn render_to(&self, html: &mut String) {
        let text: String = self.0.chars().map(printable).collect();
        text.as_str().render_to(html);
    }
}

impl Render for Marked<'_> {
    fn render_to(&self, html: &mut String) {
        for (is_strong, text) in pieces(self.0, "**") {
            let parts = html! {
                @for (is_code, text) in pieces(&text, "`") {
                    @if is_code { code { (Plain(&text)) } } @else { (Plain(&text)) }
                }
            };
            let piece = html! {
                @if is_strong { strong { (parts) } } @else { (parts) }
            };
            html.push_str(&piece.0);
        }
    }
}

/// The pieces of a text, and whether each stood between two marks.
fn pieces(text: &str, mark: &str) -> Vec<(bool, String)> {
    let parts: Vec<&str> = text.split(mark).collect();
    let lone = parts.len().is_multiple_of(2);
    let mut pieces: Vec<(bool, String)> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        match pieces.last_mut() {
            Some((_, before)) if lone && index + 1 == parts.len() => {
                before.push_str(mark);
                before.push_str(part);
            }
            _ => pieces.push((index % 2 == 1, (*part).to_owned())),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        Marked(text).render().into_string()
    }

    #[test]
    fn nothing_from_a_file_is_markup() {
        assert_eq!(
            Plain("<a href=\"x\">&\u{1}").render().into_string(),
            "&lt;a href=&quot;x&quot;&gt;&amp;\u{fffd}"
        );
        assert_eq!(
            marked("`<b>` and **x**"),
            "<code>&lt;b&gt;</code> and <strong>x</strong>"
        );
        assert_eq!(
            marked("**in `a`.** b"),
            "<strong>in <code>a</code>.</strong> b"
        );
        assert_eq!(code("a`**<b>"), "`a'∗∗<b>`");
    }

    #[test]
    fn a_mark_without_its_partner_is_a_character() {
        assert_eq!(marked("one ` mark"), "one ` mark");
        assert_eq!(marked("a `b` c ` d"), "a <code>b</code> c ` d");
        assert_eq!(
            marked("**a** ** `b`"),
            "<strong>a</strong> ** <code>b</code>"
        );
    }
}
