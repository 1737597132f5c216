//! Conversations with the engine over pipes, without a process.

mod any_input;
mod pipelined;
mod questions;
mod scripts;
mod searches;
mod whole_games;

use super::{EngineOptions, Protocol, serve};
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// No answer takes so long, however busy the machine is.
const PATIENCE: Duration = Duration::from_mins(1);

struct Talk {
    to: Option<PipeWriter>,
    from: Receiver<String>,
    served: Option<JoinHandle<anyhow::Result<()>>>,
}

impl Talk {
    fn new(rules: &str, agent: &str, protocol: Option<Protocol>) -> Self {
        let mut options = EngineOptions::new(rules).unwrap();
        options.set("agent", agent).unwrap();
        let (input, to) = pipe().unwrap();
        let (output, mut out) = pipe().unwrap();
        let served = spawn(move || serve(BufReader::new(input), &mut out, options, protocol));
        let (tell, from) = channel();
        spawn(move || {
            for line in BufReader::new(output).lines() {
                if tell.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self {
            to: Some(to),
            from,
            served: Some(served),
        }
    }

    fn send(&mut self, line: &str) {
        self.bytes(format!("{line}\n").as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.to.as_mut().unwrap().write_all(bytes).unwrap();
    }

    #[track_caller]
    fn next(&self) -> String {
        self.from.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Lines up to the first one that begins so.
    #[track_caller]
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.next()];
        while !lines[lines.len() - 1].starts_with(beginning) {
            lines.push(self.next());
        }
        lines
    }

    /// Closes the input; the lines that still come, up to the end.
    fn end(mut self) -> Vec<String> {
        self.to = None;
        self.served.take().unwrap().join().unwrap().unwrap();
        self.from.iter().collect()
    }

    /// Plays a conversation: `> ` is said, `< ` must be the next answer. Times and speeds are not
    /// compared: they are written `T`.
    #[track_caller]
    fn script(&mut self, text: &str) {
        for line in text.lines().map(str::trim) {
            if let Some(said) = line.strip_prefix("> ") {
                self.send(said);
            } else if let Some(expected) = line.strip_prefix("< ") {
                assert_eq!(timeless(&self.next()), expected);
            }
        }
    }
}

/// A line with `T` for what depends on the clock.
fn timeless(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for at in 0..words.len() {
        let clock = ["time", "nps"];
        if at > 0 && line.starts_with("info nodes") && clock.contains(&&*words[at - 1]) {
            words[at] = "T".to_owned();
        }
        for name in clock {
            if words[at].starts_with(&format!("{name}=")) {
                words[at] = format!("{name}=T");
            }
        }
    }
    words.join(" ")
}
