//! Lines of input, whoever sends them: bounded, without a byte order mark, whatever their bytes.

use anyhow::Context;
use quirkat_play::{Stopped, start_thread};
use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Longer lines are refused: no game needs them.
const LONGEST: u64 = 1 << 20;

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Its text without the end of line.
    Text(String),
    /// What cannot be read, and why.
    Unreadable(String),
    /// The end of the input.
    End,
}

/// What some programs put in front of a text, and those that join texts leave inside it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads the next line, whatever its bytes. Blanks around it and a byte order mark in front of it are
/// no part of it.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
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
    let Ok(text) = str::from_utf8(&bytes) else {
        return Ok(Line::Unreadable("a line is not UTF-8".to_owned()));
    };
    let text = text.trim_start_matches(BYTE_ORDER_MARK).trim();
    Ok(if text.contains(|c: char| c.is_control() && c != '\t') {
        Line::Unreadable("a line holds control characters".to_owned())
    } else {
        Line::Text(text.replace('\t', " "))
    })
}

/// Lines of standard input, read by a thread of their own, so that a signal is heard while nobody writes.
#[derive(Debug)]
pub(crate) struct Lines(Receiver<io::Result<Line>>);

impl Lines {
    pub(crate) fn of_stdin() -> anyhow::Result<Self> {
        let (tell, lines) = sync_channel(LINES_AHEAD);
        start_thread("input", move || {
            let mut input = io::BufReader::new(io::stdin());
            loop {
                let line = read_line(&mut input);
                let last = matches!(line, Ok(Line::End) | Err(_));
                if tell.send(line).is_err() || last {
                    return;
                }
            }
        })?;
        Ok(Self(lines))
    }

    /// The next one.
    ///
    /// # Errors
    /// [`Stopped`] when `stop` is raised before it comes; an input that cannot be read.
    pub(crate) fn next(&self, stop: &AtomicBool) -> anyhow::Result<Option<Line>> {
        loop {
            match self.0.recv_timeout(GLANCE) {
                Ok(line) => return Ok(Some(line.context("stdin")?)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    return Err(Stopped.into());
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Lines that are read before they are asked for.
const LINES_AHEAD: usize = 64;

/// How often a wait looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(50);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_bytes_and_length_are_read_or_refused_and_reading_goes_on() {
        let mut bytes = b"\xef\xbb\xbfugi\r\n\xff\xfe\n".to_vec();
        bytes.extend(vec![b'x'; 3 << 20]);
        bytes.extend(b"\n\ta\tb \n\0\n\n\xef\xbb\xbflast");
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
