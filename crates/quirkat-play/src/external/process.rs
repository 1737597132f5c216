use crate::stop::Halt;
use crate::threads::start_thread;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Why an external engine plays no more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExternalError {
    /// What it did or failed to do.
    #[error("engine `{engine}` {what}")]
    Failed {
        /// Its command.
        engine: String,
        /// What happened, with its last words.
        what: String,
    },
    /// It was not waited for any longer.
    #[error("stopped")]
    Stopped,
}

/// A line of an engine is cut here.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines that an engine may be ahead of us before it has to wait.
const LINES_AHEAD: usize = 1024;

/// How often a wait looks whether it is to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// How long an engine may take to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// What is shown of an engine's words.
const SHOWN: usize = 200;

/// A program that we talk to by lines.
#[derive(Debug)]
pub(super) struct Process {
    command: String,
    child: Child,
    /// Lines to it, written by a thread of their own, which a program that does not read blocks.
    out: Option<std::sync::mpsc::Sender<String>>,
    lines: Receiver<String>,
    /// Its last complaint, on stderr or by `info string`.
    complaint: Arc<Mutex<String>>,
}

impl Process {
    pub(super) fn start(command: &str, words: &[String]) -> Result<Self, ExternalError> {
        let cannot = |error: &dyn std::error::Error| ExternalError::Failed {
            engine: command.to_owned(),
            what: format!("cannot be started: {error}"),
        };
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| cannot(&error))?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (out, to_write) = channel();
        let (tell, lines) = sync_channel(LINES_AHEAD);
        // Whole before its threads start: dropped, it ends the program.
        let process = Self {
            command: command.to_owned(),
            child,
            out: Some(out),
            lines,
            complaint: Arc::default(),
        };
        let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
            start_thread(name, work).map_err(|error| cannot(&error))
        };
        if let Some(stdin) = stdin {
            start(
                "engine-input",
                Box::new(move || write_lines(stdin, &to_write)),
            )?;
        }
        if let Some(stdout) = stdout {
            let read = move || each_line(stdout, |line| tell.send(line).is_ok());
            start("engine-output", Box::new(read))?;
        }
        if let Some(stderr) = stderr {
            let last = Arc::clone(&process.complaint);
            let note = move |line: String| {
                if !line.is_empty() {
                    *last.lock().unwrap_or_else(PoisonError::into_inner) = line;
                }
                true
            };
            start("engine-errors", Box::new(move || each_line(stderr, note)))?;
        }
        Ok(process)
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), ExternalError> {
        let sent = self
            .out
            .as_ref()
            .is_some_and(|out| out.send(line.to_owned()).is_ok());
        if sent {
            return Ok(());
        }
        Err(self.ended(&format!("`{}`", shown(line))))
    }

    /// The first line in which `wanted` finds what it looks for: the answer to `question`.
    pub(super) fn receive<T>(
        &mut self,
        question: &str,
        patience: Duration,
        halt: &Halt<'_>,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ExternalError> {
        let asked = Instant::now();
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                    if line.starts_with("info string error") {
                        *self
                            .complaint
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner) = line;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let error = self.ended(question);
                    // A signal to the whole group ends the program before us.
                    let stopped = halt.raised();
                    return Err(if stopped {
                        ExternalError::Stopped
                    } else {
                        error
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if halt.raised() {
                return Err(ExternalError::Stopped);
            }
            if asked.elapsed() >= patience {
                return Err(self.failed(format!(
                    "did not answer {question} within {} s",
                    patience.as_secs_f64()
                )));
            }
        }
    }

    fn ended(&mut self, question: &str) -> ExternalError {
        let until = Instant::now() + FAREWELL;
        let status = self.wait_until(until);
        let how = status.map_or_else(String::new, |status| format!(" ({status})"));
        // Its last words may still be on the way.
        thread::sleep(GLANCE);
        self.failed(format!("ended{how} instead of answering {question}"))
    }

    /// The error that says what it did, with its last complaint.
    pub(super) fn failed(&self, what: String) -> ExternalError {
        let complaint = self
            .complaint
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let what = if complaint.is_empty() {
            what
        } else {
            format!("{what}; its last words: {}", shown(&complaint))
        };
        ExternalError::Failed {
            engine: self.command.clone(),
            what,
        }
    }

    fn wait_until(&mut self, until: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        // The end of its input says the same.
        self.out = None;
        if self.wait_until(Instant::now() + FAREWELL).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(stdin, "{line}")
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Hands over line by line until the end, or nobody listens.
fn each_line(input: impl Read, mut hand_over: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    loop {
        let mut bytes = Vec::new();
        match input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !hand_over(String::from_utf8_lossy(&bytes).trim().to_owned()) {
            return;
        }
    }
}

/// The beginning of a text, in one line.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(char::is_control, " ")
}
