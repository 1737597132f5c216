use std::io::{self, BufRead, Read};

/// Longer lines are refused: no game needs them.
const LONGEST: u64 = 1 << 20;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Its text without the end of line.
    Text(String),
    /// What cannot be read, and why.
    Unreadable(String),
    /// The end of the input.
    End,
}

/// Reads the next line, whatever its bytes.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if count == 0 {
        return Ok(Line::End);
    }
    let ended = bytes.last() == Some(&b'\n');
    if !ended && count as u64 == LONGEST {
        input.skip_until(b'\n')?;
        return Ok(Line::Unreadable(format!(
            "a line is longer than {LONGEST} bytes"
        )));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) if text.trim().contains(|c: char| c.is_control() && c != '\t') => {
            Line::Unreadable("a line holds control characters".to_owned())
        }
        Ok(text) => Line::Text(text.trim().replace('\t', " ")),
        Err(_) => Line::Unreadable("a line is not UTF-8".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_and_length_are_read_or_refused_and_reading_goes_on() {
        let mut bytes = b"ugi\r\n\xff\xfe\n".to_vec();
        bytes.extend(vec![b'x'; 3 << 20]);
        bytes.extend(b"\n\ta\tb \n\0\n\nlast");
        let mut input = &bytes[..];
        let mut lines = Vec::new();
        loop {
            match read_line(&mut input).unwrap() {
                Line::End => break,
                line => lines.push(line),
            }
        }
        let text = |text: &str| Line::Text(text.to_owned());
        assert_eq!(lines[0], text("ugi"));
        assert!(matches!(&lines[1], Line::Unreadable(why) if why.contains("UTF-8")));
        assert!(matches!(&lines[2], Line::Unreadable(why) if why.contains("longer")));
        assert_eq!(lines[3], text("a b"));
        assert!(matches!(&lines[4], Line::Unreadable(why) if why.contains("control")));
        assert_eq!(lines[5..], [text(""), text("last")]);
    }
}
