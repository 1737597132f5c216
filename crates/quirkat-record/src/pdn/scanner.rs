use crate::{Place, RecordFault};

/// What a PDN file is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`.
    Tag(&'a str, String),
    /// `{…}` or `; …`, with single spaces.
    Comment(String),
    /// A move, a move's number, a result, `$n`.
    Word(&'a str),
}

/// Cuts a text into tokens. Variations `( … )` and lines that begin with `%` are passed over.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    pub(super) line: u64,
}

impl<'a> Scanner<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
        }
    }

    /// The next token and the line where it begins.
    pub(super) fn next(&mut self) -> Result<Option<(u64, Token<'a>)>, (Place, RecordFault)> {
        loop {
            let at_line_start = self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n';
            let Some(c) = self.peek() else {
                return Ok(None);
            };
            let line = self.line;
            let fail = |what| {
                Err((
                    Place {
                        line,
                        ..Place::default()
                    },
                    RecordFault::Expected(what),
                ))
            };
            match c {
                '%' if at_line_start => self.skip_line(),
                c if c.is_whitespace() => self.bump(c),
                '{' => {
                    return match self.braces() {
                        Some(comment) => Ok(Some((line, Token::Comment(comment)))),
                        None => fail("`}` at the end of the comment that begins here"),
                    };
                }
                ';' => {
                    let from = self.at + 1;
                    self.skip_line();
                    return Ok(Some((
                        line,
                        Token::Comment(spaced(&self.text[from..self.at])),
                    )));
                }
                '(' => {
                    if !self.variation() {
                        return fail("`)` at the end of the variation that begins here");
                    }
                }
                '[' => {
                    return match self.tag() {
                        Ok(token) => Ok(Some((line, token))),
                        Err(what) => fail(what),
                    };
                }
                ')' | '}' | ']' | '"' => return fail("a tag, a move, a comment or a result"),
                _ => return Ok(Some((line, Token::Word(self.word())))),
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self, c: char) {
        self.at += c.len_utf8();
        self.line += u64::from(c == '\n');
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    /// The comment in braces that begins here; they do not nest.
    fn braces(&mut self) -> Option<String> {
        let rest = &self.text[self.at + 1..];
        let inner = &rest[..rest.find('}')?];
        self.line += inner.matches('\n').count() as u64;
        self.at += inner.len() + 2;
        Some(spaced(inner))
    }

    /// Passes over a variation with all that is in it; whether it has an end.
    fn variation(&mut self) -> bool {
        let mut depth = 0u64;
        while let Some(c) = self.peek() {
            match c {
                '{' => {
                    if self.braces().is_none() {
                        return false;
                    }
                    continue;
                }
                ';' => {
                    self.skip_line();
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.bump(c);
            if depth == 0 {
                return true;
            }
        }
        false
    }

    fn word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || "{}()[];\"".contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn skip_spaces(&mut self) {
        while let Some(c @ (' ' | '\t')) = self.peek() {
            self.bump(c);
        }
    }

    fn tag(&mut self) -> Result<Token<'a>, &'static str> {
        self.bump('[');
        self.skip_spaces();
        let name = self.word();
        if !crate::tag::is_name(name) {
            return Err("a tag's name of letters, digits and `_` after `[`");
        }
        self.skip_spaces();
        if self.peek() != Some('"') {
            return Err("`\"` and the tag's value after its name");
        }
        self.bump('"');
        let mut value = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err("`\"` at the end of the tag's value"),
                Some('"') => break,
                Some('\\') => {
                    self.bump('\\');
                    self.escape(&mut value);
                }
                Some(c) => {
                    self.bump(c);
                    value.push(c);
                }
            }
        }
        self.bump('"');
        self.skip_spaces();
        if self.peek() != Some(']') {
            return Err("`]` after the tag's value");
        }
        self.bump(']');
        Ok(Token::Tag(name, value))
    }

    /// What follows a backslash; one before any other letter stands for itself.
    fn escape(&mut self, value: &mut String) {
        let meant = match self.peek() {
            Some(c @ ('"' | '\\')) => c,
            Some('n') => '\n',
            Some('r') => '\r',
            _ => {
                value.push('\\');
                return;
            }
        };
        value.push(meant);
        self.at += 1;
    }
}

/// The words with single spaces.
pub(super) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
