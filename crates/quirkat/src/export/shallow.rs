//! JSON for people and programs: the outer levels on lines of their own, what lies deeper in one line.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Objects and arrays down to this level have a line for each entry.
const LEVELS: usize = 3;

/// The text of a value, with a line break at the end.
///
/// # Errors
/// When the value has no JSON form.
pub(super) fn text(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Shallow { level: 0 });
    value.serialize(&mut serializer)?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes).expect("JSON is UTF-8"))
}

struct Shallow {
    level: usize,
}

impl Shallow {
    fn open(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        self.level += 1;
        out.write_all(bracket)
    }

    fn close(&mut self, out: &mut (impl Write + ?Sized), bracket: &[u8]) -> io::Result<()> {
        if self.level <= LEVELS {
            out.write_all(b"\n")?;
            indent(out, self.level - 1)?;
        }
        self.level -= 1;
        out.write_all(bracket)
    }

    fn next(&mut self, out: &mut (impl Write + ?Sized), first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.level <= LEVELS {
            out.write_all(b"\n")?;
            return indent(out, self.level);
        }
        if first { Ok(()) } else { out.write_all(b" ") }
    }
}

fn indent(out: &mut (impl Write + ?Sized), levels: usize) -> io::Result<()> {
    (0..levels).try_for_each(|_| out.write_all(b" "))
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    #[test]
    fn outer_levels_are_lines_and_the_text_reads_back() {
        let value = json!({ "a": [[1, [2, 3]], {}], "b": { "c": { "d": [4, 5] } } });
        let text = super::text(&value).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        assert!(text.contains("\n   [2, 3]\n"), "{text}");
        assert!(text.contains("\n   \"d\": [4, 5]\n"), "{text}");
    }
}
